import BuildEngine
import BuildPlanning

/// What a build is doing at this moment, and how that is shown. A plain value: it knows no clock and no terminal.
struct StatusBoard: Sendable {
    private struct Running: Sendable {
        var id: ActionID
        var title: String
        /// Nanoseconds since the build started.
        var since: UInt64
    }

    private var total = 0
    private var ended = 0
    private var hits = 0
    private var failures = 0
    /// Results that are being sent when all else is done.
    private var sending = 0
    /// In the order in which they started.
    private var running: [Running] = []

    mutating func started(_ start: BuildStart) { total = start.actions.count }

    mutating func started(_ start: ActionStart) {
        running.append(
            Running(
                id: start.action.id, title: start.action.title + (start.isIncremental ? " (incremental)" : ""),
                since: start.time))
    }

    mutating func finished(_ report: ActionReport) {
        running.removeAll { $0.id == report.action.id }
        switch report.outcome {
        case .ranEarly, .abandoned: return
        case .hit: hits += 1
        case .failed(.cancelled): break
        case .failed: failures += 1
        default: break
        }
        ended += 1
    }

    mutating func started(_ start: VerificationStart) {
        (total, ended, hits, failures, running) = (start.sampled, 0, 0, 0, [])
    }

    mutating func startedSending(_ results: Int) { sending = results }

    mutating func startedVerifying(_ action: Action, _ time: UInt64) {
        running.append(Running(id: action.id, title: "verify \(action.title)", since: time))
    }

    mutating func verified(_ report: VerificationReport) {
        running.removeAll { $0.id == report.action.id }
        ended += 1
        if case .differs = report.outcome { failures += 1 }
    }

    /// A line of counts, and one line for each running action, the oldest first, within a window of `width` columns and
    /// `height` rows.
    func lines(now: UInt64, width: Int, height: Int, style: Style) -> [StatusLine] {
        // A line that fills the last column makes some terminals go to the next.
        let width = max(1, width - 1)
        guard !running.isEmpty else {
            if sending == 0 { return [] }
            let text = TextLayout.fitted("sending \(Words.count(sending, "result")) to the remote cache", to: width)
            return [StatusLine(text: style.dim(text), columns: TextLayout.columns(text))]
        }
        // An action that was decided again after a blob was lost has ended twice.
        var counts = "[\(min(ended, total))/\(total)] \(running.count) running"
        if hits > 0 { counts += ", \(hits) from the cache" }
        if failures > 0 { counts += ", \(failures) failed" }
        counts += ", " + Words.time(nanoseconds: now)
        let head = TextLayout.fitted(counts, to: width)
        var lines = [
            StatusLine(text: failures > 0 ? style.red(head) : style.bold(head), columns: TextLayout.columns(head))
        ]

        let room = max(1, min(16, height - 3))
        let shown = running.count > room ? running.prefix(room - 1) : running[...]
        for action in shown { lines.append(line(for: action, now: now, width: width, style: style)) }
        if running.count > shown.count {
            let rest = TextLayout.fitted("  and \(running.count - shown.count) more", to: width)
            lines.append(StatusLine(text: style.dim(rest), columns: TextLayout.columns(rest)))
        }
        return lines
    }

    private func line(for action: Running, now: UInt64, width: Int, style: Style) -> StatusLine {
        let time = Words.time(nanoseconds: now > action.since ? now - action.since : 0)
        let room = width - TextLayout.columns(time) - 4
        guard room >= 8 else {
            let title = TextLayout.fitted("  " + action.title, to: width)
            return StatusLine(text: title, columns: TextLayout.columns(title))
        }
        let title = TextLayout.fitted(action.title, to: room)
        return StatusLine(
            text: "  \(title)  \(style.dim(time))", columns: TextLayout.columns(title) + TextLayout.columns(time) + 4)
    }
}
