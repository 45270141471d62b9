/// The public half of a signing key: whoever has it can verify, and cannot sign.
public struct VerifyingKey: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes, as RFC 8032 encodes a point.
    public let bytes: [UInt8]

    static let prefix = "mono-public-key:"

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads what `description` writes; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let bytes = Hex.bytes(text, after: VerifyingKey.prefix) else { return nil }
        self.bytes = bytes
    }

    /// `mono-public-key:` and 64 hexadecimal digits.
    public var description: String { VerifyingKey.prefix + Hex.text(bytes) }

    /// The first eight digits: enough for people, and for a signature to say which key to try.
    public var name: String { Hex.text(Array(bytes.prefix(4))) }
}

/// The secret half, from which the public one follows. It is never written anywhere by its own doing: it has no
/// `description`.
public struct SigningSeed: Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    static let prefix = "mono-secret-key:"

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads what `secretText` writes, with white space around it; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let bytes = Hex.bytes(words[0], after: SigningSeed.prefix) else { return nil }
        self.bytes = bytes
    }

    /// A new one, of the system's random numbers.
    public static func random() -> SigningSeed {
        var generator = SystemRandomNumberGenerator()
        return SigningSeed(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// `mono-secret-key:` and 64 hexadecimal digits: for a file that its owner alone can read, or a CI's secret
    /// variable.
    public var secretText: String { SigningSeed.prefix + Hex.text(bytes) }
}

/// Bytes as lower-case hexadecimal digits.
enum Hex {
    static func text(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }

    /// The 32 bytes that 64 digits after `prefix` stand for; nil where the text is anything else.
    static func bytes(_ text: some StringProtocol, after prefix: String) -> [UInt8]? {
        guard text.hasPrefix(prefix) else { return nil }
        return bytes(Array(text.utf8.dropFirst(prefix.utf8.count)), count: 32)
    }

    static func bytes(_ digits: [UInt8], count: Int) -> [UInt8]? {
        guard digits.count == 2 * count else { return nil }
        var bytes: [UInt8] = []
        for at in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[at]), let low = value(digits[at + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
