/// How a number is distributed: its values at 0 %, 1 %, … 100 % of all that were counted.
public struct Quantiles: Equatable, Sendable {
    public let values: [Int]

    /// 0 %, 1 %, … 100 %.
    public static let steps = 100

    /// `values`: as many as there are steps, and one; in rising order.
    public init(values: [Int]) { self.values = values }

    /// Of numbers that were counted, of which there is at least one.
    public init(of numbers: [Int]) {
        let sorted = numbers.sorted()
        values = (0...Quantiles.steps).map { sorted[$0 * (sorted.count - 1) / Quantiles.steps] }
    }

    public var median: Int { values[Quantiles.steps / 2] }

    /// Of what is drawn, in hundredths; between two values all are as frequent.
    public var meanInHundredths: Int {
        (0..<Quantiles.steps).reduce(0) { $0 + values[$1] + values[$1 + 1] } * 50 / Quantiles.steps
    }

    /// A number that is distributed so, in thousandths.
    public func drawnInThousandths(by draws: inout Draws) -> Int {
        let step = draws.below(Quantiles.steps)
        return values[step] * 1000 + (values[step + 1] - values[step]) * draws.below(1000)
    }

    /// The same as a whole number.
    public func drawn(by draws: inout Draws) -> Int { (drawnInThousandths(by: &draws) + 500) / 1000 }
}
