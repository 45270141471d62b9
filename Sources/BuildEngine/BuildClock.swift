/// Nanoseconds since a build started, by a clock that nobody sets.
struct BuildClock: Sendable {
    private let start = ContinuousClock.now

    var now: UInt64 {
        let elapsed = (ContinuousClock.now - start).components
        return UInt64(elapsed.seconds) * 1_000_000_000 + UInt64(elapsed.attoseconds / 1_000_000_000)
    }
}
