/// Writes values one after the other, each framed by its length, for `RecordReader`.
///
/// Whole numbers are unsigned LEB128 (seven bits a byte, lowest first); a text is its length in bytes and its UTF-8; a
/// list is its length and its elements; something optional is 0, or 1 and the value; a digest is the 32 bytes of its
/// hash and its size.
public struct RecordWriter {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// The content behind the 32 bytes of its own hash, so that a damaged file is told from a whole one.
    public func sealed() -> [UInt8] {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(ContentDigest.hashLength + bytes.count)
        ContentDigest(of: bytes).appendHash(to: &sealed)
        sealed += bytes
        return sealed
    }

    /// `number` must not be negative: `fixed` is for those.
    public mutating func write(_ number: Int) {
        var rest = UInt64(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Any number, as 8 bytes, little-endian.
    public mutating func fixed(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    public mutating func write(_ content: [UInt8]) {
        write(content.count)
        bytes += content
    }

    /// Without its length: for what has a form of its own.
    public mutating func writeRaw(_ content: some Sequence<UInt8>) { bytes.append(contentsOf: content) }

    public mutating func write(_ digest: ContentDigest) {
        digest.appendHash(to: &bytes)
        write(Int(digest.size))
    }

    public mutating func write<Element>(_ list: [Element], _ writeElement: (inout RecordWriter, Element) -> Void) {
        write(list.count)
        for element in list { writeElement(&self, element) }
    }

    public mutating func write(_ list: [String]) { write(list) { $0.write($1) } }

    /// Sorted by key: what has no order of its own is written in one way only.
    public mutating func write<Key: Comparable, Value>(
        table: [Key: Value], _ writeEntry: (inout RecordWriter, Key, Value) -> Void
    ) {
        write(table.count)
        for (key, value) in table.sorted(by: { $0.key < $1.key }) { writeEntry(&self, key, value) }
    }

    public mutating func write(_ table: [String: ContentDigest]) {
        write(table: table) {
            $0.write($1)
            $0.write($2)
        }
    }

    public mutating func write<Value>(_ value: Value?, _ writeValue: (inout RecordWriter, Value) -> Void) {
        write(value != nil)
        if let value { writeValue(&self, value) }
    }

    public mutating func write(_ text: String?) { write(text) { $0.write($1) } }

    public mutating func write(_ digest: ContentDigest?) { write(digest) { $0.write($1) } }
}
