import Disk
import JSON
import Subprocesses
import Toolchains
import Workspaces

/// What `mono doctor` finds out of the workspace's folder, the compiler's digests and editors.
struct DoctorMachine {
    let session: Session
    let files = LocalFileSystem()

    // MARK: The compiler

    /// What a change inside of a module costs with this compiler.
    func digests(_ toolchain: Toolchain) -> DoctorReport.Finding {
        switch toolchain.precision {
        case .listed:
            .works("this compiler is on mono's list: a change that dependents cannot see rebuilds none of them")
        case .qualified: .works("this compiler passed 'mono doctor --qualify' on this machine")
        case .refuted:
            .advice(
                "this compiler did not pass 'mono doctor --qualify': every change of a module rebuilds its dependents",
                help: "report what 'mono doctor --qualify' prints, or use a compiler that passes")
        case .unknown, nil:
            .advice(
                "mono was not tested with this compiler: every change of a module rebuilds its dependents",
                help: "run 'mono doctor --qualify', which tests the compiler in a few minutes")
        }
    }

    // MARK: The folder

    /// Whether mono may write here, and what the file system's times can show.
    func folder(_ root: AbsolutePath) -> DoctorReport.Finding {
        let probe = root / TemporaryName.make()
        defer { try? files.remove(probe) }
        var times: [Int64] = []
        do throws(FileError) {
            for _ in 0..<3 {
                try files.write([0], to: probe)
                if let status = files.status(probe) { times.append(status.modified) }
            }
        } catch {
            return .fails(
                ErrorReport(
                    severity: .warning, code: .storage, what: "'\(root)' cannot be written to",
                    details: [Words.systemError(error.code)], help: "give mono the right to write there"))
        }
        let hasFineTimes = times.contains { $0 % 1_000_000_000 != 0 }
        let grain =
            hasFineTimes
            ? "times finer than a second"
            : "times of whole seconds: files are read again for a while after a change"
        let folders =
            files.datesFolders(root)
            ? "folders show their changes" : "folders do not show their changes for sure, so each start lists them"
        return .works("writable, \(grain); \(folders)")
    }

    /// How the file systems of the cache and the workspace copy what a build places.
    func copies(from cache: AbsolutePath, to root: AbsolutePath) -> DoctorReport.Finding {
        // Whether both can be written to is what other lines are about.
        guard let traits = try? files.copyTraits(from: cache, to: root) else {
            return .note("how files are copied from the cache is not known: the cache or the workspace takes no file")
        }
        let links =
            traits.hasHardLinks
            ? "the cache's file system has hard links, and mono makes none"
            : "the cache's file system has no hard links, and mono needs none"
        return traits.sharesBlocks
            ? .works("files from the cache share its blocks until they change; \(links)")
            : .note("files from the cache are whole copies, which take room of their own; \(links)")
    }

    // MARK: Editors

    /// Whether an editor that opens the workspace starts mono.
    func editors(_ root: AbsolutePath) -> DoctorReport.Finding {
        let file = root / ".bsp/mono.json"
        guard let bytes = try? files.read(file, atMost: 1 << 20) else {
            return .note("not set up: 'mono editor --install' writes '.bsp/mono.json'")
        }
        let words = (try? JSONParser.parse(bytes))?["argv"]?.array?.compactMap(\.string) ?? []
        guard let first = words.first else { return unusable(file, "it names no program") }
        let isByName = first == "/usr/bin/env"
        let name = isByName ? words.dropFirst().first ?? "" : first
        let program = name.hasPrefix("/") ? AbsolutePath(name) : files.program(name, on: session.environment["PATH"])
        guard let program, files.isFile(program) else {
            return unusable(file, "there is no program '\(name)'\(isByName ? " in PATH" : "")")
        }
        return .works("'.bsp/mono.json' starts \(program)")
    }

    private func unusable(_ file: AbsolutePath, _ why: String) -> DoctorReport.Finding {
        .fails(
            ErrorReport(
                severity: .warning, code: .storage, what: "'\(file)' starts no server", details: [why],
                help: "'mono editor --install' writes it anew"))
    }
}

extension Session {
    /// Says once for each compiler and workspace that its digests are not known. Looks at nothing where they are.
    func warn(of toolchain: Toolchain, in workspace: OpenWorkspace, _ console: BuildConsole) {
        guard toolchain.precision == .unknown, workspace.isFirstBuildWithCompiler() else { return }
        let version = toolchain.versionText.split(separator: "\n").first.map(String.init) ?? "this compiler"
        console.say(
            ErrorReport(
                severity: .warning, code: .storage, what: "mono was not tested with \(version)",
                details: ["every change of a module rebuilds its dependents, also one that they cannot see"],
                help: "run 'mono doctor --qualify' once, which tests the compiler in a few minutes"))
    }
}
