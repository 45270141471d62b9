import SwiftText

/// A declaration as a compiler printed it, in an interface or of a module.
struct Declaration: Hashable, Sendable {
    /// `struct`, `func`, …
    var keyword: String
    /// Of an extension: the extended type's path.
    var name: String
    /// All of it; of types and extensions what stands before the members.
    var text: String
    var members: [Declaration] = []

    var isType: Bool { Declaration.types.contains(keyword) }
    var hasMembers: Bool { isType || keyword == "extension" }
    var isClass: Bool { keyword == "class" || keyword == "actor" }
    var isOpaqueAlias: Bool { keyword == "typealias" && text.contains("@_opaqueReturnTypeOf") }

    static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol"]
    fileprivate static let keywords: Set<String> = types.union([
        "extension", "func", "var", "let", "init", "deinit", "subscript", "case", "typealias", "associatedtype",
        "import", "operator",
        "precedencegroup", "macro",
    ])

    /// What the text is about: the words in it.
    var words: Set<String> { Declaration.words(in: text) }

    /// Of an extension: `where Element == Int`, as its text ends; else empty.
    var condition: String {
        let source = SwiftTokens(text)
        guard let word = source.tokens.first(where: { $0.kind == .word && source.text($0) == "where" }) else {
            return ""
        }
        return source.text(word.start, source.bytes.count)
    }

    static func words(in text: String) -> Set<String> {
        let tokens = SwiftTokens(text)
        return Set(tokens.tokens.lazy.filter { $0.kind == .word }.map { tokens.text($0).filter { $0 != "`" } })
    }
}

/// Reads the declarations of text that a compiler printed.
struct DeclarationParser {
    private let source: SwiftTokens
    private var at = 0

    /// Nil for what it does not understand.
    static func parse(_ bytes: [UInt8]) -> [Declaration]? {
        let source = SwiftTokens(bytes)
        guard source.isWhole else { return nil }
        var parser = DeclarationParser(source: source)
        let found = parser.members()
        return parser.at == source.tokens.count ? found : nil
    }

    private init(source: SwiftTokens) { self.source = source }

    /// The word that says what is declared, and the place of the token behind it; nil where there is none.
    static func keyword(of source: SwiftTokens) -> (keyword: String, next: Int)? {
        var parser = DeclarationParser(source: source)
        return parser.takeKeyword().map { ($0, parser.at) }
    }

    private var next: SwiftToken? { at < source.tokens.count ? source.tokens[at] : nil }

    /// Up to the closing brace or the end; nil at something else.
    private mutating func members() -> [Declaration]? {
        var found: [Declaration] = []
        while let token = next, !token.is("}") {
            if token.is(";") {
                at += 1
                continue
            }
            guard let declaration = declaration() else { return nil }
            found.append(declaration)
        }
        return found
    }

    private mutating func declaration() -> Declaration? {
        let start = source.tokens[at].start
        if source.tokens[at].kind == .directive { return directive(from: start) }
        guard let keyword = takeKeyword() else { return nil }
        let name = takeName(of: keyword)
        if Declaration.types.contains(keyword) || keyword == "extension" {
            while let token = next, !token.is("{") {
                if token.is("}") { return nil }
                at += 1
            }
            guard let brace = next else { return nil }
            at += 1
            guard let members = members(), next != nil else { return nil }
            at += 1
            return Declaration(keyword: keyword, name: name, text: trimmed(start, brace.start), members: members)
        }
        var depth = 0
        var end = source.tokens[at - 1].end
        while let token = next {
            if depth == 0, token.is("}") || token.is(";") || token.startsLine { break }
            if token.is("{") || token.is("(") || token.is("[") { depth += 1 }
            if token.is("}") || token.is(")") || token.is("]") { depth -= 1 }
            if depth < 0 { return nil }
            end = token.end
            at += 1
        }
        return depth == 0 ? Declaration(keyword: keyword, name: name, text: trimmed(start, end)) : nil
    }

    private mutating func directive(from start: Int) -> Declaration {
        let word = source.text(source.tokens[at])
        repeat { at += 1 } while next.map { !$0.startsLine } ?? false
        return Declaration(keyword: word, name: "-", text: trimmed(start, source.tokens[at - 1].end))
    }

    /// Past attributes and modifiers, to the word that says what is declared.
    private mutating func takeKeyword() -> String? {
        while let token = next {
            if token.is("(") {
                skipBrackets()
                continue
            }
            if token.is("{") || token.is("}") || token.kind == .directive { return nil }
            at += 1
            // `@Base.macro`: the path of an attribute.
            guard token.kind == .word, at < 2 || !source.tokens[at - 2].is(".") else { continue }
            let word = source.text(token)
            guard Declaration.keywords.contains(word) else { continue }
            // `class func`: a modifier.
            if word == "class", let following = next, following.kind == .word,
                ["func", "var", "let", "subscript", "override", "final"].contains(source.text(following))
            {
                continue
            }
            return word
        }
        return nil
    }

    private mutating func skipBrackets() {
        var depth = 0
        repeat {
            let token = source.tokens[at]
            if token.is("(") || token.is("[") || token.is("{") { depth += 1 }
            if token.is(")") || token.is("]") || token.is("}") { depth -= 1 }
            at += 1
        } while depth > 0 && at < source.tokens.count
    }

    private mutating func takeName(of keyword: String) -> String {
        switch keyword {
        case "init", "deinit", "subscript": return keyword
        case "extension": return takePath()
        case "import":
            var words: [String] = []
            while let token = next, !token.startsLine {
                words.append(source.text(token))
                at += 1
            }
            return words.joined()
        default:
            guard let token = next, !token.startsLine else { return keyword }
            at += 1
            if token.kind == .word { return source.text(token) }
            // An operator.
            var end = token.end
            while let more = next, more.kind == .sign, more.start == end, !more.is("("), !more.startsLine {
                end = more.end
                at += 1
            }
            return source.text(token.start, end)
        }
    }

    /// Words with points between them; what stands in angle brackets is left out.
    private mutating func takePath() -> String {
        var parts: [String] = []
        var depth = 0
        while let token = next {
            if depth == 0, token.is("{") || token.is(":") || token.kind == .word && source.text(token) == "where" {
                break
            }
            if token.is("<") { depth += 1 }
            if token.is(">") { depth -= 1 }
            if depth == 0, token.kind == .word { parts.append(source.text(token)) }
            at += 1
        }
        return parts.joined(separator: ".")
    }

    private func trimmed(_ start: Int, _ end: Int) -> String {
        var end = end
        while end > start, source.bytes[end - 1] == UInt8(ascii: " ") || source.bytes[end - 1] == UInt8(ascii: "\n") {
            end -= 1
        }
        return source.text(start, end)
    }
}
