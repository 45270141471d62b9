import CalculatorBrainInterface
import Testing

/// Answers with a number of its own for each operation.
private struct NumberedBrain: CalculatorBrainInterface {
    func add(_ a: Double, _ b: Double) -> Double { 1 }
    func subtract(_ a: Double, _ b: Double) -> Double { 2 }
    func multiply(_ a: Double, _ b: Double) -> Double { 3 }
    func divide(_ a: Double, _ b: Double) -> Double? { b == 0 ? nil : 4 }
}

@Test func `every operation reaches its own function`() {
    #expect(CalculatorOperation.allCases.map { NumberedBrain().result(of: $0, 0, 1) } == [1, 2, 3, 4])
    #expect(NumberedBrain().result(of: .divide, 1, 0) == nil)
}

@Test func `signs are what people type`() {
    #expect(CalculatorOperation(rawValue: "*") == .multiply)
    #expect(CalculatorOperation(rawValue: "x") == nil)
    #expect(CalculatorOperation.allCases.filter(\.bindsTightly) == [.multiply, .divide])
}
