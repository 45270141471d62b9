import CLinux
import Glibc
import Parallelism
import Synchronization

extension LocalFileSystem {
    /// How many bytes of blocks a thread takes at once.
    private static let portion = 1 << 16

    /// Folder by folder, on all processors: a look at one of many files of a folder is half as long where the folder is
    /// open.
    public func edited(since table: LookTable, atMost limit: Int) -> EditedPlaces? {
        guard access.anchors.isEmpty else { return table.edited(in: self, atMost: limit) }
        let found: FileEdits? = table.blocks.withUnsafeBytes { bytes in
            guard let parts = LookTable.parts(of: bytes) else { return nil }
            let all = Mutex<FileEdits?>(FileEdits(limit: limit))
            let isOver = Atomic(false)
            let shown = SharedBytes(bytes: bytes)
            _ = parallelMap(LocalFileSystem.portions(of: parts)) { portion in
                var edits = FileEdits(limit: limit)
                let isFine = portion.allSatisfy { part in
                    if isOver.load(ordering: .relaxed) { return false }
                    let block = UnsafeRawBufferPointer(rebasing: shown.bytes[part])
                    return LocalFileSystem.forEach(in: block) { edits.take($0, $1, $2) }
                }
                all.withLock { all in
                    var sum = isFine ? all : nil
                    if sum?.insert(edits) != true { sum = nil }
                    if sum == nil { isOver.store(true, ordering: .relaxed) }
                    all = sum
                }
            }
            return all.withLock { $0 }
        }
        return found.flatMap { table.edited($0, in: self) }
    }

    /// Sendable because nobody writes to the bytes: those of an array that is held meanwhile.
    private struct SharedBytes: @unchecked Sendable { let bytes: UnsafeRawBufferPointer }

    private static func portions(of parts: [Range<Int>]) -> [ArraySlice<Range<Int>>] {
        var portions: [ArraySlice<Range<Int>>] = [], start = 0
        for index in parts.indices where parts[index].upperBound - parts[start].lowerBound > portion {
            portions.append(parts[start...index])
            start = index + 1
            if start == parts.endIndex { return portions }
        }
        portions.append(parts[start...])
        return portions
    }

    /// False where `body` is false of a look, or nobody knows. `body` gets a look, its folder, and a look now.
    private static func forEach(
        in block: UnsafeRawBufferPointer,
        _ body: (LookCursor.Entry, UnsafePointer<CChar>, FileStatus?) -> Bool
    ) -> Bool {
        var cursor = LookCursor(block)
        guard let (folder, count) = cursor.header() else { return false }
        let opened = systemCall { mono_open_folder_beneath(folder, "", 0) }
        // That no more can be opened says nothing of what is there.
        if opened.failed, [EMFILE, ENFILE, ENOMEM].contains(opened.code) { return false }
        let place = OpenFolder(descriptor: opened.failed ? nil : opened.value)
        for _ in 0..<count {
            guard let entry = cursor.entry(), body(entry, folder, place.look(entry)) else { return false }
        }
        return cursor.isAtEnd
    }

    /// A folder for looks at what it holds; without a descriptor there is no such folder, and nothing in it.
    private struct OpenFolder: ~Copyable {
        let descriptor: Int32?

        deinit { if let descriptor { close(descriptor) } }

        func look(_ entry: LookCursor.Entry) -> FileStatus? {
            guard let descriptor else { return nil }
            var found = stat()
            let isFolder = entry.name[0] == 0
            let result = systemCall {
                isFolder
                    ? fstat(descriptor, &found)
                    : fstatat(descriptor, entry.name, &found, entry.follows ? 0 : AT_SYMLINK_NOFOLLOW)
            }
            return result.failed ? nil : FileStatus(found)
        }
    }
}
