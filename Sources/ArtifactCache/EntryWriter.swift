import Digests

/// Writes the text of an entry: lines, of which the last is a checksum over all before it.
struct EntryWriter {
    static let checkLength = 5 + 1 + 64 + 1

    private var bytes: [UInt8] = []

    init(firstLine: String, key: ContentDigest) {
        line(firstLine)
        line("key \(key)")
    }

    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A line that ends in a name. In names, a line feed is written `\n` and a backslash `\\`.
    mutating func line(_ text: String, name: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: " "))
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\\")])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func finish() -> [UInt8] {
        line("check \(ContentDigest(of: bytes).hex)")
        return bytes
    }
}

