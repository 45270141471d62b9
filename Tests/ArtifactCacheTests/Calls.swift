import Synchronization

/// Counts, from any thread.
final class Calls: Sendable {
    private let count = Atomic(0)

    /// One more than the last time; 0 the first time.
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
    var total: Int { count.load(ordering: .relaxed) }
}
