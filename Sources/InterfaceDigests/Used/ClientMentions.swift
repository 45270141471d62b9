import SwiftText

/// What a client's sources say, as far as it decides which declarations of others they can use: found without
/// understanding Swift, and rather too much than too little.
public struct ClientMentions: Hashable, Sendable {
    /// Every word of the code, without backticks; those of strings where they hold code.
    public private(set) var words: Set<String> = []
    /// Every operator that the signs can be read as.
    public private(set) var operators: Set<String> = []
    /// Names of types that it declares.
    public private(set) var types: Set<String> = []
    public private(set) var attributes: Set<String> = []
    /// What stands behind a `#`.
    public private(set) var directives: Set<String> = []

    /// What its compile looked up, written or not.
    public var lookedUp = LookedUpNames()

    public init() {}

    public init(_ bytes: [UInt8]) {
        let source = SwiftTokens(bytes)
        // What may be a regular expression may hold quotes, and these would hide code.
        if !source.isWhole || ClientMentions.mayHoldPattern(source) {
            addRaw(bytes[...])
        } else {
            read(source)
        }
    }

    public mutating func formUnion(_ other: ClientMentions) {
        words.formUnion(other.words)
        operators.formUnion(other.operators)
        types.formUnion(other.types)
        attributes.formUnion(other.attributes)
        directives.formUnion(other.directives)
        lookedUp.formUnion(other.lookedUp)
    }

    /// A slash that is surely an operator has a blank on both sides.
    private static func mayHoldPattern(_ source: SwiftTokens) -> Bool {
        func isBlank(_ offset: Int) -> Bool {
            source.bytes.indices.contains(offset) && (source.bytes[offset] == UInt8(ascii: " "))
        }
        return source.tokens.contains { $0.is("/") && !(isBlank($0.start - 1) && isBlank($0.end)) }
    }

    // MARK: Tokens

    private mutating func read(_ source: SwiftTokens) {
        var run = "", end = -1
        for (index, token) in source.tokens.enumerated() {
            if token.kind == .sign, ClientMentions.isOperator(token.sign) {
                if token.start != end { addRun(&run) }
                run.unicodeScalars.append(Unicode.Scalar(token.sign))
                end = token.end
                continue
            }
            addRun(&run)
            switch token.kind {
            case .word:
                add(word: source.text(token))
                readType(source, at: index)
            case .attribute: add(attribute: source, at: index)
            case .directive: directives.insert(source.text(token))
            case .string: addCode(in: source.bytes[token.start..<token.end])
            // `2×f()`, with an operator of another alphabet.
            case .number: add(word: source.text(token))
            case .sign:
                if token.is("@") { attributes.insert(ClientMentions.unreadAttribute) }
            }
        }
        addRun(&run)
        // A warning names the function that is to be called instead.
        if words.contains("renamed") { addStrings(source) }
    }

    private mutating func addStrings(_ source: SwiftTokens) {
        for token in source.tokens where token.kind == .string {
            for word in source.text(token).split(whereSeparator: { !($0 == "_" || $0.isLetter || $0.isNumber) }) {
                words.insert(String(word))
            }
        }
    }

    private mutating func add(word: String) {
        var word = word
        if word.hasPrefix("`") { word = word.filter { $0 != "`" } }
        words.insert(word)
        if word.hasPrefix("$") { words.insert(String(word.dropFirst())) }
        guard word.utf8.contains(where: { $0 >= 0x80 }) else { return }
        // Such an operator may stand between two words.
        for part in word.unicodeScalars.split(whereSeparator: { !$0.isASCII }) { words.insert(String(part)) }
    }

    private mutating func add(attribute source: SwiftTokens, at index: Int) {
        let tokens = source.tokens
        var name = String(source.text(tokens[index]).dropFirst())
        add(word: name)
        var at = index + 1
        while at + 1 < tokens.count, tokens[at].is("."), tokens[at + 1].kind == .word {
            name = source.text(tokens[at + 1]).filter { $0 != "`" }
            at += 2
        }
        // The language's own are never qualified: that is a wrapper or a macro.
        let isQualified = at > index + 1 || at + 1 < tokens.count && tokens[at].is(":") && tokens[at + 1].is(":")
        attributes.insert(isQualified ? ClientMentions.unreadAttribute : name)
    }

    /// Stands for an attribute whose declaration is not looked for.
    private static let unreadAttribute = "@"

    private mutating func addRun(_ run: inout String) {
        guard !run.isEmpty else { return }
        let signs = Array(run)
        for start in signs.indices {
            let end = min(signs.count, start + ClientMentions.longestOperator)
            for last in start..<end { operators.insert(String(signs[start...last])) }
        }
        run = ""
    }

    /// Longer ones count for every client.
    static let longestOperator = 32

    private static func isOperator(_ byte: UInt8) -> Bool { "/=-+!*%<>&|^~?.".utf8.contains(byte) }

    /// All that stands behind the first `\(`, with any number of hashes between: comments and other strings in it may
    /// hold brackets of any kind.
    private mutating func addCode(in text: ArraySlice<UInt8>) {
        var at = text.startIndex
        while let slash = text[at...].firstIndex(of: UInt8(ascii: "\\")) {
            at = slash + 1
            while at < text.endIndex, text[at] == UInt8(ascii: "#") { at += 1 }
            guard at < text.endIndex, text[at] == UInt8(ascii: "(") else { continue }
            var code = ClientMentions()
            code.addRaw(text[at...])
            return formUnion(code)
        }
    }

    // MARK: Types

    private static let declaring: Set<String> = ["struct", "class", "enum", "actor", "protocol"]

    private mutating func readType(_ source: SwiftTokens, at index: Int) {
        guard ClientMentions.declaring.contains(source.text(source.tokens[index])) else { return }
        if let name = source.word(at: index + 1) { types.insert(name) }
    }

    // MARK: What is not understood

    /// Every word and every run of signs, wherever they stand.
    private mutating func addRaw(_ bytes: ArraySlice<UInt8>) {
        var run = "", at = bytes.startIndex
        func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
                true
            default: false
            }
        }
        func isPlain(_ byte: UInt8) -> Bool { isWord(byte) && byte < 0x80 }
        while at < bytes.endIndex {
            if ClientMentions.isOperator(bytes[at]) {
                run.unicodeScalars.append(Unicode.Scalar(bytes[at]))
                at += 1
                continue
            }
            addRun(&run)
            guard isWord(bytes[at]) else {
                if bytes[at] == UInt8(ascii: "@"), at + 1 == bytes.endIndex || !isPlain(bytes[at + 1]) {
                    attributes.insert(ClientMentions.unreadAttribute)
                }
                at += 1
                continue
            }
            let start = at
            while at < bytes.endIndex, isWord(bytes[at]) { at += 1 }
            let word = String(decoding: bytes[start..<at], as: UTF8.self)
            add(word: word)
            guard start > bytes.startIndex else { continue }
            if bytes[start - 1] == UInt8(ascii: "@") {
                let isQualified =
                    at < bytes.endIndex && (bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ":"))
                attributes.insert(isQualified ? ClientMentions.unreadAttribute : word)
            }
            if bytes[start - 1] == UInt8(ascii: "#") { directives.insert("#" + word) }
        }
        addRun(&run)
    }
}
