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
    /// False where a string or a comment does not end, or where the compiler may cut it in another way: the text is not
    /// understood.
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
    /// The word at that place among the tokens, without the backticks around it; nil where none is.
    public func word(at index: Int) -> String? {
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return nil }
        return text(tokens[index]).filter { $0 != "`" }
    }

    public func isSign(_ character: Unicode.Scalar, at index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].is(character)
    }

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
        // The mark of a byte order is no part of the first word.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        // Who runs the script, up to the end of the line.
        if byte() == UInt8(ascii: "#"), byte(1) == UInt8(ascii: "!") { skipLine() }
        while at < bytes.count {
            let current = bytes[at], start = at
            switch current {
            // A carriage return alone ends a line, too.
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                startsLine = true
                at += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C: at += 1
            case 0..<0x20, 0x7F:
                isWhole = false
                at += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"):
                // A backslash stands before it in a regular expression alone, which then begins no comment.
                if at > 0, bytes[at - 1] == UInt8(ascii: "\\") { isWhole = false }
                if byte(1) == UInt8(ascii: "/") { skipLine() } else { skipComment() }
            case UInt8(ascii: "\""):
                skipString(hashes: 0)
                add(.string, from: start)
            case UInt8(ascii: "#"): scanHash()
            case UInt8(ascii: "`"):
                skipName()
                add(.word, from: start)
            case UInt8(ascii: "@"):
                at += 1
                skipWord()
                // Its name may also stand in backticks, and behind blanks.
                if at == start + 1 { isWhole = false }
                add(at > start + 1 ? .attribute : .sign, from: start, sign: current)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                skipWord()
                add(.number, from: start)
            case _ where SwiftTokens.isWord(current):
                skipWord()
                add(.word, from: start)
            default:
                let last = tokens.last
                // Behind `#if` for other compilers, a single quote begins something that hides comments.
                if current == UInt8(ascii: "'") { isWhole = false }
                // A placeholder of an editor may hide anything.
                if current == UInt8(ascii: "<"), byte(1) == UInt8(ascii: "#") { isWhole = false }
                at += 1
                add(.sign, from: start, sign: current)
                if current == UInt8(ascii: "/"), mayBeginExpression(tokens[tokens.count - 1], after: last) {
                    lookIntoExpression()
                }
            }
        }
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private mutating func skipLine() { while let next = byte(), !SwiftTokens.endsLine(next) { at += 1 } }

    private mutating func skipWord() {
        while let next = byte(), SwiftTokens.isWord(next) {
            // Blanks to the compiler: U+00A0, and U+FEFF behind the beginning.
            if next == 0xC2 && byte(1) == 0xA0 || next == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF { isWhole = false }
            // Quotes of typesetters: behind `#if` for other compilers, one hides what looks like a string.
            if next == 0xE2, byte(1) == 0x80, byte(2) == 0x9C || byte(2) == 0x9D { isWhole = false }
            at += 1
        }
    }

    /// Past the backtick that ends what one began. The compiler goes on behind one that has no partner in its line, or
    /// that stands before what no name may hold.
    private mutating func skipName() {
        at += 1
        while let next = byte(), next != UInt8(ascii: "`"), !SwiftTokens.endsLine(next) {
            if "\"'/\\#".utf8.contains(next) { isWhole = false }
            at += 1
        }
        if byte() != UInt8(ascii: "`") { isWhole = false }
        at = min(at + 1, bytes.count)
    }

    private mutating func scanHash() {
        let start = at, hashes = skipHashes()
        switch byte() {
        case UInt8(ascii: "\"")?:
            skipString(hashes: hashes)
            add(.string, from: start)
        case UInt8(ascii: "/")?:
            skipExpression(hashes: hashes)
            add(.string, from: start)
        default:
            skipWord()
            add(.directive, from: start)
        }
    }

    private mutating func skipHashes() -> Int {
        let start = at
        while byte() == UInt8(ascii: "#") { at += 1 }
        return at - start
    }

    /// From the first slash of a regular expression past the hashes behind the last one. A backslash takes its meaning
    /// from a slash, too.
    private mutating func skipExpression(hashes: Int) {
        at += 1
        while let next = byte() {
            if next == UInt8(ascii: "/"), hasHashes(hashes, after: 1) {
                at += 1 + hashes
                return
            }
            at += next == UInt8(ascii: "\\") ? 2 : 1
        }
        isWhole = false
        at = min(at, bytes.count)
    }

    /// True for a slash that stands where a value begins, right before something.
    func mayBeginExpression(_ slash: SwiftToken, after before: SwiftToken?) -> Bool {
        guard slash.end < bytes.count, !" \t\r\n".utf8.contains(bytes[slash.end]) else { return false }
        guard let before else { return true }
        switch before.kind {
        case .word: return SurfaceWords.beforeRegex.contains(text(before)) || slash.startsLine
        case .number, .string: return slash.startsLine
        case .sign:
            // `c ? /a/ : /b/`, and `!` before a value as behind one.
            let ends = before.is(")") || before.is("]") || before.is("}")
            return !ends || slash.startsLine
        case .attribute, .directive: return true
        }
    }

    /// Behind a slash that may begin a regular expression, which then ends in this line: what in one would be taken for
    /// something else makes the text one that is not understood.
    private mutating func lookIntoExpression() {
        var offset = 0, isOdd = false
        while let next = byte(offset), !SwiftTokens.endsLine(next) {
            switch next {
            case UInt8(ascii: "/"):
                if isOdd { isWhole = false }
                return
            case UInt8(ascii: "\\"):
                if byte(offset + 1) == UInt8(ascii: "/") { isOdd = true }
                offset += 1
            case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "#"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                isOdd = true
            default: break
            }
            offset += 1
        }
    }

    private mutating func skipComment() {
        let start = at
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
        // What stands behind a comment of several lines begins a line, to the compiler too.
        if bytes[start..<at].contains(where: SwiftTokens.endsLine) { startsLine = true }
    }

    /// From the first quote past the last one, and the hashes behind it.
    private mutating func skipString(hashes: Int) {
        let isLong = beginsLongString(hashes: hashes)
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
            case _ where !isLong && SwiftTokens.endsLine(next):
                isWhole = false
                return
            default: at += 1
            }
        }
        isWhole = false
        at = min(at, bytes.count)
    }

    /// Three quotes begin a string of several lines, but for `#"""#`: with hashes, one that ends in its line is a
    /// string of that line, and its second quote stands in it.
    private func beginsLongString(hashes: Int) -> Bool {
        guard byte(1) == UInt8(ascii: "\""), byte(2) == UInt8(ascii: "\"") else { return false }
        guard hashes > 0 else { return true }
        var offset = 2
        while let next = byte(offset), !SwiftTokens.endsLine(next) {
            offset += 1
            if next == UInt8(ascii: "\""), hasHashes(hashes, after: offset) { return false }
        }
        return true
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
            case UInt8(ascii: "#")?:
                let hashes = skipHashes()
                if byte() == UInt8(ascii: "\"") { skipString(hashes: hashes) }
                if byte() == UInt8(ascii: "/") { isWhole = false }
            // Compilers have changed their minds about what these hide here.
            case UInt8(ascii: "/")? where byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"):
                isWhole = false
                at += 2
            case UInt8(ascii: "`")?: skipName()
            // It begins something that hides brackets and quotes, or a placeholder does.
            case UInt8(ascii: "'")?:
                isWhole = false
                at += 1
            case UInt8(ascii: "<")? where byte(1) == UInt8(ascii: "#"):
                isWhole = false
                at += 1
            default: at += 1
            }
        } while depth > 0 && at < bytes.count
        if depth > 0 { isWhole = false }
    }
}
