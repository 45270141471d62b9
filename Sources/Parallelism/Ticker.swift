import Dispatch
import Synchronization

/// Calls something again and again, on a queue of its own, until it is stopped.
public final class Ticker: Sendable {
    private let queue = DispatchQueue(label: "mono.ticker", qos: .utility)
    private let isStopped = Mutex(false)

    /// Calls `tick` every `interval` seconds, the first time after one interval. Ticks never overlap; late ones are
    /// dropped.
    public init(every interval: Double, _ tick: @escaping @Sendable () -> Void) {
        schedule(after: interval, tick)
    }

    /// Ends the ticking: no tick runs after this has returned. Not to be called by a tick.
    public func stop() {
        isStopped.withLock { $0 = true }
        queue.sync {}
    }

    private func schedule(after interval: Double, _ tick: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + interval) { [self] in
            if isStopped.withLock({ $0 }) { return }
            tick()
            schedule(after: interval, tick)
        }
    }
}
