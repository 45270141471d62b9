import ArtifactCache
import BuildPlanning
import Disk
import InterfaceDigests

/// What a compile looked up, as its compilers wrote it down.
extension ActionRunner {
    /// Keeps a result under the key of what its action used. `key`: under which it is kept already. `said`: by the run.
    func keepByUse(
        _ action: Action, _ undecided: Undecided, _ part: PartOfCompile?, needs: [ActionID: Need], key: ActionKey,
        said: String, reach: TieredCache.Reach, publish: @escaping @Sendable (Fingerprint) -> Void
    ) {
        guard let usedResults, undecided.mayUseParts else { return }
        let names = action.inPlace.flatMap { lookedUp($0, part) }
        if let names { LookUps(cache: cache).keep(names, ofResult: key, reach: reach) }
        guard UsedKeys.covers(said, of: action) else { return }
        let run = UsedResults.Run(
            action: action, fingerprint: undecided.fingerprint, needs: needs.mapValues(\.decided), reach: reach,
            publish: publish)
        if let names { usedResults.keep(run, lookedUp: names) } else if action.inPlace == nil { usedResults.keep(run) }
    }

    /// Nil where some source's compile left no record, as one on another machine.
    private func lookedUp(_ inPlace: Action.InPlace, _ part: PartOfCompile?) -> LookedUpNames? {
        var names = LookedUpNames(), records = inPlace.records
        if let basis = part?.basis {
            // The other sources were compiled when the earlier result was.
            guard let known = LookUps(cache: cache).names(ofResult: basis.key) else { return nil }
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
