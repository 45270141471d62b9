import BuildPlanning
import Disk
import GitHistory

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

        let repository = try GitRepository(around: root, in: session, programs)
        let commit = try programs.interruptible { try repository.commit(revision) }
        guard try repository.layOut(commit, of: root, in: sources, index: index) else {
            throw ErrorReport(code: .usage, what: "'\(root)' is not in the revision '\(revision)'")
        }
        // Where the lock file is nobody's business but this work tree's, its versions held then as far as anybody knows.
        let lock = root / "Package.resolved", earlierLock = sources / "Package.resolved"
        if files.isFile(lock), !files.isFile(earlierLock) {
            try files.copy(lock, to: earlierLock, permissions: 0o644, durably: false)
        }
        return try body(files.resolve(sources) ?? sources)
    }
}

extension GitRepository {
    init(around folder: AbsolutePath, in session: Session, _ programs: Programs) throws {
        self = try programs.interruptible { () throws(GitError) in
            try GitRepository(
                around: folder, files: LocalFileSystem(), commands: programs.commands, environment: session.environment.variables,
                cancellation: programs.cancellation)
        }
    }
}
