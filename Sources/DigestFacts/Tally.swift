import Synchronization

/// Counts from any thread.
final class Tally: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    @discardableResult
    func add() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
