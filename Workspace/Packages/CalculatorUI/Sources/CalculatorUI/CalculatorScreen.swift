import CalculatorBrainInterface

/// The calculator as people see it: a line in, an answer out. It reads and prints nothing itself.
public struct CalculatorScreen: Sendable {
    private let brain: any CalculatorBrainInterface

    public init(brain: any CalculatorBrainInterface) { self.brain = brain }

    /// The result, as text.
    public func answer(to line: String) throws(CalculationError) -> String {
        numberText(try Calculation.result(of: line, with: brain))
    }

    /// A complaint of two or three lines: the line, a mark below what is wrong with it, and what that is.
    public static func complaint(about line: String, _ error: CalculationError) -> String {
        let mark = String(repeating: " ", count: (error.column ?? line.count + 1) - 1) + "^"
        return "\(line)\n\(mark) \(error.message)"
    }
}
