import AffectedTargets
import Disk
import GitHistory

/// What git says about a change. Nothing of it needs the workspace's manifests but where links lead out of the root: so git is asked while
/// these are read.
struct AffectedChanges: Sendable {
    /// Between commits alone.
    struct Committed: Sendable {
        /// Edits that are left out.
        var uncommitted: [ChangedFile]
        var changes: [ChangedFile]
    }

    let repository: GitRepository
    let base: GitRepository.Commit
    /// All that is different between the base and what is on the disk.
    let untilNow: [ChangedFile]
    /// Where it was asked for.
    let committed: Committed?
    /// Before git looked at any file.
    let began: Int64
    private let places: [AbsolutePath]

    /// `places`: folders besides `root` that count.
    init(_ options: AffectedOptions, since revision: String, at root: AbsolutePath, and places: [AbsolutePath] = [], _ session: Session, _ programs: Programs) throws {
        began = LocalFileSystem().now
        repository = try GitRepository(around: root, in: session, programs)
        base = try options.isExact ? repository.commit(revision) : repository.commonAncestor(of: revision)
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
        if options.isCommitted {
            let head = try repository.commit("HEAD")
            committed = Committed(
                uncommitted: try repository.changes(since: head, to: .workTree, in: all),
                changes: try repository.changes(since: base, to: .commit(head), in: all))
        } else {
            committed = nil
        }
    }

    /// True where no change in the repository can have been overlooked.
    var isWholeRepository: Bool { places.contains(repository.top) }

    /// True where nothing in these folders can have been overlooked.
    func covers(_ folders: [AbsolutePath]) -> Bool {
        folders.allSatisfy { folder in !folder.isInside(repository.top) || places.contains { folder.isInside($0) } }
    }
}
