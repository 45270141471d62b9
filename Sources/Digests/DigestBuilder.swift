/// Digests a structured value by the canonical encoding that all of mono's keys use.
///
/// **The encoding, version 1.** A value is a sequence of fields. A field is one tag byte, then its payload:
///
/// | tag | field | payload |
/// |---|---|---|
/// | `s` | text | length in bytes as 8 bytes, little-endian; then the UTF-8 bytes |
/// | `b` | bytes | length, as above; then the bytes |
/// | `i` | integer | 8 bytes, little-endian two's complement |
/// | `t` / `f` | true / false | nothing |
/// | `n` | nothing there (`nil`) | nothing |
/// | `d` | a digest | the 32 bytes of the hash, then the size as 8 bytes, little-endian |
/// | `l` | a list | the number of elements, 8 bytes, little-endian; the elements' fields follow |
///
/// Every variable-length field is framed by its length, so two different sequences of fields never encode alike
/// (`"ab","c"` and `"a","bc"` differ). The order of fields is the caller's; what has no order of its own must be sorted
/// first. A golden digest in the tests pins the encoding: changing it makes every cache entry in the world unreachable.
public struct DigestBuilder: Sendable {
    private var bytes: [UInt8] = []

    public init() {}

    public mutating func append(_ text: String) {
        bytes.append(UInt8(ascii: "s"))
        var text = text
        text.withUTF8 { utf8 in
            append(word: UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    public mutating func append(_ content: [UInt8]) {
        bytes.append(UInt8(ascii: "b"))
        append(word: UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    public mutating func append(_ number: Int64) {
        bytes.append(UInt8(ascii: "i"))
        append(word: UInt64(bitPattern: number))
    }

    public mutating func append(_ flag: Bool) {
        bytes.append(flag ? UInt8(ascii: "t") : UInt8(ascii: "f"))
    }

    public mutating func append(_ digest: ContentDigest) {
        bytes.append(UInt8(ascii: "d"))
        for word in [digest.word0, digest.word1, digest.word2, digest.word3] {
            withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
        }
        append(word: UInt64(bitPattern: digest.size))
    }

    public mutating func append(_ text: String?) {
        if let text { append(text) } else { appendNothing() }
    }

    public mutating func append(_ digest: ContentDigest?) {
        if let digest { append(digest) } else { appendNothing() }
    }

    /// Appends the mark for "nothing there", which differs from every value.
    public mutating func appendNothing() {
        bytes.append(UInt8(ascii: "n"))
    }

    public mutating func append(_ list: [String]) {
        beginList(count: list.count)
        for element in list { append(element) }
    }

    /// Starts a list of `count` elements, whose fields the caller appends next.
    public mutating func beginList(count: Int) {
        bytes.append(UInt8(ascii: "l"))
        append(word: UInt64(count))
    }

    /// The digest of all fields appended so far.
    public func finish() -> ContentDigest { ContentDigest(of: bytes) }

    private mutating func append(word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
