import ArtifactCache
import BuildEngine
import BuildPlanning
import Digests
import InterfaceDigests
import Subprocesses
import Synchronization
import Targets

/// Why a target has no module digest.
public enum ModuleDigestFault: Error, Hashable, Sendable {
    /// It is none of Swift's.
    case notSwift(TargetID)
    /// The module was built, and its result was not kept in the cache: a source may have changed meanwhile.
    case notKept(Action)
}

extension OpenWorkspace {
    /// Builds the module of a Swift target, and says what its dependents are built by.
    ///
    /// Throws `ModuleDigestFault`, `BuildNotDone`, and what `plan` throws. `observers`: told of the build, once it is
    /// planned.
    public func moduleDigest(
        of target: TargetID, _ settings: BuildSettings, asking: Asking,
        observers: (PlannedBuild) throws -> [any BuildObserver]
    ) throws -> ModuleDigest {
        let plan = try plan(.some(targets: [target], products: []), settings, asking: asking)
        let action = plan.plan.graph.actions.values.first { $0.moduleOutput != nil && $0.subject == .target(target) }
        guard let module = action else { throw ModuleDigestFault.notSwift(target) }
        let build = plan.making([module.id]), keys = KeyObserver()
        let summary = build.build(observers: try observers(build) + [keys], cancellation: asking.cancellation)
        guard summary.succeeded else { throw BuildNotDone(summary: summary) }

        guard let key = keys.keys[module.id], case .success(let (result, _)) = cache.result(for: key.digest),
            let digest = result.interface,
            let bytes = result.outputs.first(where: { $0.name == module.moduleOutput })?.digest
        else { throw ModuleDigestFault.notKept(module) }
        // A module that is kept although what it sees changed has those with which it was emitted.
        let parts = module.abi.flatMap { _ in InterfaceDigesting.parts(of: digest, in: cache) }
        return ModuleDigest(target: target.description, digest: digest, moduleBytes: bytes, parts: parts ?? ABIParts())
    }
}

/// Notes under which keys actions' results are.
private final class KeyObserver: BuildObserver {
    private let found = Mutex<[ActionID: ActionKey]>([:])

    var keys: [ActionID: ActionKey] { found.withLock { $0 } }

    func actionFinished(_ report: ActionReport) {
        guard let key = report.key else { return }
        found.withLock { $0[report.action.id] = key }
    }
}
