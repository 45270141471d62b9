import Digests
import Glibc
import Signatures

/// What is wrong with the text of an entry, for people.
struct Malformation: Error, Hashable { var reason: String }

/// Reads what `EntryWriter` writes, and nothing else. The checksum is looked at first, so the rest is what some writer
/// meant to write; it is checked all the same, for the writer need not be ours. Valid only while the buffer that it was
/// made over is.
struct EntryReader {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    private let body: Bytes
    private let verifier: Verifier?
    private var at: Int

    /// Reads the first line and the key, which must be `key`; nil for what is kept under no key. `verifier`: who must
    /// have signed the entry, which `finish` sees to.
    init(_ bytes: Bytes, firstLine: String, key: ContentDigest?, verifier: Verifier? = nil) throws(Malformation) {
        self.verifier = verifier
        let headLength = firstLine.utf8.count + 1
        guard bytes.starts(with: firstLine.utf8), bytes.count >= headLength, bytes[headLength - 1] == UInt8(ascii: "\n")
        else {
            throw Malformation(reason: "it does not start with the line '\(firstLine)'")
        }
        let length = bytes.count - EntryWriter.checkLength
        guard length >= headLength else { throw Malformation(reason: "it is truncated") }
        body = Bytes(rebasing: bytes[..<length])
        at = headLength
        var hasher = SHA256Hasher()
        hasher.update(UnsafeRawBufferPointer(body))
        guard body[length - 1] == UInt8(ascii: "\n"),
            bytes[length...].elementsEqual("check \(hasher.finish().hex)\n".utf8)
        else { throw Malformation(reason: "its checksum does not match") }

        guard let key else { return }
        guard let text = take("key") else { throw Malformation(reason: "it names no key") }
        guard try EntryReader.digest(text) == key else { throw Malformation(reason: "it was written for another key") }
    }

    /// The key that an entry names, before anything else in it is looked at.
    static func key(of bytes: [UInt8], firstLine: String) -> ContentDigest? {
        let start = firstLine.utf8.count + 5
        guard bytes.count > start, bytes[..<start].elementsEqual("\(firstLine)\nkey ".utf8),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        return bytes[start..<end].withUnsafeBufferPointer { try? digest($0) }
    }

    var isAtEnd: Bool { at == body.count }

    /// Reads the last line before the checksum, where there is one that the caller did not take: the signature. To be
    /// called when everything else was read.
    mutating func finish() throws(Malformation) {
        let signed = body[..<at]
        if let text = take("signature") {
            guard isAtEnd, let signature = Signature(Array(text)) else {
                throw Malformation(reason: "it holds a line that is not known")
            }
            if let verifier, !verifier.verifies(signature, of: Array(signed)) {
                throw Malformation(reason: CacheMiss.foreignSignature)
            }
        } else {
            guard isAtEnd else { throw Malformation(reason: "it holds a line that is not known") }
            if verifier != nil { throw Malformation(reason: CacheMiss.noSignature) }
        }
    }

    /// What follows `word` and a space in the next line, where that line begins so; the line is then behind us.
    mutating func take(_ word: StaticString) -> Bytes? {
        let start = at + word.utf8CodeUnitCount
        guard start < body.count, body[start] == UInt8(ascii: " ") else { return nil }
        for offset in 0..<word.utf8CodeUnitCount where body[at + offset] != word.utf8Start[offset] { return nil }
        // The body ends in a line feed, so there is one to find.
        var end = body.count - 1
        if let base = body.baseAddress, let found = memchr(base + start, 10, body.count - start) {
            end = UnsafeRawPointer(base).distance(to: found)
        }
        at = end + 1
        return Bytes(rebasing: body[(start + 1)..<end])
    }

    /// `text` split at its first space.
    static func split(_ text: Bytes) throws(Malformation) -> (Bytes, Bytes) {
        guard let space = text.firstIndex(of: UInt8(ascii: " ")) else {
            throw Malformation(reason: "a line is too short")
        }
        return (Bytes(rebasing: text[..<space]), Bytes(rebasing: text[(space + 1)...]))
    }

    /// Reads `hex/size`.
    static func digest(_ text: Bytes) throws(Malformation) -> ContentDigest {
        guard text.count > 65, text[64] == UInt8(ascii: "/"),
            let size = try? number(Bytes(rebasing: text[65...])), size <= largestBlob,
            let digest = ContentDigest(hexDigits: Bytes(rebasing: text[..<64]), size: size)
        else { throw Malformation(reason: "it holds a bad digest") }
        return digest
    }

    /// Reads a decimal number: no sign, no zero in front, below 10^18.
    static func number(_ text: Bytes) throws(Malformation) -> Int64 {
        var value: Int64 = 0
        guard (1...18).contains(text.count), text.count == 1 || text[0] != UInt8(ascii: "0") else {
            throw Malformation(reason: "it holds a bad number")
        }
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                throw Malformation(reason: "it holds a bad number")
            }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// Reads a name as `EntryWriter` writes it: UTF-8, not empty, without a zero byte.
    static func name(_ text: Bytes) throws(Malformation) -> String {
        guard (1...longestName).contains(text.count), !holds(text, 0) else {
            throw Malformation(reason: "it holds a bad name")
        }
        guard holds(text, UInt8(ascii: "\\")) else {
            // Nearly all names are ASCII, and the check of others takes a third of what reading a list of names takes.
            if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
            guard let name = String(validating: text, as: UTF8.self) else {
                throw Malformation(reason: "it holds a bad name")
            }
            return name
        }
        var plain: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "\\") {
                index += 1
                switch index < text.count ? text[index] : 0 {
                case UInt8(ascii: "n"): plain.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "\\"): plain.append(UInt8(ascii: "\\"))
                default: throw Malformation(reason: "it holds a bad name")
                }
            } else {
                plain.append(text[index])
            }
            index += 1
        }
        guard let name = String(validating: plain, as: UTF8.self) else {
            throw Malformation(reason: "it holds a bad name")
        }
        return name
    }

    /// True where the name `first` comes before `second`, both as they are written, by the bytes that they stand for.
    static func precedes(_ first: Bytes, _ second: Bytes) throws(Malformation) -> Bool {
        if holds(first, UInt8(ascii: "\\")) || holds(second, UInt8(ascii: "\\")) {
            return try name(first).utf8.lexicographicallyPrecedes(name(second).utf8)
        }
        guard let one = first.baseAddress, let other = second.baseAddress else { return first.count < second.count }
        let order = memcmp(one, other, min(first.count, second.count))
        return order == 0 ? first.count < second.count : order < 0
    }

    private static func holds(_ text: Bytes, _ byte: UInt8) -> Bool {
        guard let base = text.baseAddress else { return false }
        return memchr(base, Int32(byte), text.count) != nil
    }

    /// One tebibyte: a larger size is no output of a build.
    static let largestBlob: Int64 = 1 << 40
    /// In bytes, as written.
    static let longestName = 8_192
}
