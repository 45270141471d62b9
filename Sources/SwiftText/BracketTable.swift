/// Which bracket closes which, of tokens in which that is certain.
struct BracketTable {
    /// Of an opening bracket's index, the index of the one that closes it; -1 for all other tokens.
    private(set) var closing: [Int]
    /// Of a closing bracket's index, the index of the one that it closes; -1 for all other tokens.
    private(set) var opening: [Int]

    /// Nil where brackets do not close, also between the directives of a condition, and where a slash may begin a
    /// regular expression, whose brackets are none.
    init?(_ text: SwiftTokens) {
        guard text.isWhole else { return nil }
        let tokens = text.tokens
        closing = Array(repeating: -1, count: tokens.count)
        opening = closing
        var open: [Int] = [], conditions: [Int] = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .directive:
                guard BracketTable.follow(text.text(token), depth: open.count, &conditions) else { return nil }
            case .sign:
                if token.is("{") || token.is("(") || token.is("[") {
                    open.append(index)
                } else if token.is("}") || token.is(")") || token.is("]") {
                    guard let first = open.popLast(), BracketTable.pair(tokens[first], token) else { return nil }
                    if let depth = conditions.last, open.count < depth { return nil }
                    closing[first] = index
                    opening[index] = first
                } else if token.is("/"), text.mayBeginExpression(token, after: index > 0 ? tokens[index - 1] : nil) {
                    return nil
                }
            default: break
            }
        }
        guard open.isEmpty, conditions.isEmpty else { return nil }
    }

    private static func follow(_ directive: String, depth: Int, _ conditions: inout [Int]) -> Bool {
        switch directive {
        case "#if":
            conditions.append(depth)
            return true
        case "#elseif", "#else": return conditions.last == depth
        case "#endif": return conditions.popLast() == depth
        // Lines are not what they seem.
        case "#sourceLocation": return false
        default: return true
        }
    }

    private static func pair(_ opening: SwiftToken, _ closing: SwiftToken) -> Bool {
        switch closing.sign {
        case UInt8(ascii: "}"): opening.is("{")
        case UInt8(ascii: ")"): opening.is("(")
        default: opening.is("[")
        }
    }
}
