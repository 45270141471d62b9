import AffectedTargets
import BuildEngine
import BuildPlanning
import Digests
import Subprocesses
import Targets

/// Compares the keys of all compiles at both ends of a change. Modules are emitted where the cache does not have them;
/// of macros, whose programs stand in the keys of those who use them, these are made. Nothing else is compiled.
struct EffectsByDigest {
    let workspace: OpenWorkspace
    let found: AffectedTargetsFound
    let settings: BuildSettings
    let cancellation: Cancellation
    /// Observers of builds at the head revision. What does not compile at the base revision has no key, and that is all
    /// that is said about it.
    let asking: [any BuildObserver]
    let observers: (PlannedBuild) throws -> [any BuildObserver]

    /// `isCommitted`: the head revision is the current commit and not the work tree.
    func find(isCommitted: Bool) throws -> [TargetID: AffectedEffect] {
        let targets = found.answer.targets
        // Without an base revision there is nothing to be spared.
        guard let base = found.base else { return Dictionary(uniqueKeysWithValues: targets.map { ($0, .recompile) }) }
        if targets.isEmpty { return [:] }
        let after = try isCommitted ? keys(at: "HEAD", mayFail: false) : keys(in: workspace, mayFail: false)
        let before = try keys(at: base, mayFail: true)
        return found.answer.effects(before: before, after: after)
    }

    /// The same in a revision, with the caches of the workspace as it is now.
    private func keys(at revision: String, mayFail: Bool) throws -> [TargetID: TargetKeys] {
        try EarlierSources(workspace: workspace, cancellation: cancellation).withWorkspace(revision) { earlier in
            // There was no workspace: no target was there.
            try earlier.map { try keys(in: $0, mayFail: mayFail) } ?? [:]
        }
    }

    private func keys(in workspace: OpenWorkspace, mayFail: Bool) throws -> [TargetID: TargetKeys] {
        var settings = settings
        if mayFail { settings.keepsGoing = true }
        let goal = BuildRequest.Goal.compiles(of: Set(found.answer.targets))
        let build = try workspace.plan(
            goal, settings, asking: Asking(observers: mayFail ? [] : asking, cancellation: cancellation))
        let modules = build.emittingModules
        let summary = modules.build(observers: mayFail ? [] : try observers(modules), cancellation: cancellation)
        guard mayFail ? !summary.wasCancelled : summary.succeeded else { throw BuildNotDone(summary: summary) }
        return EffectsByDigest.keys(build.inspect(looksForUse: settings.precision == .usedParts), of: build.plan.graph)
    }

    private static func keys(_ inspected: [ActionID: InspectedAction], of graph: ActionGraph) -> [TargetID: TargetKeys]
    {
        let compiles: Set<Action.Kind> = [.emitModule, .compile, .compileModule, .compileClang, .compilePlugin]
        var keys: [TargetID: TargetKeys] = [:]
        for action in graph.actions.values {
            guard case .target(let id) = action.subject else { continue }
            if compiles.contains(action.kind) {
                // A change that it cannot use compiles nothing of it.
                // Where the sources of the base revision are laid out is no change. Nothing that reveals its place was
                // compiled there, so what it would read of the system is not known; of the workspace, it counts.
                let key = inspected[action.id].map {
                    action.revealsRoot ? $0.fingerprint.withoutPlace.key : $0.used ?? $0.fingerprint.key
                }
                keys[id, default: TargetKeys(compiles: [:], module: nil)].compiles[action.id.name] = .some(key?.digest)
            }
            if let module = action.moduleOutput {
                let output = inspected[action.id]?.result?.outputs.first { $0.name == module }
                keys[id, default: TargetKeys(compiles: [:], module: nil)].module = output?.digest
            } else if action.kind == .clangInterface {
                keys[id, default: TargetKeys(compiles: [:], module: nil)].module =
                    inspected[action.id]?.fingerprint.key.digest
            }
        }
        return keys
    }
}

/// A build did not do what it was to do; its observers were told why.
public struct BuildNotDone: Error, Sendable {
    public var summary: BuildSummary
}

extension OpenWorkspace {
    /// Says for each target that a change reaches whether it would be compiled again. Emits the modules of both ends
    /// where the cache does not have them. `isCommitted`: the head revision is the current commit and not the work
    /// tree.
    /// `asking`: told of plugins that are asked.
    ///
    /// Throws `BuildNotDone` and what `plan` and `open` throw.
    public func effects(
        of found: AffectedTargetsFound, isCommitted: Bool, _ settings: BuildSettings, asking: Asking,
        observers: @escaping (PlannedBuild) throws -> [any BuildObserver]
    ) throws -> [TargetID: AffectedEffect] {
        try EffectsByDigest(
            workspace: self, found: found, settings: settings, cancellation: asking.cancellation,
            asking: asking.observers, observers: observers
        ).find(isCommitted: isCommitted)
    }
}
