/// The names of what the protocols in a text require: words and operators.
public enum WrittenRequirements {
    /// Nil where the text is not understood.
    public static func names(in bytes: [UInt8]) -> Set<String>? {
        let source = SwiftTokens(bytes)
        guard source.isWhole, let closing = BracketTable(source)?.closing else { return nil }
        var names: Set<String> = [], at = 0
        while at < source.tokens.count {
            defer { at += 1 }
            guard source.word(at: at) == "protocol", !source.isSign(".", at: at - 1) else { continue }
            while at < source.tokens.count, !source.isSign("{", at: at) { at += 1 }
            guard at < source.tokens.count else { break }
            for index in at..<closing[at] { names.formUnion(declared(at: index, source)) }
            at = closing[at]
        }
        return names
    }

    private static func declared(at index: Int, _ source: SwiftTokens) -> [String] {
        switch source.word(at: index) {
        case "var", "let": return source.word(at: index + 1).map { [$0] } ?? []
        case "func":
            if let name = source.word(at: index + 1) { return [name] }
            // An operator: up to its parameters, of which the generic ones begin with a sign of operators too.
            let signs = source.tokens[(index + 1)...].prefix { $0.kind == .sign && !$0.is("(") }
            let name = signs.map(source.text).joined()
            return name.hasSuffix("<") && name.utf8.count > 1 ? [name, String(name.dropLast())] : [name]
        default: return []
        }
    }
}
