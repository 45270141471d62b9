import BuildEngine
import BuildPlanning
import Digests
import InterfaceDigests
import Synchronization

/// `--explain`, and `--dry-run`: says of each action that runs, or would, why.
final class Explanation: BuildObserver {
    private struct State {
        var actions: [ActionID: Action] = [:]
        /// The last reason shown for each target or product: its other actions often have the same.
        var shown: [Action.Subject: RebuildReason] = [:]
    }

    private let console: BuildConsole
    /// False: only what would run is shown, not why.
    private let isDetailed: Bool
    private let parts: @Sendable (ContentDigest) -> ABIParts?
    private let state = Mutex(State())

    /// `parts`: what an interface digest is made of, where somebody knows.
    init(
        _ console: BuildConsole, isDetailed: Bool,
        parts: @escaping @Sendable (ContentDigest) -> ABIParts? = { _ in nil }
    ) {
        (self.console, self.isDetailed, self.parts) = (console, isDetailed, parts)
    }

    func buildStarted(_ start: BuildStart) {
        state.withLock { state in for action in start.actions { state.actions[action.id] = action } }
    }

    func actionStarted(_ start: ActionStart) {
        guard isDetailed else { return }
        show(start.action, start.action.title + (start.isIncremental ? " (incremental)" : ""), start.reason)
    }

    func actionFinished(_ report: ActionReport) {
        guard case .wouldRun(let isCertain) = report.outcome else { return }
        let title = report.action.title
        if isDetailed, isCertain, let reason = report.reason {
            show(report.action, title, reason)
        } else {
            console.answer(isCertain ? "\(title) would run" : "\(title) might run: it depends on an action that would")
        }
    }

    private func show(_ action: Action, _ title: String, _ reason: RebuildReason) {
        let (isKnown, actions) = state.withLock { state in
            (state.shown.updateValue(reason, forKey: action.subject) == reason, state.actions)
        }
        if isKnown, case .changed = reason { return console.answer("\(title) runs for the same reason") }
        let wording = KeyWording(title: { actions[$0]?.title ?? $0.name }, parts: parts)
        console.answer(wording.lines(for: reason, of: action).joined(separator: "\n"))
    }
}
