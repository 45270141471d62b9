import Disk

/// Every file of a folder from elsewhere, as one value: what is kept in the cache is restored with one read.
struct FileTree: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case file([UInt8], isExecutable: Bool)
        case link(String)
    }

    struct Entry: Hashable, Sendable {
        /// Relative to the tree, without `.` and `..`.
        var path: String
        var content: Content
    }

    /// Sorted by path.
    var entries: [Entry]

    init(entries: [Entry]) { self.entries = entries }

    /// More than this is not kept: it would fill the cache of everybody. In bytes.
    static let largest = 512 << 20

    /// Reads a tree from the disk, without git's own files. Nil where it is larger than may be kept.
    init?(reading folder: AbsolutePath, files: any FileSystem) throws(FileError) {
        var entries: [Entry] = []
        var size = 0
        var open = [""]
        while let next = open.popLast() {
            for entry in try files.list(next.isEmpty ? folder : folder / next) where entry.name != ".git" {
                let path = next.isEmpty ? entry.name : next + "/" + entry.name
                switch entry.kind {
                case .folder: open.append(path)
                case .symbolicLink:
                    entries.append(Entry(path: path, content: .link(try files.destination(ofLink: folder / path))))
                case .file:
                    let content = try files.read(folder / path)
                    size += content.count
                    if size > FileTree.largest { return nil }
                    let isExecutable = files.linkStatus(folder / path)?.isExecutable ?? false
                    entries.append(Entry(path: path, content: .file(content, isExecutable: isExecutable)))
                case .other: continue
                }
            }
        }
        self.entries = entries.sorted { PackagePath.precedes($0.path, $1.path) }
    }

    /// Writes the tree into `folder`, which must not hold anything yet. Files can be read by all and written by nobody: what lies there
    /// is not for editing.
    func write(to folder: AbsolutePath, files: any FileSystem) throws(FileError) {
        try files.makeFolder(folder)
        // Links last: nothing is ever written through one.
        for entry in entries {
            guard case .file(let content, let isExecutable) = entry.content else { continue }
            try files.write(content, to: folder / entry.path, permissions: isExecutable ? 0o555 : 0o444, durably: false)
        }
        for entry in entries {
            guard case .link(let destination) = entry.content else { continue }
            try files.makeFolder((folder / entry.path).parent)
            try files.makeSymbolicLink(at: folder / entry.path, to: destination)
        }
    }

    // MARK: The form in the cache

    var encoded: [UInt8] {
        var writer = RecordWriter()
        writer.write(entries) { writer, entry in
            writer.write(entry.path)
            switch entry.content {
            case .file(let content, let isExecutable):
                writer.write(isExecutable ? 1 : 0)
                writer.write(content)
            case .link(let destination):
                writer.write(2)
                writer.write(destination)
            }
        }
        return writer.bytes
    }

    /// Throws where a path would lead out of the tree, too: anyone may have written the bytes.
    init(decoding bytes: [UInt8]) throws(MalformedRecord) {
        var reader = RecordReader(bytes)
        var last: String?
        entries = try reader.list { (reader) throws(MalformedRecord) in
            let path = try reader.text()
            guard FileTree.isSafe(path), last.map({ PackagePath.precedes($0, path) }) ?? true else {
                throw MalformedRecord()
            }
            last = path
            switch try reader.number() {
            case 0: return Entry(path: path, content: .file(Array(try reader.content()), isExecutable: false))
            case 1: return Entry(path: path, content: .file(Array(try reader.content()), isExecutable: true))
            case 2: return Entry(path: path, content: .link(try reader.text()))
            default: throw MalformedRecord()
            }
        }
        try reader.finish()
    }

    private static func isSafe(_ path: String) -> Bool {
        !path.isEmpty
            && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) && !part.contains(0)
            }
    }
}
