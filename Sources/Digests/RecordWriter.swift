/// Writes values one after the other, each framed by its length, for `RecordReader`.
///
/// Whole numbers are unsigned LEB128 (seven bits a byte, lowest first); a text is its length in bytes and its UTF-8; a list is its
/// length and its elements; something optional is 0, or 1 and the value.
public struct RecordWriter {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func write(_ number: Int) {
        var rest = UInt64(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
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

    public mutating func write<Element>(_ list: [Element], _ writeElement: (inout RecordWriter, Element) -> Void) {
        write(list.count)
        for element in list { writeElement(&self, element) }
    }

    public mutating func write(_ list: [String]) { write(list) { $0.write($1) } }

    public mutating func write<Value>(_ value: Value?, _ writeValue: (inout RecordWriter, Value) -> Void) {
        write(value != nil)
        if let value { writeValue(&self, value) }
    }

    public mutating func write(_ text: String?) { write(text) { $0.write($1) } }
}
