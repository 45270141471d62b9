/// What was read is not what `RecordWriter` writes.
public struct MalformedRecord: Error, Hashable {
    public init() {}
}

/// Reads what `RecordWriter` wrote, from bytes that anyone may have written: every length is checked before it is believed.
public struct RecordReader {
    private let bytes: [UInt8]
    private var at = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Throws unless everything was read.
    public func finish() throws(MalformedRecord) {
        if at != bytes.count { throw MalformedRecord() }
    }

    public mutating func number() throws(MalformedRecord) -> Int {
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

    public mutating func flag() throws(MalformedRecord) -> Bool {
        guard at < bytes.count, bytes[at] <= 1 else { throw MalformedRecord() }
        at += 1
        return bytes[at - 1] == 1
    }

    public mutating func text() throws(MalformedRecord) -> String {
        let length = try self.length()
        guard let text = String(validating: bytes[at..<at + length], as: UTF8.self) else { throw MalformedRecord() }
        at += length
        return text
    }

    public mutating func content() throws(MalformedRecord) -> ArraySlice<UInt8> {
        let length = try self.length()
        at += length
        return bytes[at - length..<at]
    }

    public mutating func list<Element>(
        _ element: (inout RecordReader) throws(MalformedRecord) -> Element
    ) throws(MalformedRecord) -> [Element] {
        // No element is shorter than a byte.
        let count = try length()
        var result: [Element] = []
        // Room for all at once would be many times the bytes that claim to hold them.
        result.reserveCapacity(min(count, 1 << 12))
        for _ in 0..<count { result.append(try element(&self)) }
        return result
    }

    public mutating func texts() throws(MalformedRecord) -> [String] {
        try list { (reader) throws(MalformedRecord) in try reader.text() }
    }

    public mutating func optional<Value>(
        _ value: (inout RecordReader) throws(MalformedRecord) -> Value
    ) throws(MalformedRecord) -> Value? {
        try flag() ? try value(&self) : nil
    }

    public mutating func optionalText() throws(MalformedRecord) -> String? {
        try optional { (reader) throws(MalformedRecord) in try reader.text() }
    }

    /// One of an enum's cases by its raw value.
    public mutating func choice<Value: RawRepresentable>(_: Value.Type) throws(MalformedRecord) -> Value where Value.RawValue == UInt8 {
        guard let raw = UInt8(exactly: try number()), let value = Value(rawValue: raw) else { throw MalformedRecord() }
        return value
    }

    private mutating func length() throws(MalformedRecord) -> Int {
        let length = try number()
        guard length <= bytes.count - at else { throw MalformedRecord() }
        return length
    }
}
