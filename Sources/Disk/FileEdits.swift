/// Files whose content seems to have changed since they were looked at, and nothing else about them that counts.
struct FileEdits: Sendable {
    private let limit: Int
    private(set) var files: Set<AbsolutePath> = []

    init(limit: Int) { self.limit = limit }

    /// False where there are too many.
    mutating func insert(_ file: AbsolutePath) -> Bool {
        files.insert(file)
        return files.count <= limit
    }

    /// Compares a look with one now. False where something else has changed than the content of a regular file.
    mutating func take(_ entry: LookCursor.Entry, _ folder: UnsafePointer<CChar>, _ now: FileStatus?) -> Bool {
        if entry.look.agrees(with: now) { return true }
        guard case .whole(let before) = entry.look, let now, before.kind == .file, now.kind == .file,
            before.permissions == now.permissions, entry.name[0] != 0
        else { return false }
        return insert(AbsolutePath(String(cString: entry.name), in: AbsolutePath(String(cString: folder))))
    }
}
