import BuildEngine
import BuildPlanning
import Synchronization

/// Warns of what was compiled now and holds the time of its compile: once for each target.
final class ClockWarnings: BuildObserver {
    private let console: BuildConsole
    private let found = Mutex<[Action.Subject: ClockUse]>([:])

    init(_ console: BuildConsole) { self.console = console }

    func actionFinished(_ report: ActionReport) {
        guard let use = report.clock.first else { return }
        found.withLock { found in
            if let other = found[report.action.subject], (other.file, other.macro.line) < (use.file, use.macro.line) {
                return
            }
            found[report.action.subject] = use
        }
    }

    func buildFinished(_ summary: BuildSummary) {
        for (subject, use) in found.withLock({ $0 }).sorted(by: { $0.key.fullName < $1.key.fullName }) {
            console.say(use.report(of: subject))
        }
    }
}

extension ClockUse {
    fileprivate func report(of subject: Action.Subject) -> ErrorReport {
        let value = macro.name == "__TIME__" ? "00:00:00" : "redacted"
        return ErrorReport(
            severity: .warning, code: .success,
            what: "'\(subject.name)' holds the time of its compile (\(macro.name)), and the cache keeps that time",
            place: "\(file):\(macro.line)",
            help: "define it: -Xcc -Wno-builtin-macro-redefined -Xcc '-D\(macro.name)=\"\(value)\"'")
    }
}
