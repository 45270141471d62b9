import Glibc

/// The folders, files and links of an `InMemoryFileSystem`, with the rules of a Unix file system as an ordinary user
/// meets them.
struct MemoryTree: Sendable {
    struct Node: Sendable {
        enum Content: Sendable {
            case file([UInt8])
            case folder([String: UInt64])
            case link(String)
            /// A pipe, socket or device.
            case other
        }

        var content: Content
        var permissions: UInt16
        var modified, changed: Int64
    }

    /// Where a path leads.
    struct Place {
        var inode: UInt64
        /// The names on the way, with all links resolved.
        var names: [String]
    }

    private static let root: UInt64 = 1
    private var nodes: [UInt64: Node]
    private var lastInode = root
    /// What each path had last; nil where a new file has a new one.
    var inodesByPath: [AbsolutePath: UInt64]?
    var now: Int64

    init(now: Int64) {
        self.now = now
        nodes = [MemoryTree.root: Node(content: .folder([:]), permissions: 0o755, modified: now, changed: now)]
    }

    // MARK: Looking

    func place(_ path: AbsolutePath, followingLast: Bool = true) throws(ErrorNumber) -> Place {
        var way: [(inode: UInt64, name: String)] = [(MemoryTree.root, "")]
        var open = Array(path.string.split(separator: "/").reversed())
        var links = 0
        while let name = open.popLast() {
            if name == "." { continue }
            let entries = try entries(way.last!.inode, wanting: 0o100)
            if name == ".." {
                if way.count > 1 { way.removeLast() }
                continue
            }
            guard let inode = entries[String(name)], let node = nodes[inode] else { throw ErrorNumber(ENOENT) }
            if case .link(let destination) = node.content, followingLast || !open.isEmpty {
                links += 1
                if links > 40 { throw ErrorNumber(ELOOP) }
                if destination.hasPrefix("/") { way.removeSubrange(1...) }
                open += destination.split(separator: "/").reversed()
            } else {
                way.append((inode, String(name)))
            }
        }
        return Place(inode: way.last!.inode, names: way.dropFirst().map(\.name))
    }

    func status(_ path: AbsolutePath, followingLast: Bool) throws(ErrorNumber) -> FileStatus {
        let inode = try place(path, followingLast: followingLast).inode
        let node = nodes[inode]!
        let (kind, size): (FileStatus.Kind, Int) =
            switch node.content {
            case .file(let content): (.file, content.count)
            case .folder: (.folder, 4096)
            case .link(let destination): (.symbolicLink, destination.utf8.count)
            case .other: (.other, 0)
            }
        return FileStatus(
            kind: kind, size: Int64(size), modified: node.modified, changed: node.changed, inode: inode, device: 1,
            permissions: node.permissions)
    }

    func content(_ path: AbsolutePath, followingLast: Bool = true) throws(ErrorNumber) -> [UInt8] {
        let node = nodes[try place(path, followingLast: followingLast).inode]!
        switch node.content {
        case .file(let content):
            if node.permissions & 0o400 == 0 { throw ErrorNumber(EACCES) }
            return content
        case .folder: throw ErrorNumber(EISDIR)
        case .link: throw ErrorNumber(ELOOP)
        case .other: throw ErrorNumber(EINVAL)
        }
    }

    func list(_ folder: AbsolutePath) throws(ErrorNumber) -> [FolderEntry] {
        let entries = try entries(try place(folder).inode, wanting: 0o400)
        return entries.map { name, inode in
            let kind: FileStatus.Kind =
                switch nodes[inode]!.content {
                case .file: .file
                case .folder: .folder
                case .link: .symbolicLink
                case .other: .other
                }
            return FolderEntry(name: name, kind: kind)
        }.sorted { compareBytes($0.name, $1.name) < 0 }
    }

    func destination(ofLink path: AbsolutePath) throws(ErrorNumber) -> String {
        guard case .link(let destination) = nodes[try place(path, followingLast: false).inode]!.content else {
            throw ErrorNumber(EINVAL)
        }
        return destination
    }

    // MARK: Changing

    /// Puts a new node in the place of what is there, as renaming a new file does.
    mutating func put(_ content: Node.Content, at path: AbsolutePath, permissions: UInt16, replacing: Bool)
        throws(ErrorNumber)
    {
        try makeFolder(path.parent)
        let folder = try place(path.parent).inode
        var entries = try entries(folder, wanting: 0o300)
        if path.name.isEmpty { throw ErrorNumber(replacing ? EISDIR : EEXIST) }
        if let old = entries[path.name] {
            if !replacing { throw ErrorNumber(EEXIST) }
            if case .folder = nodes[old]!.content { throw ErrorNumber(EISDIR) }
            nodes[old] = nil
        }
        entries[path.name] = make(content, permissions, at: path)
        set(entries, of: folder)
    }

