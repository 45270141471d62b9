import BuildEngine
import Synchronization

/// Counts the warnings of cached results, which nobody asked for, and says at the end how to see them.
final class HiddenWarnings: BuildObserver {
    private let console: BuildConsole
    private let count = Mutex(0)

    init(_ console: BuildConsole) { self.console = console }

    func diagnosed(_ diagnostics: Diagnostics) {
        if WarningsShown.changed.contains(diagnostics) { return }
        let found = diagnostics.text.split(separator: "\n").count { $0.contains(": warning: ") }
        count.withLock { $0 += found }
    }

    func buildFinished(_ summary: BuildSummary) {
        let count = count.withLock { $0 }
        guard count > 0, summary.succeeded else { return }
        let (verb, object) = count == 1 ? ("is", "it") : ("are", "them")
        console.say(
            ErrorReport(
                severity: .note, code: .success,
                what: "\(Words.count(count, "warning")) of cached results \(verb) not shown: "
                    + "'--warnings all' shows \(object)"))
    }
}
