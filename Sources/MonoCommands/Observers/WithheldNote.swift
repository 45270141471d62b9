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

extension Words {
    /// What nobody would take is not written to `tiers`; nil where there are none.
    static func withheld(_ tiers: [CacheTier]) -> ErrorReport? {
        guard !tiers.isEmpty else { return nil }
        let names = tiers.map(Words.name).joined(separator: " or ")
        return ErrorReport(
            severity: .note, code: .success,
            what: "nothing was published to \(names): scope 'main' takes signed results, and no key signs here",
            help: "set MONO_SIGNING_KEY, write another scope (--cache-scope NAME), or only read the cache (:ro)")
    }
}
