/// Names of generic parameters, as a declaration lists them.
public enum GenericParameters {
    /// Those of the list that the `<` at `index` opens: `T` and `Rest` of `<T: P<Int>, each Rest>`. Empty where no list
    /// begins there. What is behind a list that does not end counts as part of it.
    public static func names(in source: SwiftTokens, at index: Int) -> [String] {
        read(source, index).names
    }

    /// The place behind that list, or the end.
    public static func end(in source: SwiftTokens, at index: Int) -> Int { read(source, index).end }

    private static func read(_ source: SwiftTokens, _ index: Int) -> (names: [String], end: Int) {
        guard source.isSign("<", at: index) else { return ([], index) }
        var names: [String] = [], name: String?
        var depth = 0, isName = true, isOver = false, at = index
        func end() { if let name { names.append(name) } }
        while at < source.tokens.count {
            let token = source.tokens[at]
            at += 1
            if token.is("<") || token.is("(") || token.is("[") {
                depth += 1
            } else if token.is(")") || token.is("]") || token.is(">") && !source.isSign("-", at: at - 2) {
                depth -= 1
                if depth == 0 { break }
            } else if depth == 1, token.is(",") {
                end()
                (name, isName) = (nil, !isOver)
            } else if depth == 1, token.is(":") {
                isName = false
            } else if depth == 1, source.word(at: at - 1) == "where" {
                (isName, isOver) = (false, true)
            } else if depth == 1, isName, let word = source.word(at: at - 1) {
                name = word
            }
        }
        end()
        return (names, at)
    }
}
