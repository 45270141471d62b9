/// Names of generic parameters, as a declaration lists them.
public enum GenericParameters {
    /// Those of the list that the `<` at `index` opens: `T` and `Rest` of `<T: P<Int>, each Rest>`. Empty where no list
    /// begins there. What is behind a list that does not end counts as part of it.
    public static func names(in source: SwiftTokens, at index: Int) -> [String] {
        guard source.isSign("<", at: index) else { return [] }
        var names: [String] = [], name: String?
        var depth = 0, isName = true
        func end() { if let name { names.append(name) } }
        for at in index..<source.tokens.count {
            let token = source.tokens[at]
            if token.is("<") || token.is("(") || token.is("[") {
                depth += 1
            } else if token.is(")") || token.is("]") || token.is(">") && !source.isSign("-", at: at - 1) {
                depth -= 1
                if depth == 0 { break }
            } else if depth == 1, token.is(",") {
                end()
                (name, isName) = (nil, true)
            } else if depth == 1, token.is(":") {
                isName = false
            } else if depth == 1, isName, let word = source.word(at: at) {
                name = word
            }
        }
        end()
        return names
    }
}
