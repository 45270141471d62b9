import Digests

/// All that a folder holds, as one value: what is kept in the cache is restored with one read.
public struct FileTree: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case file([UInt8], isExecutable: Bool)
        case link(String)
        case emptyFolder
    }

    public struct Entry: Hashable, Sendable {
        /// Relative to the tree, without `.` and `..`.
        public var path: String
        public var content: Content

        public init(path: String, content: Content) {
            self.path = path
            self.content = content
        }
    }

    /// Sorted by path.
    public var entries: [Entry]

    public init(entries: [Entry]) { self.entries = entries }

    /// More than this is not kept: it would fill the cache of everybody. In bytes.
    static let largest = 512 << 20
    /// The same for the encoded form, which holds the paths too. Nobody need read a larger one. In bytes.
    public static let largestEncoded: Int64 = Int64(largest) + 64 << 20

    /// Reads a tree from the disk, without what has one of these names. Nil where it is larger than may be kept.
    public init?(reading folder: AbsolutePath, files: any FileSystem, without names: Set<String> = []) throws(FileError)
    {
        var entries: [Entry] = []
        var size = 0
        var open = [""]
        while let next = open.popLast() {
            let found = try files.list(next.isEmpty ? folder : folder / next)
            if found.isEmpty, !next.isEmpty { entries.append(Entry(path: next, content: .emptyFolder)) }
            for entry in found where !names.contains(entry.name) {
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
        self.entries = entries.sorted { compareBytes($0.path, $1.path) < 0 }
    }

    /// Writes the tree into `folder`, which must not hold anything yet. Files can be read by all; by nobody are they
    /// written where what lies there is not for editing.
    public func write(to folder: AbsolutePath, files: any FileSystem, isForEditing: Bool = false) throws(FileError) {
        try files.makeFolder(folder)
        // Links last: nothing is ever written through one.
        for entry in entries {
            switch entry.content {
            case .file(let content, let isExecutable):
                let permissions: UInt16 = (isExecutable ? 0o555 : 0o444) | (isForEditing ? 0o200 : 0)
                try files.write(content, to: folder / entry.path, permissions: permissions, durably: false)
            case .emptyFolder: try files.makeFolder(folder / entry.path)
            case .link: break
            }
        }
        for entry in entries {
            guard case .link(let destination) = entry.content else { continue }
            try files.makeFolder((folder / entry.path).parent)
            try files.makeSymbolicLink(at: folder / entry.path, to: destination)
        }
    }

    // MARK: The form in the cache

    public var encoded: [UInt8] {
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
            case .emptyFolder: writer.write(3)
            }
        }
        return writer.bytes
    }

    /// Throws where a path would lead out of the tree, too: anyone may have written the bytes. So it does where one
    /// entry lies below another: what lies below a link would be written where the link leads.
    public init(decoding bytes: [UInt8]) throws(MalformedRecord) {
        var reader = RecordReader(bytes)
        var last: String?
        var taken: Set<Substring> = []
        entries = try reader.list { (reader) throws(MalformedRecord) in
            let path = try reader.text()
            guard FileTree.isSafe(path), last.map({ compareBytes($0, path) < 0 }) ?? true,
                !FileTree.folders(above: path).contains(where: taken.contains)
            else { throw MalformedRecord() }
            last = path
            taken.insert(path[...])
            switch try reader.number() {
            case 0: return Entry(path: path, content: .file(Array(try reader.content()), isExecutable: false))
            case 1: return Entry(path: path, content: .file(Array(try reader.content()), isExecutable: true))
            case 2: return Entry(path: path, content: .link(try reader.text()))
            case 3: return Entry(path: path, content: .emptyFolder)
            default: throw MalformedRecord()
            }
        }
        try reader.finish()
    }

    private static func folders(above path: String) -> some Sequence<Substring> {
        path.utf8.indices.lazy.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { path[..<$0] }
    }

    private static func isSafe(_ path: String) -> Bool {
        !path.isEmpty
            && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) && !part.contains(0)
            }
    }
}
