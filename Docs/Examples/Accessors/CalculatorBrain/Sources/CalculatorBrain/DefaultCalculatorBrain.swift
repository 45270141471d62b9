import CalculatorBrainInterface

public struct DefaultCalculatorBrain: CalculatorBrain {
    public init() {}
    public func add(_ a: Double, _ b: Double) -> Double { a + b }
    public func subtract(_ a: Double, _ b: Double) -> Double { a - b }
    public func multiply(_ a: Double, _ b: Double) -> Double { a * b }
    public func divide(_ a: Double, _ b: Double) -> Double? { b == 0 ? nil : a / b }
}
