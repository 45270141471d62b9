/// What differs from looks, and can be dealt with file by file.
public struct EditedPlaces: Hashable, Sendable {
    /// Regular files that look as if they held something else; sorted.
    public var files: [AbsolutePath]
    /// Folders that something was added to, or taken from, or both, so that they may list what they listed; sorted.
    public var folders: [AbsolutePath]

    /// Everything looks as it did.
    public var isEmpty: Bool { files.isEmpty && folders.isEmpty }
}

/// Files whose content seems to have changed since they were looked at, folders whose listing does, and nothing else
/// about them that counts.
struct FileEdits: Sendable {
    private let limit: Int
    private(set) var files: Set<AbsolutePath> = []
    private(set) var folders: Set<AbsolutePath> = []

    init(limit: Int) { self.limit = limit }

    /// False where there are too many.
    mutating func insert(_ file: AbsolutePath) -> Bool {
        files.insert(file)
        return files.count <= limit
    }

    private mutating func insert(folder: AbsolutePath) -> Bool {
        folders.insert(folder)
        return folders.count <= limit
    }

    /// False where there are too many.
    mutating func insert(_ other: FileEdits) -> Bool {
        files.formUnion(other.files)
        folders.formUnion(other.folders)
        return files.count <= limit && folders.count <= limit
    }

    /// Compares a look with one now. False where something else has changed than the content of a regular file or of a
    /// folder.
    mutating func take(_ entry: LookCursor.Entry, _ folder: UnsafePointer<CChar>, _ now: FileStatus?) -> Bool {
        if entry.look.agrees(with: now) { return true }
        guard case .whole(let before) = entry.look, let now, before.kind == now.kind,
            before.permissions == now.permissions
        else { return false }
        let place = AbsolutePath(String(cString: folder)), name = String(cString: entry.name)
        switch now.kind {
        case .file: return !name.isEmpty && insert(place / name)
        case .folder:
            // Another folder of that name is another folder.
            guard before.inode == now.inode, before.device == now.device else { return false }
            return insert(folder: name.isEmpty ? place : place / name)
        case .symbolicLink, .other: return false
        }
    }

    var places: EditedPlaces { EditedPlaces(files: files.sorted(), folders: folders.sorted()) }
}
