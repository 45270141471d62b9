import ArtifactCache
import BuildPlanning
import Disk
import InterfaceDigests

/// What a compile looked up, as its compilers wrote it down.
extension ActionRunner {
    /// Keeps a result under the key of what its action used. `said`: by the run.
    func keepByUse(
        _ action: Action, _ undecided: Undecided, _ part: PartOfCompile?, needs: [ActionID: Need], said: String,
        reach: TieredCache.Reach, publish: @escaping @Sendable (Fingerprint) -> Void
    ) {
        guard let usedResults, undecided.mayUseParts, UsedKeys.covers(said, of: action) else { return }
        let run = UsedResults.Run(
            action: action, fingerprint: undecided.fingerprint, needs: needs.mapValues(\.decided), reach: reach,
            publish: publish)
        guard let inPlace = action.inPlace else { return usedResults.keep(run) }
        guard let names = lookedUp(inPlace, part, undecided.fingerprint) else { return }
        usedResults.keep(run, lookedUp: names)
    }

    /// Nil where some source's compile left no record, as one on another machine.
    private func lookedUp(
        _ inPlace: Action.InPlace, _ part: PartOfCompile?, _ fingerprint: Fingerprint
    ) -> LookedUpNames? {
        var names = LookedUpNames(), records = inPlace.records
        if let basis = part?.basis {
            // The other sources were compiled when the earlier result was.
            let before = fingerprint.with(sources: basis.table.rows.mapValues(\.content))
            guard let known = LookUps(cache: cache).names(for: before) else { return nil }
            names = known
            records = records.filter { basis.changed.contains($0.key) }
        }
        for path in records.values {
            guard let bytes = try? files.read(readable.absolute(path)), let found = try? LookedUpNames(record: bytes)
            else { return nil }
            names.formUnion(found)
        }
        return names
    }
}
