import Dispatch
import FileWatching
import Subprocesses
import Synchronization

/// What the user of a command that watches asks for with a key.
enum WatchRequest: Hashable, Sendable { case again, all, quit }

/// Where changes and keys wait until the next round takes them. May be used from any thread.
final class WatchDesk: Sendable {
    /// Why a round begins.
    enum Wake: Hashable, Sendable {
        /// `areOwn`: all of them came while the last round ran.
        case changes(FileChanges, areOwn: Bool)
        case request(WatchRequest)
        case cancelled
    }

    private struct State: Sendable {
        var changes = FileChanges()
        /// No change came since the last round.
        var areOwn = false
        var requests: [WatchRequest] = []
        var first, last: ContinuousClock.Instant?
        /// Of the round that runs.
        var round: Cancellation?
        /// Whether such changes are to stop it.
        var isStopped: @Sendable (FileChanges) -> Bool = { _ in false }
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    func add(_ changes: FileChanges) {
        let stopped = state.withLock { state -> Cancellation? in
            state.changes.formUnion(changes)
            state.last = .now
            state.first = state.areOwn ? state.last : state.first ?? state.last
            state.areOwn = false
            return state.round != nil && state.isStopped(changes) ? state.round : nil
        }
        stopped?.request()
        news.signal()
    }

    func add(_ request: WatchRequest) {
        let stopped = state.withLock { state -> Cancellation? in
            state.requests.append(request)
            return request == .quit ? state.round : nil
        }
        stopped?.request()
        news.signal()
    }

    /// A round begins, and will see all that has changed so far.
    func begin(_ round: Cancellation, stoppedBy isStopped: @escaping @Sendable (FileChanges) -> Bool) {
        let isOver = state.withLock { state in
            (state.round, state.isStopped) = (round, isStopped)
            (state.changes, state.areOwn) = (FileChanges(), false)
            (state.first, state.last) = (nil, nil)
            return state.requests.contains(.quit)
        }
        if isOver { round.request() }
    }

    /// The round is over. What changed since it began makes the next one: after `delay` of it, unless something else
    /// changes before.
    func end(delay: (FileChanges) -> Duration) {
        state.withLock { state in
            state.round = nil
            let wait = delay(state.changes)
            if state.changes.isEmpty { return }
            state.areOwn = true
            if wait > .zero {
                state.last = .now + wait
                state.first = state.last
            }
        }
    }

    /// Waits for a request, or until something changed and then nothing for `quiet`, or for `limit` since the first
    /// change.
    func next(quiet: Duration, limit: Duration, _ cancellation: Cancellation) -> Wake {
        let token = cancellation.onRequest { [news] in news.signal() }
        defer { cancellation.forget(token) }
        while true {
            if cancellation.isRequested { return .cancelled }
            let now = ContinuousClock.now
            let (wake, deadline) = state.withLock { state -> (Wake?, ContinuousClock.Instant?) in
                if !state.requests.isEmpty { return (.request(state.requests.removeFirst()), nil) }
                guard let first = state.first, let last = state.last else { return (nil, nil) }
                let ready = min(last + quiet, first + limit)
                return ready <= now ? (.changes(state.changes, areOwn: state.areOwn), nil) : (nil, ready)
            }
            if let wake { return wake }
            guard let deadline else {
                news.wait()
                continue
            }
            let left = (deadline - now).components
            _ = news.wait(
                timeout: .now()
                    + .nanoseconds(Int(left.seconds) * 1_000_000_000 + Int(left.attoseconds / 1_000_000_000)))
        }
    }
}
