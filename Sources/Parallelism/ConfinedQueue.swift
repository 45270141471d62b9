import Dispatch

/// State that only one serial queue touches.
///
/// The idiom: a type keeps its mutable state in a `Confined`, does its work in methods that run on the queue, and each
/// of these starts by reaching for the state, which stops the program where the queue is another one. What the compiler
/// cannot see, a test then does.
public final class Confined<State>: @unchecked Sendable {
    // Sendable because `state` is read and written on `queue` alone, which is serial: `access` checks it each time, and
    // `async` and `sync` go there.
    private var state: State
    public let queue: DispatchQueue

    /// `queue` must be serial.
    public init(_ state: sending State, on queue: DispatchQueue) {
        self.state = state
        self.queue = queue
    }

    /// The state; on the queue only.
    public func access<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        dispatchPrecondition(condition: .onQueue(queue))
        return try body(&state)
    }

    /// Calls `body` on the queue, later.
    public func async(_ body: @escaping @Sendable (inout State) -> Void) {
        queue.async { body(&self.state) }
    }

    /// Calls `body` on the queue and waits for it; from any other place than the queue.
    public func sync<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
        dispatchPrecondition(condition: .notOnQueue(queue))
        return queue.sync { body(&state) }
    }
}
