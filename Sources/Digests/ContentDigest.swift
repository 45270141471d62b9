/// What identifies a sequence of bytes: its SHA-256 and its length in bytes.
///
/// The length is carried for the reason the Remote Execution API carries it: a reader knows how much to expect,
/// and a truncated file is told from a whole one without hashing it.
public struct ContentDigest: Hashable, Comparable, Sendable {
    /// The 32 bytes of the hash, as four big-endian words: `word0` holds the first eight bytes.
    let word0, word1, word2, word3: UInt64
    /// How many bytes were hashed.
    public let size: Int64

    init(words: (UInt64, UInt64, UInt64, UInt64), size: Int64) {
        (word0, word1, word2, word3) = words
        self.size = size
    }

    /// The digest of `bytes`.
    public init(of bytes: [UInt8]) {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        self = hasher.finish()
    }

    /// The digest of the UTF-8 form of `text`.
    public init(of text: String) {
        self.init(of: Array(text.utf8))
    }

    /// Reads the form that `hex` writes; nil unless `hex` is exactly 64 lower-case hexadecimal digits and `size >= 0`.
    public init?(hex: some StringProtocol, size: Int64) {
        let digest = Array(hex.utf8).withUnsafeBufferPointer { ContentDigest(hexDigits: $0, size: size) }
        guard let digest else { return nil }
        self = digest
    }

    /// The same from bytes, for whoever reads many.
    public init?(hexDigits digits: UnsafeBufferPointer<UInt8>, size: Int64) {
        guard digits.count == 64, size >= 0 else { return nil }
        func word(_ start: Int) -> UInt64? {
            var word: UInt64 = 0
            for index in start..<(start + 16) {
                let value: UInt8
                switch digits[index] {
                case let digit where digit &- UInt8(ascii: "0") < 10: value = digit &- UInt8(ascii: "0")
                case let digit where digit &- UInt8(ascii: "a") < 6: value = digit &- UInt8(ascii: "a") &+ 10
                default: return nil
                }
                word = word << 4 | UInt64(value)
            }
            return word
        }
        guard let word0 = word(0), let word1 = word(16), let word2 = word(32), let word3 = word(48) else { return nil }
        self.init(words: (word0, word1, word2, word3), size: size)
    }

    /// The hash as 64 lower-case hexadecimal digits.
    public var hex: String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 64) { buffer in
            var at = 0
            for word in [word0, word1, word2, word3] {
                for shift in stride(from: 60, through: 0, by: -4) {
                    buffer[at] = digits.utf8Start[Int(word >> UInt64(shift) & 15)]
                    at += 1
                }
            }
            return 64
        }
    }

    /// The first twelve hexadecimal digits: enough for people to tell two digests apart.
    public var short: String { String(hex.prefix(12)) }

    public static func < (a: Self, b: Self) -> Bool {
        (a.word0, a.word1, a.word2, a.word3, a.size) < (b.word0, b.word1, b.word2, b.word3, b.size)
    }
}

extension ContentDigest: CustomStringConvertible {
    /// `hex/size`, the form in which the Remote Execution API names a blob.
    public var description: String { "\(hex)/\(size)" }

    /// Reads what `description` writes, and nothing else: a digest has one spelling.
    public init?(_ description: some StringProtocol) {
        let digest = Array(description.utf8).withUnsafeBufferPointer { ContentDigest(description: $0) }
        guard let digest else { return nil }
        self = digest
    }

    /// The same from bytes.
    init?(description bytes: UnsafeBufferPointer<UInt8>) {
        // 64 digits, a slash, and at most as many digits as `Int64` has. No sign, and no zero before others.
        guard (66...84).contains(bytes.count), bytes[64] == UInt8(ascii: "/"),
            bytes[65] != UInt8(ascii: "0") || bytes.count == 66
        else { return nil }
        var size: Int64 = 0
        for byte in bytes[65...] {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (tenfold, isTooLarge) = size.multipliedReportingOverflow(by: 10)
            let (sum, isTooMuch) = tenfold.addingReportingOverflow(Int64(digit))
            if isTooLarge || isTooMuch { return nil }
            size = sum
        }
        self.init(hexDigits: UnsafeBufferPointer(rebasing: bytes[..<64]), size: size)
    }
}
