import SwiftText

/// The first words of a declaration's line.
struct Head {
    var keyword: String
    /// Last names of what stands behind the colon of a type or an extension.
    var inherited: [String] = []
    /// The same as printed: `Swift.Hashable`, `~Copyable`.
    var inheritedPaths: [String] = []
    /// Of an extension: of which module the type is.
    var module = ""

    var isType: Bool { Declaration.types.contains(keyword) }

    /// Nil where no word says what is declared.
    init?(_ text: String) {
        let source = SwiftTokens(text)
        guard let found = DeclarationParser.keyword(of: source) else { return nil }
        keyword = found.keyword
        guard isType || keyword == "extension" else { return }
        let tokens = source.tokens
        if tokens.indices.contains(found.next), tokens[found.next].kind == .word {
            module = source.text(tokens[found.next]).bare
        }
        var depth = 0, isBehind = false, endOfAttribute = found.next
        for index in found.next..<max(found.next, tokens.count) {
            let token = tokens[index]
            if token.kind == .attribute { endOfAttribute = Head.end(ofAttribute: index, tokens) }
            if index < endOfAttribute { continue }
            if token.is("<") || token.is("(") || token.is("[") { depth += 1 }
            if token.is(")") || token.is("]") || token.is(">") && !tokens[index - 1].is("-") { depth -= 1 }
            guard depth == 0 else { continue }
            // Where a hidden type is declared stands behind an `in`.
            if token.kind == .word, ["where", "in"].contains(source.text(token)) { return }
            if token.is(":") { isBehind = true }
            guard isBehind, token.kind == .word else { continue }
            let word = source.text(token).bare
            if tokens[index - 1].is("."), !inherited.isEmpty {
                inherited[inherited.count - 1] = word
                inheritedPaths[inheritedPaths.count - 1] += ".\(word)"
            } else {
                inherited.append(word)
                inheritedPaths.append(tokens[index - 1].is("~") ? "~\(word)" : word)
            }
        }
    }

    /// `@_Concurrency.MainActor` is one, before a conformance that is isolated to it.
    private static func end(ofAttribute index: Int, _ tokens: [SwiftToken]) -> Int {
        var end = index + 1
        while end + 1 < tokens.count, tokens[end].is("."), tokens[end + 1].kind == .word { end += 2 }
        return end
    }
}
