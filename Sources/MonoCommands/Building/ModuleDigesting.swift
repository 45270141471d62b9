import ArtifactCache
import BuildEngine
import BuildPlanning
import Digests
import InterfaceDigests
import Synchronization
import Targets

/// Builds the module of one Swift target, and says what its dependents are built by.
struct ModuleDigesting {
    enum Outcome {
        case digest(ModuleDigest)
        /// The build has said why.
        case failed(ExitCode)
    }

    let options: BuildOptions
    let session: Session
    let programs: Programs

    /// `target`: by its name, or as `PACKAGE:NAME`.
    func digest(of target: String) throws -> Outcome {
        var work = try programs.interruptible { try BuildWork(options, in: session, programs: programs, requests: [target]) }
        let module = try moduleAction(target, work)
        work.plan = BuildPlan(
            graph: ActionGraph(actions: Array(work.plan.graph.actions.values), goals: [module.id]), placements: [], leftOut: [])
        let keys = KeyObserver()
        let reporting = try BuildReporting(options, work, in: session, isQuiet: true)
        let summary = work.build(observers: reporting.observers + [keys], cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return .failed(failure) }

        guard let key = keys.keys[module.id], case .success(let (result, _)) = work.workspace.cache.result(for: key.digest),
            let digest = result.interface, let bytes = result.outputs.first(where: { $0.name == module.moduleOutput })?.digest
        else {
            throw ErrorReport(
                code: .storage, what: "the result of '\(module.title)' was not kept in the cache", hint: "see whether a source changed meanwhile")
        }
        let parts = module.abi.flatMap { abi in
            let workspace = work.workspace
            let digesting = InterfaceDigesting(
                root: workspace.root, toolchain: workspace.toolchain, files: workspace.files, cache: workspace.cache,
                digester: ABIDigester(
                    toolchain: workspace.toolchain, files: workspace.files, commands: workspace.commands,
                    environment: workspace.toolEnvironment(session)))
            return digesting.parts(of: abi, module: bytes, closure: closure(of: module, work, keys.keys))
        }
        return .digest(ModuleDigest(target: module.subject.fullName, digest: digest, moduleBytes: bytes, parts: parts ?? ABIParts()))
    }

    /// What the module may import, as the build decided it. Of what starts no program, the key is the interface.
    private func closure(of module: Action, _ work: BuildWork, _ keys: [ActionID: ActionKey]) -> [(ActionID, ContentDigest)] {
        module.interfaces.compactMap { id in
            guard let key = keys[id]?.digest else { return nil }
            if work.plan.graph[id].isDeclaration { return (id, key) }
            return (try? work.workspace.cache.result(for: key).get().0.interface).map { (id, $0) }
        }
    }

    /// What emits the module of the one Swift target that is meant.
    private func moduleAction(_ name: String, _ work: BuildWork) throws -> Action {
        guard case .some(let targets, _) = try GoalSelection(work.workspace, in: session).goal([name], products: []), !targets.isEmpty else {
            throw ErrorReport(code: .usage, what: "'\(name)' is a product, and only targets have a digest")
        }
        let swift = targets.filter { work.workspace.loaded.graph.targets[$0]?.language == .swift }
        guard targets.count == 1 || swift.count == 1 else {
            throw ErrorReport(code: .usage, what: "'\(name)' names several targets", hint: "say one of \(Words.alternatives(targets.map(\.name)))")
        }
        let action = work.plan.graph.actions.values.first { $0.moduleOutput != nil && $0.subject == swift.first.map(Action.Subject.target) }
        guard let action else { throw ErrorReport(code: .usage, what: "'\(name)' is no Swift target: headers are compared as they are") }
        return action
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
