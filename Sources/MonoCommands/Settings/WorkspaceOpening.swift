import ArtifactCache
import Configuration
import Disk
import PackageManifests
import Workspaces

/// How a command gets at its workspace: what was typed, the environment and `mono.json` become the settings of the
/// library.
extension Session {
    var hostEnvironment: HostEnvironment {
        HostEnvironment(
            variables: environment.variables, home: home, temporaryFolder: temporaryFolder, host: environment.host)
    }

    /// The workspace that mono works in, for what is to be built as `options` say how.
    func workspace(_ options: BuildOptions, _ programs: Programs) throws -> Workspace {
        try workspace(options.cache, programs) { settings, configuration in
            (settings.jobs, settings.sdk, settings.loading) = (
                options.jobs, try SwiftSDKChoice(options, in: self), options.loading
            )
            settings.elsewhere = try options.elsewhere.elsewhere(
                configuration, self, programs.commands, signs: settings.caches.trust.signer != nil)
        }
    }

    /// The same for commands that build nothing.
    func workspace(
        _ cache: CacheOptions, _ programs: Programs,
        _ adjust: (inout WorkspaceSettings, WorkspaceConfiguration?) throws -> Void = { _, _ in }
    ) throws -> Workspace {
        let files = LocalFileSystem()
        let configuration = try WorkspaceConfiguration.find(from: folder, files: files, home: home)
        let places = try CachePlaces(cache, configuration, self)
        var settings = WorkspaceSettings(
            environment: hostEnvironment, caches: try places.settings(files, self, programs.commands))
        try adjust(&settings, configuration)
        return Workspace(configuration, settings, files: files, commands: programs.commands)
    }

    /// Opens it. `whenFree` is called once nobody else works in the workspace, before anything is read: what can go on
    /// meanwhile may be begun.
    func open(_ workspace: Workspace, _ programs: Programs, whenFree: @escaping @Sendable () -> Void = {}) throws
        -> OpenWorkspace
    {
        let report = progress(in: workspace.root)
        let opened = try programs.interruptible {
            try workspace.open(programs.cancellation) { step in
                if step == .lookingAtToolchain { whenFree() }
                report(step)
            }
        }
        self.opened?(opened)
        return opened
    }

    /// The same, unless all is as the last build of that request left it.
    func open(
        _ workspace: Workspace, unless request: UpToDateRequest, always: Bool = false, _ programs: Programs
    ) throws -> Workspace.Opening {
        let opening = try programs.interruptible {
            try workspace.open(
                unless: request, always: always, programs.cancellation, progress: progress(in: workspace.root))
        }
        if case .open(let opened) = opening { self.opened?(opened) }
        return opening
    }

    func open(_ options: BuildOptions, _ programs: Programs) throws -> OpenWorkspace {
        try open(programs.interruptible { try workspace(options, programs) }, programs)
    }

    func open(_ cache: CacheOptions, _ programs: Programs) throws -> OpenWorkspace {
        try open(programs.interruptible { try workspace(cache, programs) }, programs)
    }

    /// Waits until what was published is on the server, as long as that may take, and says what went wrong there.
    /// `problems`: those that were told before.
    func finishSending(_ cache: TieredCache, _ programs: Programs, after problems: [CacheProblem]) {
        guard cache.unsent > 0 || cache.problems != problems else { return }
        let waiting = WaitingStatus(
            "sending \(Words.count(cache.unsent, "result")) to the remote cache", on: terminal)
        let report = cache.finishSending { programs.cancellation.isRequested }
        waiting.end()
        let known = Set(problems.map(\.fact)), console = BuildConsole(terminal)
        for problem in cache.problems where !known.contains(problem.fact) { console.say(problem.report) }
        if let report = report?.report { console.say(report) }
    }

    /// Says what takes long before there is a build to show.
    func progress(in root: AbsolutePath) -> WorkspaceProgress {
        let printer = StepPrinter(terminal, root: root)
        let phases = phases
        return { step in
            phases.note(step)
            printer.show(step)
        }
    }
}

extension SwiftSDKChoice {
    /// Nil where all is built for this machine.
    fileprivate init?(_ options: BuildOptions, in session: Session) throws {
        guard let selector = options.swiftSDK else {
            if options.swiftSDKFolder == nil { return nil }
            throw ErrorReport(
                code: .usage, what: "'--swift-sdks-path' says where '--swift-sdk' looks", help: "add '--swift-sdk ID'")
        }
        // Where SwiftPM has them.
        let places = [
            options.swiftSDKFolder.map(session.path),
            session.environment["XDG_CONFIG_HOME"].map { session.path($0) / "swiftpm/swift-sdks" },
            session.home.map { $0 / ".swiftpm/swift-sdks" },
        ]
        guard let folder = places.compactMap({ $0 }).first else {
            throw ErrorReport(
                code: .usage, what: "where are Swift SDKs? HOME is not set", help: "say it with '--swift-sdks-path'")
        }
        self.init(selector: selector, folder: folder)
    }
}
