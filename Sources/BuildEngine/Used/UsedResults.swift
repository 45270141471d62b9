import ArtifactCache
import BuildPlanning
import Digests
import InterfaceDigests
import Synchronization

/// Keeps what runs made under the keys of what they used (`UsedKeys`), which hold the names that the target's compile
/// looked up. A module is often there first: it waits for them. Any thread.
final class UsedResults: Sendable {
    private let keys: UsedKeys
    private let lookUps: LookUps
    private let targets = Mutex<[Action.Subject: Target]>([:])

    /// A run that a key may be made for.
    struct Run: Sendable {
        var action: Action
        /// Its first.
        var fingerprint: Fingerprint
        var needs: [ActionID: Decided]
        var reach: TieredCache.Reach
        /// Keeps what it made.
        var publish: @Sendable (Fingerprint) -> Void
    }

    private enum Target {
        case waiting([Run])
        case lookedUp(LookedUpNames)
    }

    init(keys: UsedKeys, lookUps: LookUps) { (self.keys, self.lookUps) = (keys, lookUps) }

    /// A compile, which looked up these names.
    func keep(_ run: Run, lookedUp names: LookedUpNames) {
        let waiting = targets.withLock { targets -> [Run] in
            defer { targets[run.action.subject] = .lookedUp(names) }
            if case .waiting(let runs) = targets[run.action.subject] { return runs }
            return []
        }
        for run in [run] + waiting { publish(run, names) }
    }

    /// Another action of a target. Nothing is kept where the target is not compiled in this build.
    func keep(_ run: Run) {
        let names = targets.withLock { targets -> LookedUpNames? in
            switch targets[run.action.subject] {
            case .lookedUp(let names): return names
            case .waiting(let runs): targets[run.action.subject] = .waiting(runs + [run])
            case nil: targets[run.action.subject] = .waiting([run])
            }
            return nil
        }
        if let names { publish(run, names) }
    }

    private func publish(_ run: Run, _ names: LookedUpNames) {
        // The key holds all names that are known, and so do those of the builds that will ask for it.
        guard let all = lookUps.add(names, for: run.fingerprint, reach: run.reach),
            let used = keys.fingerprint(of: run.action, run.fingerprint, needs: run.needs, lookedUp: all)
        else { return }
        run.publish(used)
    }
}
