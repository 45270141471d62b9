import ArtifactCache
import BuildPlanning
import Disk
import InterfaceDigests

/// What a compile looked up, as its compilers wrote it down.
extension ActionRunner {
    /// Keeps a result under the key of what its action used. `key`: under which it is kept already. `said`: by the run.
    /// `cModules`: of which it read a header.
    func keepByUse(
        _ action: Action, _ undecided: Undecided, _ part: PartOfCompile?, needs: [ActionID: Need], key: ActionKey,
        said: String, cModules: Set<String>, reach: TieredCache.Reach,
        publish: @escaping @Sendable (Fingerprint) -> Void
    ) {
        guard let usedResults, undecided.mayUseParts else { return }
        let found = action.inPlace.flatMap { lookedFor($0, part, cModules) }
        if let found { LookUps(cache: cache).keep(found, ofResult: key, reach: reach) }
        guard UsedKeys.covers(said, of: action) else { return }
        let run = UsedResults.Run(
            action: action, fingerprint: undecided.fingerprint, result: key, needs: needs.mapValues(\.decided),
            reach: reach, cModules: cModules, publish: publish)
        if let found { usedResults.keep(run, lookedFor: found) } else if action.inPlace == nil { usedResults.keep(run) }
    }

    /// Nil where some source's compile left no record, as one on another machine.
    private func lookedFor(
        _ inPlace: Action.InPlace, _ part: PartOfCompile?, _ cModules: Set<String>
    ) -> LookedFor? {
        var found = LookedFor(cModules: cModules), records = inPlace.records
        if let part {
            // The other sources were compiled when the earlier result was.
            guard let known = LookUps(cache: cache).lookedFor(byResult: part.basis.key) else { return nil }
            found.formUnion(known)
            records = records.filter { part.sources.contains($0.key) }
        }
        for path in records.values {
            guard let bytes = try? files.read(readable.absolute(path)), let names = try? LookedUpNames(record: bytes)
            else { return nil }
            found.names.formUnion(names)
        }
        return found
    }
}
