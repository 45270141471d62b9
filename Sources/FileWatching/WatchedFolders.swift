import CLinux
import Disk
import Glibc

/// The folders that the kernel watches for this process, and what its reports about them mean.
struct WatchedFolders: Sendable {
    private struct Folder: Sendable {
        var path: AbsolutePath
        /// The entries that count; nil for all.
        var names: Set<String>?
    }

    /// Where reports are read; -1 where the system has no queue to give.
    let events: Int32
    private let exceptions: FolderWatch.Exceptions
    private let most: Int
    private let files = LocalFileSystem()
    /// By the kernel's number of the watch.
    private var folders: [Int32: Folder] = [:]
    private(set) var isIncomplete: Bool

    init(_ exceptions: FolderWatch.Exceptions, most: Int) {
        (self.exceptions, self.most) = (exceptions, most)
        events = inotify_init1(Int32(truncatingIfNeeded: IN_CLOEXEC) | Int32(truncatingIfNeeded: IN_NONBLOCK))
        isIncomplete = events < 0
    }

    func close() {
        if events >= 0 { Glibc.close(events) }
    }

    var count: Int { folders.count }

    private static let mask = [
        IN_CLOSE_WRITE, IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE_SELF, IN_MOVE_SELF, IN_ATTRIB,
    ].reduce(UInt32(truncatingIfNeeded: IN_ONLYDIR)) { $0 | UInt32(truncatingIfNeeded: $1) }

    /// Each folder is watched before it is listed, so that nothing is missed between the two.
    mutating func add(_ root: AbsolutePath, roots: [AbsolutePath]) {
        var open = [root]
        while let folder = open.popLast() {
            guard watch(folder), let entries = try? files.list(folder) else { continue }
            for entry in entries {
                let path = folder / entry.name
                if exceptions.contain(entry.name, path) { continue }
                switch entry.kind {
                case .folder: open.append(path)
                case .symbolicLink: add(link: path, roots: roots)
                case .file, .other: continue
                }
            }
        }
    }

    /// Where a link leads out of all roots, its end is watched: the entries of a folder, or one file. Folders further
    /// below count only if a package lies there, which is then a root.
    private mutating func add(link: AbsolutePath, roots: [AbsolutePath]) {
        guard let end = files.resolve(link), !roots.contains(where: { end.isInside($0) }) else { return }
        if files.status(end)?.kind == .folder { _ = watch(end) } else { _ = watch(end.parent, only: end.name) }
    }

    private mutating func watch(_ folder: AbsolutePath, only name: String? = nil) -> Bool {
        guard events >= 0, folders.count < most else {
            isIncomplete = true
            return false
        }
        let handle = inotify_add_watch(events, folder.string, WatchedFolders.mask)
        if handle < 0 {
            // What is gone or closed to mono is no matter: its parent is watched.
            if errno == ENOSPC || errno == ENOMEM { isIncomplete = true }
            return false
        }
        var names = name.map { Set([$0]) }
        if let known = folders[handle] {
            if let name, let before = known.names { names = before.union([name]) } else { names = nil }
        }
        folders[handle] = Folder(path: folder, names: names)
        return true
    }

    /// Of a folder that is somewhere else now. If it is watched there, it gets new watches.
    private mutating func forget(_ folder: AbsolutePath) {
        for (handle, known) in folders where known.path.isInside(folder) {
            inotify_rm_watch(events, handle)
            folders[handle] = nil
        }
    }

    // MARK: Reports

    mutating func take(_ bytes: UnsafeRawBufferPointer, into changes: inout FileChanges, roots: [AbsolutePath]) {
        let header = MemoryLayout<inotify_event>.size
        var at = 0
        while at + header <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
            let name = bytes[(at + header)..<min(at + header + Int(event.len), bytes.count)].prefix { $0 != 0 }
            at += header + Int(event.len)
            take(event, String(decoding: name, as: UTF8.self), into: &changes, roots: roots)
        }
    }

    private mutating func take(
        _ event: inotify_event, _ name: String, into changes: inout FileChanges, roots: [AbsolutePath]
    ) {
        func has(_ flag: some BinaryInteger) -> Bool { event.mask & UInt32(truncatingIfNeeded: flag) != 0 }
        if has(IN_Q_OVERFLOW) {
            changes.insertUnknown()
            for root in roots { add(root, roots: roots) }
            return
        }
        guard let folder = folders[event.wd] else { return }
        if has(IN_IGNORED) {
            folders[event.wd] = nil
            return
        }
        if let names = folder.names, !names.contains(name) { return }
        let path = name.isEmpty ? folder.path : folder.path / name
        if !name.isEmpty, exceptions.contain(name, path) { return }
        // A folder's own times change with its entries, which are reported.
        if has(IN_ATTRIB), has(IN_ISDIR) { return }
        changes.insert(path)
        guard !name.isEmpty else { return }
        if has(IN_ISDIR), has(IN_MOVED_FROM) { forget(path) }
        guard has(IN_CREATE) || has(IN_MOVED_TO) else { return }
        if has(IN_ISDIR) {
            add(path, roots: roots)
        } else if files.linkStatus(path)?.kind == .symbolicLink {
            add(link: path, roots: roots)
        }
    }
}
