import ArtifactCache
import BuildEngine

/// Says that results went to the local cache alone, because nobody would take them unsigned: a job that lost its secret
/// key fills no cache, and nothing else shows it.
struct WithheldNote: BuildObserver {
    let console: BuildConsole
    let cache: TieredCache

    func buildFinished(_ summary: BuildSummary) {
        guard summary.ran > 0, let report = Words.withheld(cache.withheldTiers) else { return }
        console.say(report)
    }
}
