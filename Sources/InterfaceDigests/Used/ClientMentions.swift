import SwiftText

/// What a client's sources say, as far as it decides which declarations of others they can use: found without
/// understanding Swift, and rather too much than too little.
public struct ClientMentions: Hashable, Sendable {
    /// Every word of the code, without backticks; those of strings where they hold code.
    public private(set) var words: Set<String> = []
    /// Every operator that the signs can be read as.
    public private(set) var operators: Set<String> = []
    /// Words in heads of types and extensions, and in what aliases stand for.
    public private(set) var heads: Set<String> = []
    /// What its types inherit from and what it extends.
    public private(set) var bases = BaseNames()
    /// Alias -> what it stands for.
    public private(set) var targets: [String: BaseNames] = [:]
    /// Names of types that it declares.
    public private(set) var types: Set<String> = []
    /// Names of associated types that it declares.
    public private(set) var associated: Set<String> = []
    public private(set) var attributes: Set<String> = []
    /// What stands behind a `#`.
    public private(set) var directives: Set<String> = []

    public init() {}

    public init(_ bytes: [UInt8]) {
        let source = SwiftTokens(bytes)
        // What may be a regular expression may hold quotes, and these would hide code.
        if !source.isWhole || ClientMentions.mayHoldPattern(source) {
            addRaw(bytes[...])
            addAllAsHeads()
        } else {
            read(source)
        }
    }

    public mutating func formUnion(_ other: ClientMentions) {
        words.formUnion(other.words)
        operators.formUnion(other.operators)
        heads.formUnion(other.heads)
        bases.formUnion(other.bases)
        for (name, names) in other.targets { targets[name, default: BaseNames()].formUnion(names) }
        types.formUnion(other.types)
        associated.formUnion(other.associated)
        attributes.formUnion(other.attributes)
        directives.formUnion(other.directives)
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
        var run = "", end = -1, depth = 0
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
                readHead(source, at: index, isNested: depth > 0)
            case .attribute: add(attribute: source, at: index)
            case .directive: directives.insert(source.text(token))
            case .string: addCode(in: source.bytes[token.start..<token.end])
            // `2×f()`, with an operator of another alphabet.
            case .number: add(word: source.text(token))
            case .sign:
                if token.is("@") { attributes.insert(ClientMentions.unreadAttribute) }
                if token.is("{") { depth += 1 }
                if token.is("}") { depth -= 1 }
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
            code.addAllAsHeads()
            return formUnion(code)
        }
    }

    // MARK: Heads

    private static let heads: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]

    /// Of text that is not understood: anything may be part of one.
    private mutating func addAllAsHeads() {
        guard !words.isDisjoint(with: ClientMentions.heads.union(["typealias"])) else { return }
        heads = words
        bases = BaseNames(anyOf: words)
    }

    private mutating func readHead(_ source: SwiftTokens, at index: Int, isNested: Bool) {
        let tokens = source.tokens
        let word = source.text(tokens[index])
        let isAlias = word == "typealias"
        if word == "associatedtype", let name = source.word(at: index + 1) { associated.insert(name) }
        guard isAlias || ClientMentions.heads.contains(word), index + 1 < tokens.count else { return }
        if word != "extension", let name = source.word(at: index + 1) { types.insert(name) }
        let isMember = tokens[index + 1].kind != .word || Self.membersOfClasses.contains(source.text(tokens[index + 1]))
        var at = index + 1
        while at < tokens.count, !tokens[at].is("{"), !tokens[at].is("}"), !tokens[at].is(";") {
            if isAlias, at > index + 1, tokens[at].startsLine, ClientMentions.endsLine(tokens[at - 1], tokens[at]) {
                break
            }
            if tokens[at].kind == .word { heads.insert(source.text(tokens[at]).filter { $0 != "`" }) }
            // `[Int]` and `Int?`
            if tokens[at].is("[") { heads.formUnion(["Array", "Dictionary"]) }
            if tokens[at].is("?") { heads.insert("Optional") }
            at += 1
        }
        if isMember { return }
        let bases = ClientMentions.bases(in: source, index + 1..<at, behind: word, isNested: isNested)
        if !isAlias {
            self.bases.formUnion(bases)
        } else if let name = source.word(at: index + 1) {
            targets[name, default: BaseNames()].formUnion(bases)
        }
    }

    /// What stands behind `class` where that is no head: `class func f()`.
    private static let membersOfClasses: Set<String> = ["func", "var", "subscript", "override", "final"]

    /// What the head in `range` says behind its colon, an alias behind its sign, and all of an extension's.
    private static func bases(
        in source: SwiftTokens, _ range: Range<Int>, behind keyword: String, isNested: Bool
    ) -> BaseNames {
        var names = BaseNames(), depth = 0, isBehind = keyword == "extension"
        for index in range {
            let token = source.tokens[index]
            if token.is("<") || token.is("(") || token.is("[") { depth += 1 }
            if token.is(")") || token.is("]") || token.is(">") && !source.isSign("-", at: index - 1) { depth -= 1 }
            if depth == 0, token.is(keyword == "typealias" ? "=" : ":") { isBehind = true }
            guard isBehind, let name = source.word(at: index) else { continue }
            if depth == 0, name == "where" { break }
            names.insert(name, isMember: isNested || source.isSign(".", at: index - 1))
        }
        return names
    }

    /// False where the line surely goes on.
    private static func endsLine(_ last: SwiftToken, _ next: SwiftToken) -> Bool {
        let isOpen = last.kind == .sign && !(last.is(")") || last.is("]") || last.is(">") || last.is("?"))
        return !isOpen && (next.kind != .sign || next.is("@") || next.is("}"))
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
