/// A word, an attribute or a sign of Swift text, as a range of its bytes. Comments and blanks are left out.
public struct SwiftToken: Sendable {
    public enum Kind: Sendable { case word, attribute, directive, number, string, sign }

    public var kind: Kind
    public var start, end: Int
    /// The first of its line.
    public var startsLine: Bool
    /// Of a sign: its one byte.
    public var sign: UInt8

    public func `is`(_ character: Unicode.Scalar) -> Bool { kind == .sign && sign == UInt8(ascii: character) }
}

/// Cuts Swift text into tokens, as far as finding declarations needs it: strings, comments and brackets are told apart;
/// operators come as single signs.
public struct SwiftTokens: Sendable {
    public let bytes: [UInt8]
    public private(set) var tokens: [SwiftToken] = []
    /// False where a string or a comment does not end: the text is not understood.
    public private(set) var isWhole = true

    private var at = 0
    private var startsLine = true

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 5)
        scan()
    }

    public init(_ text: some StringProtocol) { self.init(Array(text.utf8)) }

    public func text(_ token: SwiftToken) -> String { text(token.start, token.end) }
    public func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    private func byte(_ offset: Int = 0) -> UInt8? { at + offset < bytes.count ? bytes[at + offset] : nil }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private mutating func add(_ kind: SwiftToken.Kind, from start: Int, sign: UInt8 = 0) {
        tokens.append(SwiftToken(kind: kind, start: start, end: at, startsLine: startsLine, sign: sign))
        startsLine = false
    }

    private mutating func scan() {
        while at < bytes.count {
            let current = bytes[at], start = at
            switch current {
            case UInt8(ascii: "\n"):
                startsLine = true
                at += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): at += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while let next = byte(), next != UInt8(ascii: "\n") { at += 1 }
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""):
                skipString(hashes: 0)
                add(.string, from: start)
            case UInt8(ascii: "#"): scanHash()
            case UInt8(ascii: "`"):
                at += 1
                while let next = byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { at += 1 }
                at = min(at + 1, bytes.count)
                add(.word, from: start)
            case UInt8(ascii: "@"):
                at += 1
                skipWord()
                add(at > start + 1 ? .attribute : .sign, from: start, sign: current)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                skipWord()
                add(.number, from: start)
            case _ where SwiftTokens.isWord(current):
                skipWord()
                add(.word, from: start)
            default:
                at += 1
                add(.sign, from: start, sign: current)
            }
        }
    }

    private mutating func skipWord() { while let next = byte(), SwiftTokens.isWord(next) { at += 1 } }

    private mutating func scanHash() {
        let start = at
        var hashes = 0
        while byte() == UInt8(ascii: "#") {
            hashes += 1
            at += 1
        }
        switch byte() {
        case UInt8(ascii: "\"")?:
            skipString(hashes: hashes)
            add(.string, from: start)
        case UInt8(ascii: "/")?:
            let end = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
            at += 1
            while at < bytes.count, !bytes[at...].starts(with: end) { at += 1 }
            if at >= bytes.count { isWhole = false }
            at = min(at + end.count, bytes.count)
            add(.string, from: start)
        default:
            skipWord()
            add(.directive, from: start)
        }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                depth += 1
                at += 2
            } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                depth -= 1
                at += 2
            } else {
                at += 1
            }
        } while depth > 0 && at < bytes.count
        if depth > 0 { isWhole = false }
        at = min(at, bytes.count)
    }

    /// From the first quote past the last one, and the hashes behind it.
    private mutating func skipString(hashes: Int) {
        let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
        at += isLong ? 3 : 1
        while let next = byte() {
            switch next {
            case UInt8(ascii: "\\") where hasHashes(hashes, after: 1):
                at += 1 + hashes
                if byte() == UInt8(ascii: "(") {
                    skipInterpolation()
                } else {
                    at += 1
                }
            case UInt8(ascii: "\"") where !isLong || byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\""):
                let quotes = isLong ? 3 : 1
                if hasHashes(hashes, after: quotes) {
                    at += quotes + hashes
                    return
                }
                at += 1
            case UInt8(ascii: "\n") where !isLong:
                isWhole = false
                return
            default: at += 1
            }
        }
        isWhole = false
        at = min(at, bytes.count)
    }

    private func hasHashes(_ count: Int, after offset: Int) -> Bool {
        for index in 0..<count where byte(offset + index) != UInt8(ascii: "#") { return false }
        return true
    }

    private mutating func skipInterpolation() {
        var depth = 0
        repeat {
            switch byte() {
            case UInt8(ascii: "(")?:
                depth += 1
                at += 1
            case UInt8(ascii: ")")?:
                depth -= 1
                at += 1
            case UInt8(ascii: "\"")?: skipString(hashes: 0)
            default: at += 1
            }
        } while depth > 0 && at < bytes.count
        if depth > 0 { isWhole = false }
    }
}
