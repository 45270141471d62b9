/// Why a line has no result. Columns count characters from 1.
public enum CalculationError: Error, Hashable, Sendable {
    case unexpected(Character, column: Int)
    case unexpectedEnd
    case notANumber(String, column: Int)
    case unclosedParenthesis(column: Int)
    case tooDeep(column: Int)
    case divisionByZero(column: Int)

    /// Where in the line; nil for its end.
    public var column: Int? {
        switch self {
        case .unexpected(_, let column), .notANumber(_, let column), .unclosedParenthesis(let column), .tooDeep(let column),
            .divisionByZero(let column):
            column
        case .unexpectedEnd: nil
        }
    }

    public var message: String {
        switch self {
        case .unexpected(let character, _): "did not expect '\(character)' here"
        case .unexpectedEnd: "something is missing at the end"
        case .notANumber(let text, _): "'\(text)' is no number"
        case .unclosedParenthesis: "this parenthesis is not closed"
        case .tooDeep: "too many parentheses in one another"
        case .divisionByZero: "nothing can be divided by zero"
        }
    }
}
