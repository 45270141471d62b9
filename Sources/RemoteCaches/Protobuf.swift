/// Writes messages in the wire format of protocol buffers, as far as mono needs it: numbers, texts, and messages in
/// messages. Default values are left out, as all writers do.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ field: Int, _ value: Int64) {
        if value == 0 { return }
        varint(UInt64(field) << 3)
        varint(UInt64(bitPattern: value))
    }

    mutating func text(_ field: Int, _ value: String) { self.value(field, Array(value.utf8)) }

    mutating func value(_ field: Int, _ value: [UInt8]) {
        if !value.isEmpty { message(field, value) }
    }

    /// A message that is there even where it is empty.
    mutating func message(_ field: Int, _ content: [UInt8]) {
        varint(UInt64(field) << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads the fields of one message, in their order. Trusts nothing: whatever the bytes are, it ends, and reads nothing
/// beside them.
struct ProtobufReader {
    enum Value: Hashable {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// Eight or four bytes that no field of ours has.
        case fixed
    }

    /// The bytes are no message.
    struct Malformed: Error, Hashable {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Nil at the end.
    mutating func next() throws(Malformed) -> (field: Int, value: Value)? {
        if rest.isEmpty { return nil }
        let tag = try varint()
        guard tag >> 3 > 0, let field = Int(exactly: tag >> 3), field <= 0x1fff_ffff else { throw Malformed() }
        switch tag & 7 {
        case 0: return (field, .number(try varint()))
        case 1: return (field, try skip(8))
        case 2:
            guard let count = Int(exactly: try varint()), count <= rest.count else { throw Malformed() }
            defer { rest = rest.dropFirst(count) }
            return (field, .bytes(rest.prefix(count)))
        case 5: return (field, try skip(4))
        default: throw Malformed()
        }
    }

    /// Numbers, one behind the other.
    static func packed(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [Int64] {
        var reader = ProtobufReader(bytes), found: [Int64] = []
        while !reader.rest.isEmpty { found.append(Int64(bitPattern: try reader.varint())) }
        return found
    }

    private mutating func skip(_ count: Int) throws(Malformed) -> Value {
        guard rest.count >= count else { throw Malformed() }
        rest = rest.dropFirst(count)
        return .fixed
    }

    private mutating func varint() throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = rest.popFirst() else { throw Malformed() }
            // The tenth byte has one bit left.
            if shift == 63, byte > 1 { throw Malformed() }
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw Malformed()
    }
}
