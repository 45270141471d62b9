import Dispatch
import Synchronization

/// Runs work that waits: for servers, say. A concurrent Dispatch queue has about as many threads as there are
/// processors, blocked ones too; here as much work waits at once as the pool is wide.
public final class WaitingPool: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
        /// Those before it were begun.
        var next = 0
    }

    private let label: String
    private let width: Int
    private let state = Mutex(State())

    public init(label: String, width: Int) { (self.label, self.width) = (label, max(1, width)) }

    /// Begins the work, in the order in which it comes, as soon as fewer than `width` others run. From any thread.
    public func async(_ work: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            if state.running >= width {
                state.waiting.append(work)
                return false
            }
            state.running += 1
            return true
        }
        // A queue of its own gets a thread whatever the others are busy with.
        if starts {
            DispatchQueue(label: label).async {
                work()
                while let next = self.takeNext() { next() }
            }
        }
    }

    /// Calls `transform` for each item, and returns the results in the order of the items.
    public func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        let group = DispatchGroup(), results = Mutex<[Int: Result]>([:])
        for (index, item) in items.enumerated() {
            group.enter()
            async {
                let result = transform(item)
                results.withLock { $0[index] = result }
                group.leave()
            }
        }
        group.wait()
        return results.withLock { found in items.indices.compactMap { found[$0] } }
    }

    private func takeNext() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.next < state.waiting.count else {
                (state.waiting, state.next) = ([], 0)
                state.running -= 1
                return nil
            }
            defer { state.next += 1 }
            return state.waiting[state.next]
        }
    }
}
