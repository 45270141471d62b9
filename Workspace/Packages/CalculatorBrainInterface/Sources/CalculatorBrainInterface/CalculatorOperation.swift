/// An operation on two numbers, by its sign.
public enum CalculatorOperation: Character, CaseIterable, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"

    /// Multiplication and division go before addition and subtraction.
    public var bindsTightly: Bool { self == .multiply || self == .divide }
}
