import ArtifactCache
import BuildPlanning
import Configuration
import Digests
import Disk
import PackageManifests
import Parallelism
import Subprocesses
import Toolchains

/// A workspace with all that is needed to work on it: read once at the start of a command.
struct OpenWorkspace: Sendable {
    let configuration: WorkspaceConfiguration
    let loader: WorkspaceLoader
    /// Which traits of its own packages are on.
    let traits: WorkspaceLoader.TraitChoice
    private(set) var loaded: LoadedWorkspace
    let toolchain: Toolchain
    private(set) var cache: TieredCache
    private(set) var files: any FileSystem
    let commands: LocalCommandRunner
    /// Digests of the workspace's files, and of the toolchain's and the system's.
    private(set) var workspaceDigests: FileDigests
    let machineDigests: FileDigests
    let jobs: Int
    /// Held as long as the workspace is open.
    private let lock: WorkspaceLock

    var root: AbsolutePath { configuration.root }

    /// `whenFound` is called with the root before anything else is read: what can go on meanwhile may be begun.
    init(
        in session: Session, cache choice: CacheOptions, jobs wanted: Int? = nil, sdk: SwiftSDKChoice? = nil,
        loading options: WorkspaceLoader.Options = WorkspaceLoader.Options(), programs: Programs,
        waitingForOthers waits: Bool = true, whenFound: (AbsolutePath) -> Void = { _ in }
    ) throws {
        let commands = programs.commands
        let files = LocalFileSystem()
        let configuration = try WorkspaceConfiguration.find(from: session.folder, files: files, home: session.home)
        lock = try WorkspaceLock(of: configuration.root, files, session.terminal.errors, programs, waits: waits)
        whenFound(configuration.root)
        let status = WaitingStatus("looking at the toolchain", on: session.terminal)
        defer { status.end() }
        let places = try CachePlaces(choice, configuration, session)
        let machineDigests = FileDigests(files: files, memory: places.machine / "digests")
        var toolchain = try ToolchainFinder(files: files, digests: machineDigests, commands: commands, memory: places.machine)
            .find(for: configuration.root, environment: session.environment.variables)
        if let sdk {
            toolchain.sdk = try SwiftSDKStore(
                folder: sdk.folder, files: files, digests: machineDigests, toolchain: toolchain, commands: commands, memory: places.machine
            ).find(sdk.selector)
        }
        // Commands that build nothing look at the toolchain too: 0.7 s each time where no build has remembered it.
        try? machineDigests.save()
        let cache = try places.cache(for: configuration.root, files: files, session, programs)
        let jobs = wanted ?? configuration.jobs ?? processorCount()
        loader = WorkspaceLoader(
            files: files, commands: commands, cache: cache, swift: toolchain.swift, toolchain: toolchain.identity,
            environment: session.environment.variables, slots: JobSlots(count: jobs))
        loaded = try loader.load(configuration, options: options, cancellation: programs.cancellation) { status.show($0) }
        (self.configuration, traits) = (configuration, options.traits)
        self.toolchain = toolchain
        self.cache = cache
        self.files = files
        self.commands = commands
        self.machineDigests = machineDigests
        self.jobs = jobs
        workspaceDigests = FileDigests(files: files, memory: OpenWorkspace.digestMemory(configuration.root))
    }

    /// The workspace for what is to be built, as `options` say how.
    init(building options: BuildOptions, in session: Session, programs: Programs, whenFound: (AbsolutePath) -> Void = { _ in }) throws {
        try self.init(
            in: session, cache: options.cache, jobs: options.jobs, sdk: SwiftSDKChoice(options, in: session), loading: options.loading, programs: programs, whenFound: whenFound)
    }

    /// From now on results are kept in that folder, and the cache is only asked.
    mutating func keepResults(in folder: AbsolutePath) {
        cache = TieredCache(
            local: folder, shared: SharedTier(folder: cache.folders[0], mode: .readOnly), files: files.confined(to: root / BuildLayout.folder))
    }

    /// The same as it was at another time: `files` has it at the same paths. Nothing can be built of it. What is remembered of files on the disk holds
    /// for those that are the same; of what differs, nothing is ever remembered.
    func asItWas(_ earlier: LoadedWorkspace, in files: any FileSystem) -> OpenWorkspace {
        var workspace = self
        (workspace.loaded, workspace.files) = (earlier, files)
        workspace.workspaceDigests = FileDigests(files: files, memory: OpenWorkspace.digestMemory(root))
        return workspace
    }

    private static func digestMemory(_ root: AbsolutePath) -> AbsolutePath { root / ".mono/state/digests" }

    /// What tools get of the environment. None of it changes an output of compilers and linkers; the search path is fixed, so that none can. Programs
    /// that plugins have run can see the folders.
    func toolEnvironment(_ session: Session) -> [String: String] {
        var variables = ["PATH": "\(toolchain.root / "bin"):/usr/bin:/bin", "LANG": "C.UTF-8"]
        variables["HOME"] = session.environment["HOME"]
        variables["TMPDIR"] = session.temporaryFolder?.string
        return variables
    }
}
