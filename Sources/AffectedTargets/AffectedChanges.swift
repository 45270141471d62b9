import Disk
import GitHistory

/// What git says about a change. Nothing of it needs the workspace's manifests but where links lead out of the root: so
/// git is asked while these are read.
public struct AffectedChanges: Sendable {
    /// Between commits alone.
    public struct Committed: Sendable {
        /// Edits that are left out.
        public var uncommitted: [ChangedFile]
        public var changes: [ChangedFile]
    }

    public let repository: GitRepository
    public let base: GitRepository.Commit
    /// All that is different between the base and what is on the disk.
    public let untilNow: [ChangedFile]
    /// Where it was asked for.
    public let committed: Committed?
    /// Before git looked at any file.
    public let began: Int64
    private let places: [AbsolutePath]

    /// Asks git, some time long: it looks at every file of the work tree. `revision`: anything that git resolves.
    /// `places`: folders besides `root` that count. Throws `GitError`.
    public init(
        _ comparison: Comparison, in repository: GitRepository, at root: AbsolutePath, and places: [AbsolutePath] = [],
        files: any FileSystem
    ) throws(GitError) {
        began = files.now
        self.repository = repository
        base =
            try comparison.isExact
            ? repository.commit(comparison.revision) : repository.commonAncestor(of: comparison.revision)
        // The files around the root that choose the toolchain count too.
        var all = [root], folder = root
        while folder != repository.top, folder.isInside(repository.top) {
            folder = folder.parent
            all.append(folder / AffectedQuery.toolchainFile)
        }
        let top = repository.top
        all += Set(places.filter { $0.isInside(top) }).sorted()
        self.places = all
        untilNow = try repository.changes(since: base, to: .workTree, in: all)
        if comparison.isCommitted {
            let head = try repository.commit("HEAD")
            committed = Committed(
                uncommitted: try repository.changes(since: head, to: .workTree, in: all),
                changes: try repository.changes(since: base, to: .commit(head), in: all))
        } else {
            committed = nil
        }
    }

    /// True where no change in the repository can have been overlooked.
    public var isWholeRepository: Bool { places.contains(repository.top) }

    /// True where nothing in these folders can have been overlooked.
    public func covers(_ folders: some Sequence<AbsolutePath>) -> Bool {
        folders.allSatisfy { folder in !folder.isInside(repository.top) || places.contains { folder.isInside($0) } }
    }
}
