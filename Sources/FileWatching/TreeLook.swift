import Disk

/// What folders and all that is below them looked like at a moment: names, kinds, sizes and times, as one number.
struct TreeLook: Hashable, Sendable {
    private var sum = 0
    private var entries = 0

    init(at roots: [AbsolutePath], leavingOut exceptions: FolderWatch.Exceptions) {
        let files = LocalFileSystem()
        var open = roots
        while let folder = open.popLast() {
            for entry in (try? files.list(folder)) ?? [] {
                let path = folder / entry.name
                if exceptions.contain(entry.name, path) { continue }
                if entry.kind == .folder { open.append(path) }
                insert(path, files.linkStatus(path))
                if entry.kind == .symbolicLink { insert(path, files.status(path)) }
            }
        }
    }

    /// The order does not count.
    private mutating func insert(_ path: AbsolutePath, _ status: FileStatus?) {
        var status = status
        if status?.kind == .folder {
            // Its own times change with entries that are left out, too.
            status?.modified = 0
            status?.changed = 0
            status?.size = 0
        }
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(status)
        sum &+= hasher.finalize()
        entries += 1
    }
}
