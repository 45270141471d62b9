import PackageManifests
import Parallelism
import Synchronization

/// Tells what takes long before there is a build to show. On a terminal: one line, from the first quarter of a second
/// on, and nothing that stays. In a log: a line where the network may be waited for. May be called from any thread.
final class WaitingStatus: Sendable {
    private struct State {
        var what: String
        var ticker: Ticker?
    }

    private let console: BuildConsole
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// Begins with `what`.
    init(_ what: String, on terminal: Terminal) {
        console = BuildConsole(terminal)
        state = Mutex(State(what: what))
        guard terminal.errors.isInteractive else { return }
        let ticker = Ticker(every: 0.25) { [weak self] in self?.draw() }
        state.withLock { $0.ticker = ticker }
    }

    /// Goes on with another step.
    func show(_ step: LoadingStep) {
        let isLive = state.withLock { state in
            state.what = step.words
            return state.ticker != nil
        }
        if !isLive, step.isSlow { console.say(step.words) }
    }

    /// Takes away what is shown. To be called once, whatever happened.
    func end() {
        let ticker = state.withLock { state in
            defer { state.ticker = nil }
            return state.ticker
        }
        // Outside the lock, which a tick takes.
        ticker?.stop()
        console.draw([])
    }

    private func draw() {
        let elapsed = (ContinuousClock.now - start).components
        let time = Words.time(seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        let errors = console.terminal.errors
        let text = TextLayout.fitted(
            "\(state.withLock { $0.what }), \(time)", to: max(1, (errors.sink.width ?? 80) - 1))
        console.draw([StatusLine(text: errors.style.dim(text), columns: TextLayout.columns(text))])
    }
}

extension LoadingStep {
    /// True for what asks the network.
    fileprivate var isSlow: Bool {
        switch self {
        case .resolving, .fetching: true
        case .evaluating, .placing: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .evaluating(let package): "evaluating \(Words.manifest(of: package))"
        case .resolving: "choosing versions of external packages"
        case .fetching(let targets):
            "fetching \(targets.count == 1 ? "the artifact of '\(targets[0].name)'" : Words.count(targets.count, "artifact"))"
        case .placing(let pin): "restoring \(pin.identity) \(pin.shownState)"
        }
    }
}
