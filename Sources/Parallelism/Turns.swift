import Dispatch
import Synchronization

/// Lets threads that want the same thing take turns, so that the second finds what the first has done.
public final class Turns<Key: Hashable & Sendable>: Sendable {
    private let waiting = Mutex<[Key: [DispatchSemaphore]]>([:])

    public init() {}

    /// Calls `work` while nobody else's with the same key runs.
    public func take<Result, Failure: Error>(
        _ key: Key, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let turn = waiting.withLock { waiting -> DispatchSemaphore? in
            guard waiting[key] != nil else {
                waiting[key] = []
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            waiting[key]?.append(turn)
            return turn
        }
        turn?.wait()
        defer {
            waiting.withLock { waiting in
                guard var others = waiting[key], !others.isEmpty else {
                    waiting[key] = nil
                    return
                }
                others.removeFirst().signal()
                waiting[key] = others
            }
        }
        return try work()
    }
}
