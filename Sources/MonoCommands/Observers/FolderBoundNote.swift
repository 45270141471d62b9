import BuildEngine
import BuildPlanning
import Synchronization

/// Names the targets that compiled only because their results hold the workspace's path, where nearly all else came
/// from the cache: people wonder why a second clone compiles at all.
final class FolderBoundNote: BuildObserver {
    private let console: BuildConsole
    private let names = Mutex<Set<String>>([])

    init(_ console: BuildConsole) { self.console = console }

    func actionStarted(_ start: ActionStart) {
        guard start.reason == .neverBuilt, start.action.arguments.contains(where: \.revealsRoot) else { return }
        names.withLock { _ = $0.insert(start.action.subject.name) }
    }

    func buildFinished(_ summary: BuildSummary) {
        let names = names.withLock { $0.sorted() }
        guard let first = names.first, summary.succeeded, summary.hits > summary.ran else { return }
        console.say(
            ErrorReport(
                severity: .note, code: .success,
                what: names.count == 1
                    ? "the cache had '\(first)' for another folder only: its code asks for '#filePath'"
                    : "the cache had \(Words.count(names.count, "target")) for another folder only, "
                        + "such as '\(first)': their code asks for '#filePath'"))
    }
}
