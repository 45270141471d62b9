import CalculatorBrainInterface

public struct CalculatorBrainMock: CalculatorBrain {
    let answer: Double
    public init(answer: Double = 0) { self.answer = answer }
    public func add(_ a: Double, _ b: Double) -> Double { answer }
    public func subtract(_ a: Double, _ b: Double) -> Double { answer }
    public func multiply(_ a: Double, _ b: Double) -> Double { answer }
    public func divide(_ a: Double, _ b: Double) -> Double? { answer }
}
