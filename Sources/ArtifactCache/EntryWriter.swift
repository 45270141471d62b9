import Digests
import Signatures

/// Writes the text of an entry: lines, of which the last is a checksum over all before it.
struct EntryWriter {
    static let checkLength = 5 + 1 + 64 + 1

    private var bytes: [UInt8] = []

    /// `key`: nil for what is kept under no key.
    init(firstLine: String, key: ContentDigest?) {
        line(firstLine)
        if let key { line("key \(key)") }
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

    /// Ends the entry. A signature covers all bytes before its own line; one that cannot be made is left out, and then
    /// nobody who asks for one takes the entry.
    mutating func finish(signedBy signer: Signer? = nil) -> [UInt8] {
        if let signature = try? signer?.sign(bytes) { line("signature \(signature.text)") }
        line("check \(ContentDigest(of: bytes).hex)")
        return bytes
    }
}