    mutating func append(_ content: [UInt8], to path: AbsolutePath) throws(ErrorNumber) {
        let inode: UInt64
        do throws(ErrorNumber) {
            inode = try place(path).inode
        } catch  where error.code == ENOENT {
            _ = try place(path.parent)
            return try put(.file(content), at: path, permissions: 0o644, replacing: false)
        }
        guard case .file(let old) = nodes[inode]!.content else { return try overwrite(path, with: content) }
        try overwrite(path, with: old + content)
    }

    /// `unseen`: no time changes.
    mutating func overwrite(_ path: AbsolutePath, with content: [UInt8], unseen: Bool = false) throws(ErrorNumber) {
        let inode = try place(path).inode
        switch nodes[inode]!.content {
        case .file:
            if nodes[inode]!.permissions & 0o200 == 0 { throw ErrorNumber(EACCES) }
            nodes[inode]!.content = .file(content)
            if unseen { return }
            nodes[inode]!.modified = now
            nodes[inode]!.changed = now
        case .folder: throw ErrorNumber(EISDIR)
        case .link, .other: throw ErrorNumber(EINVAL)
        }
    }

    mutating func makeFolder(_ path: AbsolutePath) throws(ErrorNumber) {
        if let found = try? status(path, followingLast: true) {
            if found.kind != .folder { throw ErrorNumber(ENOTDIR) }
            return
        }
        try makeFolder(path.parent)
        let parent = try place(path.parent).inode
        var entries = try entries(parent, wanting: 0o300)
        // A link that leads nowhere.
        if entries[path.name] != nil { throw ErrorNumber(ENOTDIR) }
        entries[path.name] = make(.folder([:]), 0o755)
        set(entries, of: parent)
    }

    mutating func remove(_ path: AbsolutePath) throws(ErrorNumber) {
        let inode: UInt64, parent: UInt64
        do throws(ErrorNumber) {
            inode = try place(path, followingLast: false).inode
            parent = try place(path.parent).inode
        } catch  where error.code == ENOENT || error.code == ENOTDIR {
            return
        }
        if inode == MemoryTree.root { throw ErrorNumber(EBUSY) }
        var entries = try entries(parent, wanting: 0o300)
        forget(inode)
        entries[path.name] = nil
        set(entries, of: parent)
    }

    mutating func rename(_ source: AbsolutePath, to target: AbsolutePath) throws(ErrorNumber) {
        let moved = try place(source, followingLast: false).inode
        let from = try place(source.parent).inode, to = try place(target.parent).inode
        if moved == MemoryTree.root { throw ErrorNumber(EBUSY) }
        var targets = try entries(to, wanting: 0o300)
        _ = try entries(from, wanting: 0o300)
        let movesFolder = if case .folder = nodes[moved]!.content { true } else { false }
        if movesFolder, target != source, target.isInside(source) { throw ErrorNumber(EINVAL) }
        if target.name.isEmpty { throw ErrorNumber(EBUSY) }
        if let old = targets[target.name] {
            if old == moved { return }
            if case .folder(let held) = nodes[old]!.content {
                if !movesFolder { throw ErrorNumber(EISDIR) }
                if !held.isEmpty { throw ErrorNumber(ENOTEMPTY) }
            } else if movesFolder {
                throw ErrorNumber(ENOTDIR)
            }
            nodes[old] = nil
        }
        targets[target.name] = moved
        set(targets, of: to)
        var sources = try entries(from, wanting: 0o300)
        sources[source.name] = nil
        set(sources, of: from)
        nodes[moved]!.changed = now
    }

    mutating func setModified(_ path: AbsolutePath, to time: Int64) throws(ErrorNumber) {
        let inode = try place(path).inode
        nodes[inode]!.modified = time
        nodes[inode]!.changed = now
    }

    mutating func setPermissions(_ path: AbsolutePath, to permissions: UInt16) throws(ErrorNumber) {
        let inode = try place(path).inode
        nodes[inode]!.permissions = permissions & 0o7777
        nodes[inode]!.changed = now
    }

    // MARK: Nodes

    private func entries(_ inode: UInt64, wanting rights: UInt16) throws(ErrorNumber) -> [String: UInt64] {
        guard let node = nodes[inode], case .folder(let entries) = node.content else { throw ErrorNumber(ENOTDIR) }
        if node.permissions & rights != rights { throw ErrorNumber(EACCES) }
        return entries
    }

    private mutating func set(_ entries: [String: UInt64], of folder: UInt64) {
        nodes[folder]!.content = .folder(entries)
        nodes[folder]!.modified = now
        nodes[folder]!.changed = now
    }

    private mutating func make(_ content: Node.Content, _ permissions: UInt16, at path: AbsolutePath? = nil) -> UInt64 {
        let inode: UInt64
        if let path, let last = inodesByPath?[path], nodes[last] == nil {
            inode = last
        } else {
            lastInode += 1
            inode = lastInode
        }
        if let path { inodesByPath?[path] = inode }
        nodes[inode] = Node(content: content, permissions: permissions & 0o7777, modified: now, changed: now)
        return inode
    }

    private mutating func forget(_ inode: UInt64) {
        if case .folder(let entries) = nodes[inode]!.content { for child in entries.values { forget(child) } }
        nodes[inode] = nil
    }
}
