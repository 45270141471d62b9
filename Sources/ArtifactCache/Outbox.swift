import Dispatch
import Parallelism
import Synchronization

/// Sends what is published to stores that are far away, beside the work that makes it: no job waits for a server.
final class Outbox: Sendable {
    private struct State {
        var sent = 0, open = 0
        var isClosed = false
    }

    /// Deliveries at once: each waits for several answers, one after the other.
    private static let width = 24

    private let pool = WaitingPool(label: "mono.outbox", width: Outbox.width)
    private let group = DispatchGroup()
    private let state = Mutex(State())

    /// Delivers later. Not at all where `finish` came back meanwhile. `deliver`: true where something counts as sent.
    func add(_ deliver: @escaping @Sendable () -> Bool) {
        state.withLock { state in
            state.open += 1
            state.isClosed = false
        }
        group.enter()
        pool.async {
            let isOpen = self.state.withLock { !$0.isClosed }, isSent = isOpen && deliver()
            self.state.withLock { state in
                state.open -= 1
                if isSent { state.sent += 1 }
            }
            self.group.leave()
        }
    }

    /// How many deliveries have not ended.
    var open: Int { state.withLock { $0.open } }

    /// Waits until all is delivered, or `seconds` are over, or it is wanted no more: then nothing new is begun. What
    /// became of all that was added so far.
    func finish(within seconds: Double, isCancelled: () -> Bool) -> SendingReport {
        let end = DispatchTime.now() + max(0, seconds)
        var isInTime = open == 0
        while !isInTime, !isCancelled() {
            isInTime = group.wait(timeout: min(end, .now() + 0.05)) == .success
            if DispatchTime.now() >= end { break }
        }
        return state.withLock { state in
            if !isInTime { state.isClosed = true }
            return SendingReport(sent: state.sent, late: isInTime ? 0 : state.open)
        }
    }
}
