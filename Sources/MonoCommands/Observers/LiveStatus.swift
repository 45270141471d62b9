import BuildEngine
import BuildPlanning
import Parallelism
import Synchronization

/// Shows what runs, on a terminal: a line of counts and a line for each running action, drawn anew ten times a second
/// while anything runs.
final class LiveStatus: BuildObserver {
    private struct State {
        var board = StatusBoard()
        var start = ContinuousClock.now
        var ticker: Ticker?
    }

    private let console: BuildConsole
    private let state = Mutex(State())

    init(_ console: BuildConsole) { self.console = console }

    func buildStarted(_ start: BuildStart) {
        state.withLock { state in
            state.board.started(start)
            // A build that turns out to concern more goes on.
            if state.ticker != nil { return }
            state.start = .now
            state.ticker = Ticker(every: 0.1) { [weak self] in self?.draw() }
        }
    }

    func actionStarted(_ start: ActionStart) { state.withLock { $0.board.started(start) } }

    func actionFinished(_ report: ActionReport) { state.withLock { $0.board.finished(report) } }

    func verificationStarted(_ start: VerificationStart) { state.withLock { $0.board.started(start) } }

    func resultVerificationStarted(_ action: Action, time: UInt64) {
        state.withLock { $0.board.startedVerifying(action, time) }
    }

    func resultVerified(_ report: VerificationReport) { state.withLock { $0.board.verified(report) } }

    func sendingStarted(results: Int) { state.withLock { $0.board.startedSending(results) } }

    func buildFinished(_ summary: BuildSummary) {
        let ticker = state.withLock { state in
            defer { state.ticker = nil }
            return state.ticker
        }
        // Outside the lock, which a tick takes.
        ticker?.stop()
        console.draw([])
    }

    private func draw() {
        let errors = console.terminal.errors
        let lines = state.withLock { state in
            let elapsed = (ContinuousClock.now - state.start).components
            return state.board.lines(
                now: UInt64(elapsed.seconds) * 1_000_000_000 + UInt64(elapsed.attoseconds / 1_000_000_000),
                width: errors.sink.width ?? 80, height: errors.sink.height ?? 24, style: errors.style)
        }
        console.draw(lines)
    }
}
