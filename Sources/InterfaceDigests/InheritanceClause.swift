import SwiftText

/// What `extension Box: P, Q<Int> where T: R` says to inherit from. `Declaration.condition` is the rest.
struct InheritanceClause {
    /// What stands before the colon, attributes too.
    private(set) var start = ""
    private(set) var items: [String] = []

    init(_ text: String) {
        let source = SwiftTokens(text)
        let first = DeclarationParser.keyword(of: source)?.next ?? 0
        var depth = 0, item: Int?
        func end(_ at: Int) { if let item { items.append(InheritanceClause.trimmed(source.text(item, at))) } }
        for at in first..<max(first, source.tokens.count) {
            let token = source.tokens[at]
            if token.is("<") || token.is("(") || token.is("[") { depth += 1 }
            if token.is(")") || token.is("]") || token.is(">") && !source.isSign("-", at: at - 1) { depth -= 1 }
            guard depth == 0 else { continue }
            if source.word(at: at) == "where" {
                end(token.start)
                return
            }
            if token.is(":"), item == nil { (start, item) = (source.text(0, token.start), token.end) }
            if token.is(","), item != nil {
                end(token.start)
                item = token.end
            }
        }
        end(source.bytes.count)
    }

    /// Of one item, the types: those of a composition, without attributes, words before them and type arguments.
    static func names(in item: String) -> [String] {
        let source = SwiftTokens(item)
        var names: [String] = [], depth = 0, name = ""
        for (at, token) in source.tokens.enumerated() {
            if token.is("<") || token.is("(") || token.is("[") { depth += 1 }
            if depth == 0 {
                if token.is("&") {
                    names.append(name)
                    name = ""
                } else if token.is(".") {
                    name += "."
                } else if let word = source.word(at: at) {
                    // What stands before it is no part of it: `nonisolated P`.
                    name = name.hasSuffix(".") ? name + word : word
                }
            }
            if token.is(")") || token.is("]") || token.is(">") && !source.isSign("-", at: at - 1) { depth -= 1 }
        }
        return (names + [name]).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
