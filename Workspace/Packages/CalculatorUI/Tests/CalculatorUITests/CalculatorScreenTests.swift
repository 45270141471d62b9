import CalculatorBrainInterface
import CalculatorUI
import Testing

/// The UI is tested without the real brain: it sees the interface alone.
private struct PlainBrain: CalculatorBrainInterface {
    func add(_ a: Double, _ b: Double) -> Double { a + b }
    func subtract(_ a: Double, _ b: Double) -> Double { a - b }
    func multiply(_ a: Double, _ b: Double) -> Double { a * b }
    func divide(_ a: Double, _ b: Double) -> Double? { b == 0 ? nil : a / b }
}

private let screen = CalculatorScreen(brain: PlainBrain())

@Test(arguments: [
    ("6 * 7", "42"), ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"), ("8 - 4 - 2", "2"), ("1/8", "0.125"), ("--1", "1"), ("-(2)", "-2"),
    ("0.1 + 0.2", "0.30000000000000004"), ("0.1 * 3", "0.30000000000000004"), ("1/3", "0.3333333333333333"), ("-0", "0"),
])
func `lines and answers`(line: String, answer: String) throws {
    #expect(try screen.answer(to: line) == answer)
}

@Test(arguments: [
    ("", CalculationError.unexpectedEnd), ("1 +", .unexpectedEnd), ("1 / 0", .divisionByZero(column: 3)),
    ("(1", .unclosedParenthesis(column: 1)), ("1)", .unexpected(")", column: 2)), ("2 x 3", .unexpected("x", column: 3)), ("1 000", .unexpected("0", column: 3)),
    ("1.2.3", .notANumber("1.2.3", column: 1)),
])
func `what is wrong, and where`(line: String, error: CalculationError) {
    #expect(throws: error) { try screen.answer(to: line) }
}

@Test func `hostile lines need no stack`() throws {
    let terms = 100_000
    #expect(throws: CalculationError.tooDeep(column: 101)) { try screen.answer(to: String(repeating: "(", count: terms)) }
    #expect(try screen.answer(to: Array(repeating: "1", count: terms).joined(separator: "+")) == "\(terms)")
}

@Test func `a complaint points at its cause`() {
    #expect(
        CalculatorScreen.complaint(about: "1 / 0", .divisionByZero(column: 3)) == "1 / 0\n  ^ nothing can be divided by zero")
}
