import CCurl
import Dispatch
import Parallelism
import Subprocesses
import Synchronization

/// Sends requests to servers, many at once, over connections that it keeps open. One thread moves all bytes; it exists
/// while there is something to move.
///
/// May be used from any thread. Nothing is opened before the first request.
public final class HTTPClient: Sendable {
    public struct Settings: Hashable, Sendable {
        public var userAgent = "mono"
        /// Files in PEM: authorities in place of the system's; a client's certificate and its key.
        public var authorities, certificate, key: String?
        /// Seconds until a connection must stand.
        public var connectLimit = 3.0
        /// Seconds in which something must move.
        public var stallLimit = 10
        /// Most connections at once; more requests wait for one.
        public var connections = 32

        public init() {}
    }

    private struct State {
        var waiting: [HTTPTransfer] = []
        var cancelled: Set<Int> = []
        var isRunning = false
        var next = 0
        var wakeUp: WakeUp?
    }

    private let settings: Settings
    private let libraryNames: [String]
    private let loop: Confined<HTTPLoop?>
    private let state = Mutex(State())

    public convenience init(_ settings: Settings) { self.init(settings, libraryNames: CurlLibrary.names) }

    init(_ settings: Settings, libraryNames: [String]) {
        (self.settings, self.libraryNames) = (settings, libraryNames)
        loop = Confined(nil, on: DispatchQueue(label: "mono.http"))
    }

    /// The answer to a request; blocks the calling thread until it is there. Cancelled, it comes back at once.
    public func answer(
        to request: HTTPRequest, cancellation: Cancellation = Cancellation()
    ) -> Result<HTTPAnswer, HTTPFault> {
        let arrived = DispatchSemaphore(value: 0), found = Mutex<Result<HTTPAnswer, HTTPFault>?>(nil)
        let number = start(request) { result in
            found.withLock { $0 = result }
            arrived.signal()
        }
        let token = cancellation.onRequest { self.cancel(number) }
        defer { cancellation.forget(token) }
        arrived.wait()
        return found.withLock { $0! }
    }

    /// Begins a request, and calls `then` on the client's own thread, which must not be blocked. Returns a number for
    /// `cancel`.
    @discardableResult
    public func start(
        _ request: HTTPRequest, then: @escaping @Sendable (Result<HTTPAnswer, HTTPFault>) -> Void
    ) -> Int {
        let (number, mustRun, wakeUp) = state.withLock { state in
            state.next += 1
            state.waiting.append(HTTPTransfer(number: state.next, request: request, then: then))
            defer { state.isRunning = true }
            return (state.next, !state.isRunning, state.wakeUp)
        }
        if mustRun { loop.async { self.run(&$0) } }
        wakeUp?.call()
        return number
    }

    /// Ends a request, which then comes back as cancelled; one that ended already did.
    public func cancel(_ number: Int) {
        let wakeUp = state.withLock { state -> WakeUp? in
            state.cancelled.insert(number)
            return state.wakeUp
        }
        wakeUp?.call()
    }

    // MARK: On the queue

    private func run(_ loop: inout HTTPLoop?) {
        if loop == nil {
            do {
                let opened = try HTTPLoop(settings, CurlLibrary(names: libraryNames))
                loop = opened
                state.withLock { $0.wakeUp = opened.wakeUp }
            } catch {
                return failAll(error)
            }
        }
        guard let loop else { return }
        while true {
            let (new, cancelled, isDone) = state.withLock { state in
                let isDone = state.waiting.isEmpty && !loop.isBusy
                if isDone { state.isRunning = false }
                defer { (state.waiting, state.cancelled) = ([], []) }
                return (state.waiting, state.cancelled, isDone)
            }
            if isDone { return }
            for transfer in new { loop.add(transfer) }
            loop.cancel(cancelled)
            loop.turn()
        }
    }

    private func failAll(_ fault: HTTPFault) {
        let waiting = state.withLock { state in
            defer { (state.waiting, state.isRunning) = ([], false) }
            return state.waiting
        }
        for transfer in waiting { transfer.then(.failure(fault)) }
    }
}

/// Ends the wait of a loop, from any thread.
struct WakeUp: @unchecked Sendable {
    // Sendable because libcurl lets any thread call this one function, and the loop that owns the handle lives as long
    // as its client.
    private let curl: CurlLibrary
    private let multi: UnsafeMutableRawPointer

    init(_ curl: CurlLibrary, _ multi: UnsafeMutableRawPointer) { (self.curl, self.multi) = (curl, multi) }

    func call() { _ = curl.table.functions.multi_wakeup(multi) }
}
