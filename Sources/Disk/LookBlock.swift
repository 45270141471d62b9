import Glibc

/// How a look stands in a block: what is known, and whether links are followed.
private enum Form {
    static let absent: UInt8 = 0, kind: UInt8 = 1, whole: UInt8 = 2, known: UInt8 = 3
    static let follows: UInt8 = 4
}

/// Writes the blocks of a `LookTable`.
struct LookWriter {
    private(set) var bytes: [UInt8] = []

    /// False where a name holds a zero byte or is longer than any path.
    mutating func write(_ folder: AbsolutePath, _ looks: [(name: String, follows: Bool, look: Look)]) -> Bool {
        let start = bytes.count
        append(UInt32(0))
        append(UInt16(looks.count))
        guard append(folder.string) else { return false }
        for (name, follows, look) in looks {
            let link: UInt8 = follows ? Form.follows : 0
            switch look {
            case .absent:
                bytes.append(Form.absent | link)
                guard append(name) else { return false }
            case .kind(let kind):
                bytes.append(Form.kind | link)
                guard append(name) else { return false }
                bytes.append(kind.code)
            case .whole(let status):
                bytes.append(Form.whole | link)
                guard append(name) else { return false }
                append(status)
            }
        }
        let length = UInt32(bytes.count - start - 4)
        withUnsafeBytes(of: length.littleEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
        return true
    }

    /// A block of another table.
    mutating func copy(_ block: Slice<UnsafeRawBufferPointer>) {
        append(UInt32(block.count))
        bytes.append(contentsOf: block)
    }

    private mutating func append(_ status: FileStatus) {
        bytes.append(status.kind.code)
        append(status.permissions)
        for number in [status.size, status.modified, status.changed] { append(number) }
        for number in [status.inode, status.device] { append(number) }
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) -> Bool {
        guard text.utf8.count <= Int(PATH_MAX), !text.utf8.contains(0) else { return false }
        append(UInt16(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        return true
    }
}

/// Reads blocks where they lie. Whatever makes no sense ends it.
struct LookCursor {
    /// `name`: ends with a zero byte; empty for the folder.
    struct Entry {
        var name: UnsafePointer<CChar>
        var follows: Bool
        var look: Look
    }

    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        guard bytes.count - at >= MemoryLayout<Number>.size else { return nil }
        defer { at += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Number.self))
    }

    /// Where what is skipped starts.
    mutating func skip(_ length: Int) -> Int? {
        guard bytes.count - at >= length else { return nil }
        defer { at += length }
        return at
    }

    /// A text with a zero byte behind it, and none in it.
    private mutating func text() -> UnsafePointer<CChar>? {
        guard let length = number(UInt16.self), let start = skip(Int(length) + 1) else { return nil }
        let text = bytes.baseAddress! + start
        guard memchr(text, 0, Int(length) + 1) == UnsafeMutableRawPointer(mutating: text + Int(length)) else {
            return nil
        }
        return text.assumingMemoryBound(to: CChar.self)
    }

    /// The folder and how many looks follow.
    mutating func header() -> (folder: UnsafePointer<CChar>, count: Int)? {
        guard let count = number(UInt16.self), let folder = text(), folder[0] == 0x2F else { return nil }
        return (folder, Int(count))
    }

    mutating func entry() -> Entry? {
        guard let form = number(UInt8.self), form <= Form.known | Form.follows, let name = text(),
            strchr(name, 0x2F) == nil, let look = look(form & Form.known)
        else { return nil }
        return Entry(name: name, follows: form & Form.follows != 0, look: look)
    }

    private mutating func look(_ form: UInt8) -> Look? {
        switch form {
        case Form.absent: return .absent
        case Form.kind: return kind().map(Look.kind)
        case Form.whole:
            guard let kind = kind(), let permissions = number(UInt16.self), let size = number(Int64.self),
                let modified = number(Int64.self), let changed = number(Int64.self), let inode = number(UInt64.self),
                let device = number(UInt64.self)
            else { return nil }
            return .whole(
                FileStatus(
                    kind: kind, size: size, modified: modified, changed: changed, inode: inode, device: device,
                    permissions: permissions))
        default: return nil
        }
    }

    private mutating func kind() -> FileStatus.Kind? { number(UInt8.self).flatMap(FileStatus.Kind.init) }

    /// False where `body` is false of a look, or the block makes no sense.
    mutating func forEach(_ body: (UnsafePointer<CChar>, Entry) -> Bool) -> Bool {
        guard let (folder, count) = header() else { return false }
        for _ in 0..<count {
            guard let entry = entry(), body(folder, entry) else { return false }
        }
        return isAtEnd
    }
}
