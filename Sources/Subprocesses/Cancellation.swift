import Dispatch
import Synchronization

/// A request to stop, made once and seen by everything that shares it. May be used from any thread.
public final class Cancellation: Sendable {
    private struct State: Sendable {
        var requested = false
        var next = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    public var isRequested: Bool { state.withLock { $0.requested } }

    /// Asks everything that shares this to stop. Runs the handlers on the calling thread; a second request does
    /// nothing.
    public func request() {
        let handlers = state.withLock { state in
            state.requested = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Calls `handler` when the request comes, or now if it has come. Returns a token for `forget`.
    public func onRequest(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (token, now) = state.withLock { state in
            state.next += 1
            if !state.requested { state.handlers[state.next] = handler }
            return (state.next, state.requested)
        }
        if now { handler() }
        return token
    }

    /// Waits that long, or until the request comes. Returns whether it has.
    public func wait(seconds: Double) -> Bool {
        let request = DispatchSemaphore(value: 0)
        let token = onRequest { request.signal() }
        defer { forget(token) }
        _ = request.wait(timeout: .now() + seconds)
        return isRequested
    }

    public func forget(_ token: Int) {
        _ = state.withLock { $0.handlers.removeValue(forKey: token) }
    }
}
