import Wiring

/// Code that imports this module asks `calculatorBrain`.
public protocol CalculatorBrain: Accessible, Sendable {
    func add(_ a: Double, _ b: Double) -> Double
    func subtract(_ a: Double, _ b: Double) -> Double
    func multiply(_ a: Double, _ b: Double) -> Double
    /// Nil where `b` is zero.
    func divide(_ a: Double, _ b: Double) -> Double?
}
