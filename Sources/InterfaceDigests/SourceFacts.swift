import Digests
import SwiftText

/// What a source says of itself that no tool tells of a module: its imports, and which types it declares.
///
/// Found without understanding Swift: what looks like an import counts as one, for only its change does.
/// `ImportStatements` says what of it counts.
public struct SourceFacts: Hashable, Sendable {
    /// Imports with what they stand under; all of a source that cannot be cut into tokens, as one.
    public private(set) var imports: [String] = []
    /// The names of modules in those that stand under conditions, and in the conditions: which are active depends on
    /// what no source says.
    public private(set) var conditionalModules: Set<String> = []
    /// Names behind `struct`, `class`, `enum`, `actor` and `protocol`.
    public private(set) var types: Set<String> = []
    /// It may import a module's hidden declarations: with `@testable`, or a file's private ones. Or it says of a
    /// function what it must not do: the compiler then looks into all that it calls, and specialises inlinable bodies
    /// even without optimisation.
    public private(set) var seesHidden = false

    /// `platform`: that which the source is compiled for, as `os(Linux)` asks for it; nil where nobody knows it.
    public init(_ bytes: [UInt8], platform: String? = nil) {
        self.init(scanning: bytes)
        if seesHidden { seesHidden = SourceFacts.seesHidden(bytes) }
        guard mayImport else { return }
        if let found = ImportStatements(bytes, platform: platform) {
            (imports, conditionalModules) = (found.statements, found.conditionalModules)
        } else {
            imports = ["source \(ContentDigest(of: bytes).hex)"]
        }
    }

    /// Without its imports, for which the text has to be cut into tokens: a fresh clone looks at every source.
    private init(scanning bytes: [UInt8]) { bytes.withUnsafeBufferPointer { read($0) } }

    /// The word stands in some line that is no comment.
    private var mayImport = false

    /// The last of these alone.
    public static func seesHidden(_ bytes: [UInt8]) -> Bool {
        SourceFacts(scanning: bytes).seesHidden && SourceFacts(scanning: withoutStrings(bytes)).seesHidden
    }

    /// Blanks for the strings that hold no code.
    private static func withoutStrings(_ bytes: [UInt8]) -> [UInt8] {
        let source = SwiftTokens(bytes)
        guard source.isWhole else { return bytes }
        var text = bytes
        for token in source.tokens where token.kind == .string {
            if bytes[token.start..<token.end].contains(UInt8(ascii: "\\")) { continue }
            for at in token.start..<token.end where text[at] != UInt8(ascii: "\n") && text[at] != UInt8(ascii: "\r") {
                text[at] = UInt8(ascii: " ")
            }
        }
        return text
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var at = 0, lineStart = 0
        var takesName = false
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                at += 1
                lineStart = at
                continue
            }
            guard SourceFacts.isWord(byte) else {
                at += 1
                continue
            }
            let start = at
            var isASCII = true
            while at < bytes.count, SourceFacts.isWord(bytes[at]) {
                if bytes[at] >= 0x80 { isASCII = false }
                at += 1
            }
            let word = bytes[start..<at]
            if isASCII {
                look(at: word, bytes, lineStart)
            } else {
                // Blanks of other alphabets end a word for the compiler.
                for piece in word.split(whereSeparator: { $0 >= 0x80 }) { look(at: piece, bytes, lineStart) }
            }
            if takesName {
                types.insert(String(decoding: word, as: UTF8.self))
                takesName = false
            }
            switch word.count {
            case 4: takesName = word.elementsEqual("enum".utf8)
            case 5: takesName = word.elementsEqual("class".utf8) || word.elementsEqual("actor".utf8)
            case 6:
                takesName = word.elementsEqual("struct".utf8)
            case 8: takesName = word.elementsEqual("protocol".utf8)
            default: break
            }
        }
    }

    private typealias Word = Slice<UnsafeBufferPointer<UInt8>>

    private mutating func look(at word: Word, _ bytes: UnsafeBufferPointer<UInt8>, _ lineStart: Int) {
        switch bytes[word.startIndex] {
        case UInt8(ascii: "i"):
            if !mayImport, word.elementsEqual("import".utf8) { mayImport = !isComment(bytes, lineStart) }
        case UInt8(ascii: "t"), UInt8(ascii: "_"), UInt8(ascii: "s"), UInt8(ascii: "c"):
            if !seesHidden, SourceFacts.isSeeing(word, bytes) { seesHidden = !isComment(bytes, lineStart) }
        default: break
        }
    }

    /// Attributes that nobody would write as another word.
    private static let seeing: [StaticString] = [
        "testable", "_private", "_noLocks", "_noAllocation", "_noRuntime", "_noExistentials", "_noObjCBridging",
        "_manualOwnership", "_section", "_const",
    ]
    /// These count behind an `@` alone.
    private static let seeingBehindSign: [StaticString] = ["section", "const"]

    private static func isSeeing(_ word: Word, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func isOne(of names: [StaticString]) -> Bool {
            names.contains { name in
                word.count == name.utf8CodeUnitCount && name.withUTF8Buffer { $0.elementsEqual(word) }
            }
        }
        return isOne(of: seeing) || isOne(of: seeingBehindSign) && isBehindSign(word.startIndex, bytes)
    }

    /// Blanks, backticks and comments may stand between the sign and the word.
    private static func isBehindSign(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = start - 1
        while at >= 0 {
            switch bytes[at] {
            case UInt8(ascii: "@"): return true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "`"),
                0x80...:
                at -= 1
            case UInt8(ascii: "/"): return at > 0 && bytes[at - 1] == UInt8(ascii: "*")
            default: return false
            }
        }
        return false
    }

    /// True for a line that is nothing but a comment. One that ends a longer comment begins with two slashes at most by
    /// chance, and code may follow.
    private func isComment(_ bytes: UnsafeBufferPointer<UInt8>, _ lineStart: Int) -> Bool {
        let line = trimmed(bytes, lineStart).utf8
        return line.starts(with: "//".utf8)
            && !zip(line, line.dropFirst()).contains { $0 == (UInt8(ascii: "*"), UInt8(ascii: "/")) }
    }

    private func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> String {
        var start = start
        while start < bytes.count, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t") {
            start += 1
        }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
