/// Where a source asks for the path of a source file: `#filePath`, and `#file` where that is no short name.
///
/// The default of a parameter that is written as `StaticString` is left out: it goes into reports of where something
/// failed. In doubt a source asks.
public struct PathMentions: Hashable, Sendable {
    /// In code of its own: the path of this source.
    public var inCode: Bool
    /// As the default of a parameter: the path of the caller.
    public var asDefault: Bool
    /// In a text, as macros have it that write code.
    public var inText: Bool

    public init(inCode: Bool = false, asDefault: Bool = false, inText: Bool = false) {
        (self.inCode, self.asDefault, self.inText) = (inCode, asDefault, inText)
    }

    /// `fileIsPath`: `#file` is the path, as before Swift 6.
    public init(_ bytes: [UInt8], fileIsPath: Bool) {
        self.init()
        let words = fileIsPath ? ["#filePath", "#file"] : ["#filePath"]
        // Nearly all sources have neither.
        guard PathMentions.has(words, in: bytes[...]) else { return }
        inText = true
        let text = SwiftTokens(bytes)
        guard text.isWhole else {
            (inCode, asDefault) = (true, true)
            return
        }
        var open: [SwiftToken] = []
        for (index, token) in text.tokens.enumerated() {
            switch token.kind {
            case .sign where token.is("(") || token.is("[") || token.is("{"): open.append(token)
            case .sign where token.is(")") || token.is("]") || token.is("}"): _ = open.popLast()
            case .directive where words.contains(text.text(token)):
                add(text, index, isInParentheses: open.last?.is("(") == true)
            case .string where PathMentions.mayAsk(text.bytes[token.start..<token.end], words): inCode = true
            default: break
            }
        }
    }

    /// The mention at `index`. Some stand in brackets of their own: `= (#file)`.
    private mutating func add(_ text: SwiftTokens, _ index: Int, isInParentheses: Bool) {
        let tokens = text.tokens
        let isAlone = index > 0 && tokens[index - 1].is("(") && index + 1 < tokens.count && tokens[index + 1].is(")")
        let before = isAlone ? index - 2 : index - 1
        guard before > 0, tokens[before].is("=") else {
            inCode = true
            return
        }
        let type = tokens[before - 1]
        if type.kind == .word, text.text(type) == "StaticString" { return }
        // Of `==` and the like the first sign is a part, too.
        let isDefault = isInParentheses && !"=!<>~".utf8.contains(type.sign)
        if isAlone || isDefault { asDefault = true }
        if isAlone || !isDefault { inCode = true }
    }

    /// A text with a value in it that may be the path.
    private static func mayAsk(_ string: ArraySlice<UInt8>, _ words: [String]) -> Bool {
        has(words, in: string) && string.contains(UInt8(ascii: "\\"))
    }

    private static func has(_ words: [String], in bytes: ArraySlice<UInt8>) -> Bool {
        words.contains { word in
            let word = Array(word.utf8)
            var rest = bytes
            while let at = rest.firstIndex(of: UInt8(ascii: "#")) {
                let found = rest[at...]
                if found.starts(with: word), found.dropFirst(word.count).first.map(continuesWord) != true {
                    return true
                }
                rest = found.dropFirst()
            }
            return false
        }
    }

    public mutating func formUnion(_ other: PathMentions) {
        inCode = inCode || other.inCode
        asDefault = asDefault || other.asDefault
        inText = inText || other.inText
    }

    private static func continuesWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
