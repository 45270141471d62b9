import ArtifactCache
import BuildPlanning
import Digests
import Synchronization

/// Keeps what runs made under the keys of what they used (`UsedKeys`), which hold what the target's compile looked for.
/// A module is often there first: it waits for that. Any thread.
final class UsedResults: Sendable {
    let keys: UsedKeys
    private let lookUps: LookUps
    private let targets = Mutex<[Action.Subject: Target]>([:])

    /// A run that a key may be made for.
    struct Run: Sendable {
        var action: Action
        /// Its first.
        var fingerprint: Fingerprint
        /// Of what it made.
        var result: ActionKey
        var needs: [ActionID: Decided]
        var reach: TieredCache.Reach
        /// C modules of which it read a header.
        var cModules: Set<String>
        /// Keeps what it made.
        var publish: @Sendable (Fingerprint) -> Void
    }

    private enum Target {
        case waiting([Run])
        case lookedFor(LookedFor)
    }

    init(keys: UsedKeys, lookUps: LookUps) { (self.keys, self.lookUps) = (keys, lookUps) }

    /// A compile, which looked for this.
    func keep(_ run: Run, lookedFor found: LookedFor) {
        let waiting = targets.withLock { targets -> [Run] in
            defer { targets[run.action.subject] = .lookedFor(found) }
            if case .waiting(let runs) = targets[run.action.subject] { return runs }
            return []
        }
        for run in [run] + waiting { publish(run, found) }
    }

    /// Another action of a target. Nothing is kept where the target is not compiled in this build.
    func keep(_ run: Run) {
        let found = targets.withLock { targets -> LookedFor? in
            switch targets[run.action.subject] {
            case .lookedFor(let found): return found
            case .waiting(let runs): targets[run.action.subject] = .waiting(runs + [run])
            case nil: targets[run.action.subject] = .waiting([run])
            }
            return nil
        }
        if let found { publish(run, found) }
    }

    private func publish(_ run: Run, _ found: LookedFor) {
        // A compile has kept its own.
        if run.action.inPlace == nil { lookUps.keep(found, ofResult: run.result, reach: run.reach) }
        // The key holds all that is known, and so do those of the builds that will ask for it. What read more than the
        // target's compile is found by its first key alone.
        guard let all = lookUps.add(found, by: run.fingerprint, reach: run.reach),
            run.cModules.isSubset(of: all.cModules),
            let used = keys.fingerprint(of: run.action, run.fingerprint, needs: run.needs, lookedFor: all)
        else { return }
        run.publish(used)
    }
}
