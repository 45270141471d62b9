import ArtifactCache
import BuildEngine

/// Keeps the local cache within its limits: once a day, after a build that added to it.
struct CacheTrimmer: BuildObserver {
    let console: BuildConsole
    let cache: TieredCache
    let limits: CacheLimits

    func buildFinished(_ summary: BuildSummary) {
        guard summary.ran > 0, let eviction = cache.trim(to: limits) else { return }
        if eviction.removedResults > 0 {
            let age = limits.days.map { " that nothing used for \(Words.count($0, "day"))" } ?? " used longest ago"
            console.say(
                ErrorReport(
                    severity: .note, code: .success,
                    what: """
                        removed \(Words.count(eviction.removedResults, "result"))\(age) from the local cache: \
                        \(Words.size(eviction.freedBytes)) less, \(Words.size(eviction.keptBytes)) left
                        """))
        }
        if let failure = eviction.failures.first {
            var report = failure.report
            report.severity = .warning
            report.help = "the local cache cannot be made smaller; 'mono cache path' says where it is"
            console.say(report)
        }
    }
}
