/// How long at least one of several spans lasts: where they overlap, time counts once.
public func covered(by spans: [(from: Double, to: Double)]) -> Double {
    var sum = 0.0, reached = -Double.infinity
    for span in spans.sorted(by: { $0.from < $1.from }) where span.to > reached {
        sum += span.to - max(span.from, reached)
        reached = span.to
    }
    return sum
}
