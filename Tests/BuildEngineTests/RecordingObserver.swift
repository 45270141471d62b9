import BuildEngine
import BuildPlanning
import Synchronization

/// Keeps what a build told.
final class RecordingObserver: BuildObserver {
    struct Record: Sendable {
        var reports: [ActionReport] = []
        var starts: [ActionStart] = []
        var diagnostics: [Diagnostics] = []
    }

    private let state = Mutex(Record())

    var record: Record { state.withLock { $0 } }

    func actionStarted(_ start: ActionStart) { state.withLock { $0.starts.append(start) } }
    func actionFinished(_ report: ActionReport) { state.withLock { $0.reports.append(report) } }
    func diagnosed(_ diagnostics: Diagnostics) { state.withLock { $0.diagnostics.append(diagnostics) } }

    /// Names of the actions that ran, sorted; with `~` where they built upon an earlier state.
    var ran: [String] {
        let record = self.record
        let incremental = Set(record.starts.filter(\.isIncremental).map(\.action.id))
        return record.reports.filter { $0.outcome == .ran }
            .map { (incremental.contains($0.action.id) ? "~" : "") + $0.action.id.name }.sorted()
    }
}
