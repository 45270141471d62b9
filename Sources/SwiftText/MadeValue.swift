/// What makes a value, as far as the text of its expression says: `Logger(…)`, `makeLogger()`, `Log.make()`, or a
/// closure that is called at once and returns one of these.
struct MadeValue {
    /// The type whose initialiser is called, or of which a member is taken.
    private(set) var type: String?
    /// The function that is called.
    private(set) var function: String?

    /// `start`: the first token of the expression.
    init(_ source: SwiftTokens, at start: Int) {
        self.init(source, at: start, mayBeClosure: true)
    }

    private init(_ source: SwiftTokens, at start: Int, mayBeClosure: Bool) {
        let tokens = source.tokens
        var next = start
        func word(_ index: Int) -> String? {
            index < tokens.count && tokens[index].kind == .word ? source.text(tokens[index]) : nil
        }
        while next < tokens.count,
            ["try", "await"].contains(word(next)) || tokens[next].is("!") || tokens[next].is("?")
        {
            next += 1
        }
        guard next < tokens.count else { return }
        if tokens[next].is("{") {
            if mayBeClosure, let made = MadeValue.returned(by: next, in: source) { self = made }
            return
        }
        var made: String?
        // `A.B(`: the last name before the bracket.
        while let name = word(next) {
            made = name
            guard next + 2 < tokens.count, tokens[next + 1].is("."), word(next + 2) != "init" else { break }
            next += 2
        }
        guard let made else { return }
        if made.first?.isUppercase == true {
            type = made
        } else if next + 1 < tokens.count, tokens[next + 1].is("(") {
            function = made
        }
    }

    /// Of the closure whose brace opens there, if it is called at once: what its last `return` or its only expression
    /// makes.
    private static func returned(by open: Int, in source: SwiftTokens) -> MadeValue? {
        let tokens = source.tokens
        var depth = 0, end = open
        while end < tokens.count {
            if tokens[end].is("{") { depth += 1 }
            if tokens[end].is("}") { depth -= 1 }
            if depth == 0 { break }
            end += 1
        }
        guard end + 1 < tokens.count, tokens[end + 1].is("("), end > open + 1 else { return nil }
        let words = (open + 1..<end).filter { tokens[$0].kind == .word }
        guard let back = words.last(where: { source.text(tokens[$0]) == "return" }), back + 1 < end else {
            return MadeValue(source, at: open + 1, mayBeClosure: false)
        }
        // `let logger = Logger()`, and `return logger` at the end.
        let name = source.text(tokens[back + 1])
        if let place = words.first(where: {
            source.text(tokens[$0]) == name && tokens[$0 + 1].is("=") && $0 < back
        }) {
            return MadeValue(source, at: place + 2, mayBeClosure: false)
        }
        return MadeValue(source, at: back + 1, mayBeClosure: false)
    }

    /// The name of the type that a function returns whose name stands at `name`: `Logger` of `func make() ->
    /// Log.Logger`.
    static func returnType(ofFunctionNamed name: Int, in source: SwiftTokens) -> String? {
        let tokens = source.tokens
        var next = name + 1, depth = 0
        while next + 2 < tokens.count {
            let token = tokens[next]
            if token.is("(") || token.is("[") { depth += 1 }
            if token.is(")") || token.is("]") { depth -= 1 }
            if depth == 0, token.is("{") || token.is("}") || token.is(";") || depth < 0 { return nil }
            if depth == 0, token.is("-"), tokens[next + 1].is(">") { break }
            if depth == 0, token.kind == .word,
                ["func", "var", "let", "init"].contains(source.text(token))
            {
                return nil
            }
            next += 1
        }
        next += 2
        var type: String?
        while next < tokens.count, tokens[next].kind == .word || tokens[next].is(".") {
            let text = source.text(tokens[next])
            if text == "where" { break }
            if !["any", "some", "."].contains(text) { type = text }
            next += 1
            if next < tokens.count, tokens[next].startsLine { break }
        }
        return type?.first?.isUppercase == true ? type : nil
    }
}
