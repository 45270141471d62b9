import ArtifactCache
import BuildPlanning
import Digests
import Disk

/// What an action is keyed by now, and whether the cache holds what came of it.
public struct InspectedAction: Sendable {
    /// Every component of its key, with what earlier runs were seen to read.
    public var fingerprint: Fingerprint
    /// Nil where the cache holds none.
    public var result: ActionResult?
    /// Its key with the used parts of interfaces, where that was asked for; nil where all that it sees counts.
    public var used: ActionKey?
}

/// Finds the keys of a plan's actions without running, restoring or remembering anything.
struct Inspection {
    let decider: Decider
    let cache: TieredCache
    /// Asks for the used parts of interfaces: each source is read.
    var looksForUse = false

    /// Actions are missing where a key cannot be known: something that they need has no result, or a file cannot be
    /// read.
    func inspect(_ graph: ActionGraph) -> [ActionID: InspectedAction] {
        var decided: [ActionID: Decided] = [:]
        var found: [ActionID: InspectedAction] = [:]
        for id in graph.order {
            let action = graph[id]
            let needs = action.dependencies.reduce(into: [:]) { $0[$1] = decided[$1] }
            guard Set(action.dependencies).allSatisfy({ needs[$0] != nil }),
                let declared = try? decider.fingerprint(of: action, needs: needs)
            else { continue }
            var result: ActionResult?
            if case .decided(let known) = decider.decide(action, needs: needs) {
                decided[id] = known
                result = known.result
            }
            var inspected = InspectedAction(fingerprint: reading(declared), result: result)
            if looksForUse {
                inspected.used = decider.usedFingerprint(of: action, needs: needs).map { reading($0).key }
            }
            found[id] = inspected
        }
        return found
    }

    /// With what runs of this very key were seen to read: a result that was found by what it uses has no names under
    /// the key of all that is seen.
    private func reading(_ fingerprint: Fingerprint) -> Fingerprint {
        let names = (try? cache.inputNames(for: fingerprint.key.digest).get()) ?? []
        return decider.readable.readings(of: names).map(fingerprint.reading) ?? fingerprint
    }
}
