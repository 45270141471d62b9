/// The files that directives of a C text name: those that it includes, and those whose bytes it embeds.
///
/// A directive in a comment, or in a branch that is not taken, counts as well: that costs a look. No text makes it
/// fail.
struct NamedHeaders: Hashable, Sendable {
    typealias Name = AskedHeaders.Name

    /// Behind `#include`, `#include_next` and `#import`.
    private(set) var included: Set<Name> = []
    /// Those of them that lead out of the folders in which they are looked for.
    private(set) var leaving: Set<Name> = []
    /// Behind `#embed`.
    private(set) var embedded: Set<Name> = []
    /// Of some, macros make the name.
    private(set) var hasComputedInclude = false, hasComputedEmbed = false

    private enum Directive { case include, embed }

    init(in text: [UInt8]) {
        text.withUnsafeBufferPointer { text in
            // What stands before it in its line may be blanks, and the end of a comment.
            var isFirst = true
            var at = 0
            while at < text.count {
                switch text[at] {
                case UInt8(ascii: "#"): read(text, from: at + 1, isFirst: isFirst)
                // Other spellings of it.
                case UInt8(ascii: "%") where text.byte(at + 1) == UInt8(ascii: ":"):
                    read(text, from: at + 2, isFirst: isFirst)
                case UInt8(ascii: "?")
                where text.byte(at + 1) == UInt8(ascii: "?") && text.byte(at + 2) == UInt8(ascii: "="):
                    read(text, from: at + 3, isFirst: isFirst)
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isFirst = true
                case UInt8(ascii: "/") where at > 0 && text[at - 1] == UInt8(ascii: "*"): isFirst = true
                // The mark of Unicode may come first.
                case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0xEF, 0xBB, 0xBF: break
                default: isFirst = false
                }
                at += 1
            }
        }
    }

    /// Reads what stands behind a `#`.
    private mutating func read(_ text: UnsafeBufferPointer<UInt8>, from start: Int, isFirst: Bool) {
        var bytes = SplicedBytes(text, at: start)
        bytes.skipSpace()
        guard let directive = NamedHeaders.directive(bytes.word()) else { return }
        bytes.skipSpace()
        switch bytes.next {
        case UInt8(ascii: "\""): add(bytes.name(until: UInt8(ascii: "\"")), isQuoted: true, directive)
        case UInt8(ascii: "<"): add(bytes.name(until: UInt8(ascii: ">")), isQuoted: false, directive)
        case let byte? where isFirst && NamedHeaders.startsName(byte):
            switch directive {
            case .include: hasComputedInclude = true
            case .embed: hasComputedEmbed = true
            }
        default: break
        }
    }

    private static func directive(_ word: [UInt8]) -> Directive? {
        switch String(decoding: word, as: UTF8.self) {
        case "include", "include_next", "import", "__include_macros": .include
        case "embed": .embed
        default: nil
        }
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
        default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        }
    }

    private mutating func add(_ name: [UInt8]?, isQuoted: Bool, _ directive: Directive) {
        // No system opens a longer one.
        guard let name, !name.isEmpty, name.count <= 4096, !name.contains(0) else { return }
        let found = Name(text: String(decoding: name, as: UTF8.self), isQuoted: isQuoted)
        switch directive {
        case .include:
            included.insert(found)
            if NamedWay.leavesFolders(found.text) { leaving.insert(found) }
        case .embed: embedded.insert(found)
        }
    }
}

/// Bytes of a text as the preprocessor has them: a backslash at the end of a line joins it with the next one.
private struct SplicedBytes {
    private let text: UnsafeBufferPointer<UInt8>
    private var at: Int

    init(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
        (self.text, at) = (text, start)
        skipSplices()
    }

    var next: UInt8? { text.byte(at) }

    private mutating func advance() {
        at += 1
        skipSplices()
    }

    private mutating func skipSplices() {
        while text.byte(at) == UInt8(ascii: "\\") {
            var end = at + 1
            // Blanks may follow it.
            while let byte = text.byte(end), " \t\r".utf8.contains(byte) { end += 1 }
            guard text.byte(end) == UInt8(ascii: "\n") else { return }
            at = end + 1
        }
    }

    /// To the first byte that is neither blank nor in a comment, in this line.
    mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: advance()
            case UInt8(ascii: "/"):
                var rest = self
                rest.advance()
                guard rest.next == UInt8(ascii: "*") else { return }
                rest.advance()
                self = rest
                skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() {
        var last: UInt8?
        while let byte = next {
            advance()
            if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return }
            last = byte
        }
    }

    mutating func word() -> [UInt8] {
        var word: [UInt8] = []
        while let byte = next, byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte),
            word.count < 32
        {
            word.append(byte)
            advance()
        }
        return word
    }

    /// What stands between this mark and the next `end` in the line; nil where there is none.
    mutating func name(until end: UInt8) -> [UInt8]? {
        var name: [UInt8] = []
        advance()
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            if byte == end { return name }
            name.append(byte)
            advance()
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func byte(_ at: Int) -> UInt8? { at < count ? self[at] : nil }
}
