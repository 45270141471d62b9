/// What was read is not what `RecordWriter` writes.
public struct MalformedRecord: Error, Hashable {
    public init() {}
}

/// Reads what `RecordWriter` wrote, from bytes that anyone may have written: every length is checked before it is
/// believed.
public struct RecordReader {
    private let bytes: [UInt8]
    private var at = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads what `RecordWriter.sealed` made; throws where any of it differs.
    public init(sealed: [UInt8]) throws(MalformedRecord) {
        guard sealed.count >= ContentDigest.hashLength else { throw MalformedRecord() }
        let isWhole = sealed.withUnsafeBytes { bytes in
            var hasher = SHA256Hasher()
            hasher.update(UnsafeRawBufferPointer(rebasing: bytes[ContentDigest.hashLength...]))
            let content = hasher.finish()
            return ContentDigest(hash: bytes, size: content.size) == content
        }
        guard isWhole else { throw MalformedRecord() }
        (bytes, at) = (sealed, ContentDigest.hashLength)
    }

    /// Throws unless everything was read.
    public func finish() throws(MalformedRecord) {
        if at != bytes.count { throw MalformedRecord() }
    }

    public mutating func number() throws(MalformedRecord) -> Int {
        // Nearly all numbers are lengths of less than 128.
        if at < bytes.count, bytes[at] < 0x80 {
            at += 1
            return Int(bytes[at - 1])
        }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 63 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(value) }
            shift += 7
        }
        throw MalformedRecord()
    }

    /// A number that `RecordWriter.fixed` wrote.
    public mutating func fixed() throws(MalformedRecord) -> Int {
        guard bytes.count - at >= 8 else { throw MalformedRecord() }
        let value = bytes.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: Int64.self)) }
        at += 8
        return Int(value)
    }

    public mutating func flag() throws(MalformedRecord) -> Bool {
        guard at < bytes.count, bytes[at] <= 1 else { throw MalformedRecord() }
        at += 1
        return bytes[at - 1] == 1
    }

    public mutating func text() throws(MalformedRecord) -> String { try text(length: try length()) }

    /// A text of so many bytes, whose length stands elsewhere.
    public mutating func text(length: Int) throws(MalformedRecord) -> String {
        guard length >= 0, length <= bytes.count - at else { throw MalformedRecord() }
        let text = bytes.withUnsafeBufferPointer {
            RecordReader.text(UnsafeBufferPointer(rebasing: $0[at..<at + length]))
        }
        guard let text else { throw MalformedRecord() }
        at += length
        return text
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // Nearly all texts are ASCII, and the check of others takes longer than all the rest of reading one.
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80 ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }

    public mutating func content() throws(MalformedRecord) -> ArraySlice<UInt8> {
        let length = try self.length()
        at += length
        return bytes[at - length..<at]
    }

    public mutating func digest() throws(MalformedRecord) -> ContentDigest {
        guard bytes.count - at >= ContentDigest.hashLength else { throw MalformedRecord() }
        let start = at
        at += ContentDigest.hashLength
        let size = Int64(try number())
        let digest = bytes.withUnsafeBytes {
            ContentDigest(hash: UnsafeRawBufferPointer(rebasing: $0[start...]), size: size)
        }
        guard let digest else { throw MalformedRecord() }
        return digest
    }

    public mutating func list<Element>(
        _ element: (inout RecordReader) throws(MalformedRecord) -> Element
    ) throws(MalformedRecord) -> [Element] {
        let (count, room) = try elements()
        var result: [Element] = []
        result.reserveCapacity(room)
        for _ in 0..<count { result.append(try element(&self)) }
        return result
    }

    public mutating func texts() throws(MalformedRecord) -> [String] {
        let (count, room) = try elements()
        var result: [String] = []
        result.reserveCapacity(room)
        for _ in 0..<count { result.append(try text()) }
        return result
    }

    /// Of two entries with one key the latter counts.
    public mutating func table<Key: Hashable, Value>(
        _ entry: (inout RecordReader) throws(MalformedRecord) -> (Key, Value)
    ) throws(MalformedRecord) -> [Key: Value] {
        let (count, room) = try elements()
        var result: [Key: Value] = [:]
        result.reserveCapacity(room)
        for _ in 0..<count {
            let (key, value) = try entry(&self)
            result[key] = value
        }
        return result
    }

    public mutating func digests() throws(MalformedRecord) -> [String: ContentDigest] {
        try table { (reader) throws(MalformedRecord) in (try reader.text(), try reader.digest()) }
    }

    public mutating func optional<Value>(
        _ value: (inout RecordReader) throws(MalformedRecord) -> Value
    ) throws(MalformedRecord) -> Value? {
        try flag() ? try value(&self) : nil
    }

    public mutating func optionalText() throws(MalformedRecord) -> String? { try flag() ? try text() : nil }

    public mutating func optionalDigest() throws(MalformedRecord) -> ContentDigest? { try flag() ? try digest() : nil }

    /// One of an enum's cases by its raw value.
    public mutating func choice<Value: RawRepresentable<UInt8>>(_: Value.Type) throws(MalformedRecord) -> Value {
        guard let raw = UInt8(exactly: try number()), let value = Value(rawValue: raw) else { throw MalformedRecord() }
        return value
    }

    /// How many elements follow, and for how many of them room may be made at once. None is shorter than a byte, but
    /// room for as many as claimed would be many times the bytes that claim to hold them.
    private mutating func elements() throws(MalformedRecord) -> (count: Int, room: Int) {
        let count = try length()
        return (count, min(count, (bytes.count - at) / 16 + 16, 1 << 16))
    }

    private mutating func length() throws(MalformedRecord) -> Int {
        let length = try number()
        guard length <= bytes.count - at else { throw MalformedRecord() }
        return length
    }
}
