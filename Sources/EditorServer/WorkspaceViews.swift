import BuildEngine
import BuildPlanning
import Disk
import Dispatch
import Parallelism
import Subprocesses
import Synchronization
import Targets
import Workspaces

/// What is known of the workspace, and all that opens it, one thing after the other.
final class WorkspaceViews: Sendable {
    enum Refreshed: Sendable {
        case same, changed
        case failed(any Error)
    }

    private struct State {
        var view: EditedTargets
        var workspace: Workspace?
        /// Somebody was told of targets before the workspace was read.
        var hasAnswered = false
        /// A refresh is about to begin: another one would find no more.
        var isAwaited = false
    }

    let root: AbsolutePath
    private let settings: BuildSettings
    private let cancellation: Cancellation
    private let finding: EditorServer.Finding
    private let state: Mutex<State>
    private let work = DispatchQueue(label: "mono.editor.work")
    /// Entered until the workspace was read for the first time, or could not be.
    private let firstLook = DispatchGroup()
    private let hasLooked = Mutex(false)

    init(
        root: AbsolutePath, _ settings: BuildSettings, cancellation: Cancellation,
        finding: @escaping EditorServer.Finding
    ) {
        (self.root, self.settings, self.cancellation, self.finding) = (root, settings, cancellation, finding)
        state = Mutex(State(view: EditedTargets(root: root, nil)))
        firstLook.enter()
    }

    /// The targets as they were when the workspace was read last. Before the first time, waits that many seconds at
    /// most.
    func current(waitingAtMost seconds: Double) -> EditedTargets {
        if seconds > 0 { _ = firstLook.wait(timeout: .now() + seconds) }
        return state.withLock { state in
            if state.view.workspace == nil { state.hasAnswered = true }
            return state.view
        }
    }

    /// The same, for nobody to rely on.
    var known: EditedTargets { state.withLock { $0.view } }

    /// Calls `then` once all that was to be done before is done.
    func whenSettled(_ then: @escaping @Sendable () -> Void) { work.async { then() } }

    // MARK: Reading

    /// Reads the workspace anew. `report` may be called twice: once before plugins have answered.
    func refresh(_ report: @escaping @Sendable (Refreshed) -> Void) {
        let isAwaited = state.withLock { state in
            defer { state.isAwaited = true }
            return state.isAwaited
        }
        if isAwaited { return }
        work.async { [self] in
            state.withLock { $0.isAwaited = false }
            defer { looked() }
            do {
                let workspace = try finding()
                state.withLock { $0.workspace = workspace }
                try read(workspace, report)
            } catch is Stopped {
            } catch {
                report(.failed(error))
            }
        }
    }

    private func read(_ workspace: Workspace, _ report: @escaping @Sendable (Refreshed) -> Void) throws {
        try workspace.politely(cancellation) { open, cancellation in
            let hasPlugins = open.loaded.graph.targets.values.contains { !$0.plugins.isEmpty }
            // Plugins are compiled before they can answer.
            if hasPlugins, state.withLock({ $0.view.workspace == nil }) {
                let edited = try open.edited(settings, asking: nil)
                restoreIndex(of: edited, in: open, cancellation)
                publish(edited, report)
            }
            let edited = try open.edited(settings, asking: Asking(cancellation: cancellation))
            restoreIndex(of: edited, in: open, cancellation)
            publish(edited, report)
        }
    }

    /// Before targets are listed: what a client does not find then, it indexes. Without it the client indexes all, so
    /// nothing that goes wrong here is worth a word.
    private func restoreIndex(of edited: EditedWorkspace, in open: OpenWorkspace, _ cancellation: Cancellation) {
        guard let restored = try? open.restoreIndex(of: edited, cancellation: cancellation), !restored.isEmpty else {
            return
        }
        // A client has a target prepared that it is going to index. It does not index these, and the first question
        // about one of their files needs the modules. The cache has them: the index data was found by them.
        _ = try? prepare(restored, edited, in: open, cancellation)
    }

    private func prepare(
        _ targets: [TargetID], _ edited: EditedWorkspace?, in open: OpenWorkspace, _ cancellation: Cancellation
    ) throws -> [BuildSummary.Failure] {
        if let edited { try open.writeModuleMaps(for: targets, of: edited) }
        let build = try open.preparation(of: targets, settings, asking: Asking(cancellation: cancellation))
        return build.build(cancellation: cancellation).failures
    }

    private func publish(_ workspace: EditedWorkspace, _ report: (Refreshed) -> Void) {
        let view = EditedTargets(root: root, workspace)
        let isSame = state.withLock { state in
            defer { state.view = view }
            // Who asks for the first time waits for it.
            return state.view.workspace?.isSame(as: workspace) ?? !state.hasAnswered
        }
        looked()
        report(isSame ? .same : .changed)
    }

    /// Lets those go on who wait for the first look.
    private func looked() {
        let isFirst = hasLooked.withLock { looked in
            defer { looked = true }
            return !looked
        }
        if isFirst { firstLook.leave() }
    }

    // MARK: Preparing

    /// Puts all in place that the sources of these targets are read with; tells what could not be made.
    func prepare(
        _ uris: [String], _ request: Cancellation,
        _ report: @escaping @Sendable (Result<[BuildSummary.Failure], any Error>) -> Void
    ) {
        let token = cancellation.onRequest { request.request() }
        work.async { [self] in
            defer { cancellation.forget(token) }
            let (view, workspace) = state.withLock { ($0.view, $0.workspace) }
            let targets = uris.compactMap(view.target).filter {
                view.workspace?.graph.targets[$0]?.kind != .plugin
            }
            guard let workspace, !targets.isEmpty else { return report(.success([])) }
            report(
                Result {
                    try workspace.politely(request) { open, cancellation in
                        let there = targets.filter { open.loaded.graph.targets[$0] != nil }
                        return try prepare(there, view.workspace, in: open, cancellation)
                    }
                })
        }
    }
}
