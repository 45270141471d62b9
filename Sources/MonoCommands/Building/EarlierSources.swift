import BuildPlanning
import Disk
import Subprocesses

/// A workspace as git has it in some revision, laid out in a folder of its own: the work tree, the index and the branch stay as they are.
struct EarlierSources {
    /// The workspace as it is now.
    let root: AbsolutePath
    let files: any FileSystem
    let programs: Programs
    let session: Session

    /// Calls `body` with the folder, which is removed afterwards.
    func with<Result>(_ revision: String, _ body: (AbsolutePath) throws -> Result) throws -> Result {
        let place = root / "\(BuildLayout.folder)/since"
        let index = place / "index", sources = place / "sources"
        try files.remove(place)
        try files.makeFolder(sources)
        defer { try? files.remove(place) }

        func failure(_ what: String) -> ErrorReport { ErrorReport(code: .usage, what: what) }
        guard !revision.hasPrefix("-"), let commit = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"], in: root) else {
            throw failure("git knows no revision '\(revision)' here")
        }
        guard let top = try git(["rev-parse", "--show-toplevel"], in: root), let prefix = try git(["rev-parse", "--show-prefix"], in: root) else {
            throw failure("'\(root)' is in no work tree of git")
        }
        // The tree of the workspace alone: its paths are then what they are in the workspace.
        let tree = "\(commit):\(prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)"
        let own = ["GIT_INDEX_FILE": index.string]
        guard try git(["read-tree", tree], in: AbsolutePath(top), own) != nil,
            try git(["checkout-index", "--all", "--prefix=\(sources)/"], in: AbsolutePath(top), own) != nil
        else { throw failure("'\(root)' is not in the revision '\(revision)'") }
        // Where the lock file is nobody's business but this work tree's, its versions held then as far as anybody knows.
        let lock = root / "Package.resolved", earlierLock = sources / "Package.resolved"
        if files.isFile(lock), !files.isFile(earlierLock) {
            try files.copy(lock, to: earlierLock, permissions: 0o644, durably: false)
        }
        return try body(files.resolve(sources) ?? sources)
    }

    /// What git printed, without the line's end; nil where it failed.
    private func git(_ arguments: [String], in folder: AbsolutePath, _ more: [String: String] = [:]) throws -> String? {
        let path = session.environment["PATH"] ?? "/usr/bin:/bin"
        let places = path.split(separator: ":").filter { $0.hasPrefix("/") }.map { AbsolutePath(String($0)) / "git" }
        guard let program = places.first(where: { files.status($0)?.isExecutable ?? false }) else {
            throw ErrorReport(code: .usage, what: "there is no git to ask for earlier sources", hint: "install git, or use '--against'")
        }
        var variables = ["PATH": path, "GIT_OPTIONAL_LOCKS": "0"].merging(more) { $1 }
        variables["HOME"] = session.environment["HOME"]
        let result = try programs.interruptible {
            try programs.commands.run(
                Command(program.string, arguments, folder: folder.string, environment: variables), cancellation: programs.cancellation)
        }
        if let signal = programs.signals.received { throw Interrupted(signal: signal) }
        guard result.succeeded else { return nil }
        let text = String(decoding: result.output, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
