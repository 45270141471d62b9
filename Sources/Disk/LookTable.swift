import Digests
import Glibc

/// Looks at many files, and what they showed, in a form that is compared with the disk without being taken apart.
///
/// Looks stand by folder, in blocks: the length of the block (four bytes), the number of looks in it (two), the
/// folder's path (its length in two bytes, its bytes, a zero byte) and the looks: how one looks (`LookCursor.Form`),
/// the name as the path is written, empty for the folder itself, and what a look shows. All numbers are little-endian.
public struct LookTable: Sendable {
    static let mostLooksInBlock = 512

    let blocks: ArraySlice<UInt8>
    let answers: [(question: LookQuestion, answer: ContentDigest?)]
    /// How many looks and answers there are.
    public let count: Int

    /// Nil where a path cannot be written.
    init?(_ looks: [LookPlace: Look], _ answers: [LookQuestion: ContentDigest?]) {
        var folders: [AbsolutePath: [(name: String, LookPlace, Look)]] = [:]
        for (place, look) in looks {
            let (folder, name) = LookTable.position(of: place, look)
            folders[folder, default: []].append((name, place, look))
        }
        var writer = LookWriter()
        for (folder, entries) in folders.sorted(by: { $0.key < $1.key }) {
            let sorted = entries.sorted { compareBytes($0.name, $1.name) < 0 }
            for start in stride(from: 0, to: sorted.count, by: LookTable.mostLooksInBlock) {
                let part = sorted[start..<min(sorted.count, start + LookTable.mostLooksInBlock)]
                guard writer.write(folder, part.map { ($0.name, $0.1.follows, $0.2) }) else { return nil }
            }
        }
        self.init(blocks: writer.bytes, answers: answers, looks: looks.count)
    }

    init(blocks: [UInt8], answers: [LookQuestion: ContentDigest?], looks: Int) {
        self.blocks = blocks[...]
        self.answers = answers.sorted { ($0.key.path, $0.key.code) < ($1.key.path, $1.key.code) }
            .map { ($0.key, $0.value) }
        count = looks + answers.count
    }

    /// In which block a look stands, and under which name.
    static func position(of place: LookPlace, _ look: Look) -> (folder: AbsolutePath, name: String) {
        let path = place.path, isOwn = place.follows && (path.string == "/" || look.isOfFolder)
        return isOwn ? (path, "") : (path.parent, path.name)
    }

    public func write(to writer: inout RecordWriter) {
        writer.write(count)
        writer.write(answers) { writer, entry in
            writer.write(Int(entry.question.code))
            writer.write(entry.question.path.string)
            writer.write(entry.answer)
        }
        writer.write(Array(blocks))
    }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        count = try reader.number()
        answers = try reader.list { (reader) throws(MalformedRecord) in
            let code = try reader.number(), path = try reader.text()
            guard path.utf8.first == UInt8(ascii: "/"), let question = LookQuestion(code: code, AbsolutePath(path))
            else { throw MalformedRecord() }
            return (question, try reader.optionalDigest())
        }
        blocks = try reader.content()
    }

    /// Where each block starts and ends in `bytes`; nil where that makes no sense.
    static func parts(of bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        var parts: [Range<Int>] = [], cursor = LookCursor(bytes)
        while !cursor.isAtEnd {
            guard let length = cursor.number(UInt32.self), let start = cursor.skip(Int(length)) else { return nil }
            parts.append(start..<start + Int(length))
        }
        return parts
    }

    /// Path by path; see `FileSystem.edited`.
    func edited(in files: any FileSystem, atMost limit: Int) -> EditedPlaces? {
        var edits = FileEdits(limit: limit)
        let looks = blocks.withUnsafeBytes { bytes in
            guard let parts = LookTable.parts(of: bytes) else { return false }
            return parts.allSatisfy { part in
                var cursor = LookCursor(UnsafeRawBufferPointer(rebasing: bytes[part]))
                return cursor.forEach { folder, entry in
                    let path = AbsolutePath(String(cString: entry.name), in: AbsolutePath(String(cString: folder)))
                    return edits.take(entry, folder, entry.follows ? files.status(path) : files.linkStatus(path))
                }
            }
        }
        return looks ? edited(edits, in: files) : nil
    }

    /// `looks`: those that looks showed.
    func edited(_ looks: FileEdits, in files: any FileSystem) -> EditedPlaces? {
        var edits = looks
        for (question, answer) in answers where question.answer(files) != answer {
            guard case .content(let path) = question, answer != nil, files.status(path)?.kind == .file,
                edits.insert(path)
            else { return nil }
        }
        return edits.places
    }
}

extension FileSystem {
    public func edited(since table: LookTable, atMost limit: Int) -> EditedPlaces? {
        table.edited(in: self, atMost: limit)
    }
}

extension Look {
    fileprivate var isOfFolder: Bool {
        switch self {
        case .absent: false
        case .kind(let kind): kind == .folder
        case .whole(let status): status.kind == .folder
        }
    }
}

extension LookQuestion {
    fileprivate var code: Int {
        switch self {
        case .destination: 0
        case .resolution: 1
        case .listing: 2
        case .content: 3
        }
    }

    fileprivate init?(code: Int, _ path: AbsolutePath) {
        switch code {
        case 0: self = .destination(path)
        case 1: self = .resolution(path)
        case 2: self = .listing(path)
        case 3: self = .content(path)
        default: return nil
        }
    }
}
