/// Does the arithmetic. Features ask for `any CalculatorBrainInterface`; only the app knows which brain there is.
public protocol CalculatorBrainInterface: Sendable {
    func add(_ a: Double, _ b: Double) -> Double
    func subtract(_ a: Double, _ b: Double) -> Double
    func multiply(_ a: Double, _ b: Double) -> Double
    /// Nil where `b` is zero.
    func divide(_ a: Double, _ b: Double) -> Double?
}

extension CalculatorBrainInterface {
    /// What `operation` makes of two numbers; nil where it is not defined for them.
    public func result(of operation: CalculatorOperation, _ a: Double, _ b: Double) -> Double? {
        switch operation {
        case .add: add(a, b)
        case .subtract: subtract(a, b)
        case .multiply: multiply(a, b)
        case .divide: divide(a, b)
        }
    }
}
