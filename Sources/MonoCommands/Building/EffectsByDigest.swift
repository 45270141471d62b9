import AffectedTargets
import BuildEngine
import BuildPlanning
import Digests
import Targets

/// Compares the keys of all compiles at both ends of a change. Modules are emitted where the cache does not have them; of macros, whose
/// programs stand in the keys of those who use them, these are made. Nothing else is compiled.
struct EffectsByDigest {
    enum Outcome {
        case found([TargetID: AffectedEffect])
        /// The build has said why.
        case failed(ExitCode)
    }

    private enum Keys {
        case found([TargetID: TargetKeys])
        case failed(ExitCode)
    }

    let selection: AffectedSelection
    let options: BuildOptions
    let workspace: OpenWorkspace
    let session: Session
    let programs: Programs

    /// `isCommitted`: the later end is the current commit and not the work tree.
    func find(isCommitted: Bool) throws -> Outcome {
        let targets = selection.answer.targets
        // Without an earlier end there is nothing to be spared.
        guard let base = selection.base else { return .found(Dictionary(uniqueKeysWithValues: targets.map { ($0, .recompile) })) }
        if targets.isEmpty { return .found([:]) }
        let after: [TargetID: TargetKeys]
        switch try isCommitted ? keys(at: "HEAD", mayFail: false) : keys(in: workspace, session, mayFail: false) {
        case .found(let keys): after = keys
        case .failed(let code): return .failed(code)
        }
        let before: [TargetID: TargetKeys]
        switch try keys(at: base, mayFail: true) {
        case .found(let keys): before = keys
        case .failed(let code): return .failed(code)
        }
        return .found(selection.answer.effects(before: before, after: after))
    }

    /// The same in a revision, with the caches of the workspace as it is now.
    private func keys(at revision: String, mayFail: Bool) throws -> Keys {
        let sources = EarlierSources(root: workspace.root, files: workspace.files, programs: programs, session: session)
        return try sources.withWorkspace(revision, like: workspace, options) { earlier in
            // There was no workspace: no target was there.
            guard let (workspace, session) = earlier else { return .found([:]) }
            return try keys(in: workspace, session, mayFail: mayFail)
        }
    }

    /// `mayFail`: what does not compile has no key, and that is all that is said about it.
    private func keys(in workspace: OpenWorkspace, _ session: Session, mayFail: Bool) throws -> Keys {
        var options = options
        if mayFail { options.keepsGoing = true }
        let work = try BuildWork(options, in: session, workspace: workspace, goal: .compiles(of: Set(selection.answer.targets)), asking: programs)
        let modules = work.emittingModules
        let observers = mayFail ? [] : try BuildReporting(options, modules, in: session, isQuiet: true).observers
        let summary = modules.build(observers: observers, cancellation: programs.cancellation)
        if summary.wasCancelled || !mayFail, let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return .failed(failure) }
        return .found(EffectsByDigest.keys(work.inspect(), of: work.plan.graph))
    }

    private static func keys(_ inspected: [ActionID: InspectedAction], of graph: ActionGraph) -> [TargetID: TargetKeys] {
        let compiles: Set<Action.Kind> = [.emitModule, .compile, .compileModule, .compileClang, .compilePlugin]
        var keys: [TargetID: TargetKeys] = [:]
        for action in graph.actions.values {
            guard case .target(let id) = action.subject else { continue }
            if compiles.contains(action.kind) {
                keys[id, default: TargetKeys(compiles: [:], module: nil)].compiles[action.id.name] = .some(inspected[action.id]?.fingerprint.key.digest)
            }
            if let module = action.moduleOutput {
                let output = inspected[action.id]?.result?.outputs.first { $0.name == module }
                keys[id, default: TargetKeys(compiles: [:], module: nil)].module = output?.digest
            } else if action.kind == .clangInterface {
                keys[id, default: TargetKeys(compiles: [:], module: nil)].module = inspected[action.id]?.fingerprint.key.digest
            }
        }
        return keys
    }
}
