import BuildEngine
import BuildPlanning
import Disk
import PackageManifests
import Subprocesses
import Targets
import Toolchains

/// A build of an open workspace: its plan, and how it is carried out. Plans that are made of this one share its
/// workspace and its settings.
public struct PlannedBuild: Sendable {
    public let workspace: OpenWorkspace
    public let settings: BuildSettings
    public let layout: BuildLayout
    public private(set) var plan: BuildPlan
    private let planner: ActionPlanner
    /// Set where `plan` is a part of what was asked for, and may be enough.
    private let part: PartOfBuild?

    init(_ workspace: OpenWorkspace, _ settings: BuildSettings, _ planner: ActionPlanner) throws {
        (self.workspace, self.settings, self.planner) = (workspace, settings, planner)
        layout = BuildLayout(configuration: settings.configuration, platform: planner.request.sdk?.triple)
        part = nil
        plan = try planner.plan()
    }

    /// A part of what was asked for, which may be enough.
    init(
        _ workspace: OpenWorkspace, _ settings: BuildSettings, _ planner: ActionPlanner, plan: BuildPlan,
        part: PartOfBuild
    ) {
        (self.workspace, self.settings, self.planner) = (workspace, settings, planner)
        layout = BuildLayout(configuration: settings.configuration, platform: planner.request.sdk?.triple)
        (self.plan, self.part) = (plan, part)
    }

    /// What it takes to look at the sources of these targets.
    init(
        preparing targets: [TargetID], _ workspace: OpenWorkspace, _ settings: BuildSettings, _ planner: ActionPlanner
    ) throws {
        (self.workspace, self.settings, self.planner) = (workspace, settings, planner)
        layout = BuildLayout(configuration: settings.configuration, platform: planner.request.sdk?.triple)
        part = nil
        plan = try planner.preparation(of: targets)
    }

    private init(_ other: PlannedBuild, workspace: OpenWorkspace? = nil, plan: BuildPlan? = nil) {
        (self.workspace, settings, layout) = (workspace ?? other.workspace, other.settings, other.layout)
        (self.plan, planner, part) = (plan ?? other.plan, other.planner, nil)
    }

    // MARK: Doing

    /// Builds, and returns when everything that could be done is done. Blocks the calling thread; observers are called
    /// on another. Each build has a cancellation of its own, or one that several share.
    ///
    /// `noting`: what to tell those who ask for the same when nothing has changed; see `Workspace.open(unless:)`.
    public func build(
        observers: [any BuildObserver] = [], cancellation: Cancellation = Cancellation(), noting: UpToDateWords? = nil
    ) -> BuildSummary {
        workspace.engine(settings).build(
            plan, layout: layout, observers: observers, cancellation: cancellation, part: part
        ) { summary in
            if let noting, plan.leftOut.isEmpty { workspace.note(noting, settings, summary) }
        }
    }

    /// What the plan's actions are keyed by now. Runs nothing.
    public func inspect(looksForUse: Bool = false) -> [ActionID: InspectedAction] {
        workspace.engine(settings).inspect(plan.graph, layout: layout, looksForUse: looksForUse)
    }

    // MARK: Other plans

    /// The same plan, as far as it takes to emit the modules of its targets that others depend on, whether these are in
    /// the plan or not, to write the sources that compiles read, and to make the programs that they load.
    public var emittingModules: PlannedBuild {
        let graph = workspace.loaded.graph
        let imported = Set(graph.order.flatMap { graph.dependencies(of: $0) }.map(Action.Subject.target))
        let needed = plan.graph.actions.values.filter { action in
            switch action.kind {
            case .link: (plan.graph.dependents[action.id] ?? []).contains { plan.graph[$0].compilesSwift }
            default: action.makesSources || action.moduleOutput != nil && imported.contains(action.subject)
            }
        }
        return making(needed.map(\.id).sorted())
    }

    /// The same plan, as far as it takes for these actions; nothing is placed.
    public func making(_ goals: [ActionID]) -> PlannedBuild {
        let graph = ActionGraph(actions: Array(plan.graph.actions.values), goals: goals)
        return PlannedBuild(self, plan: BuildPlan(graph: graph, placements: [], leftOut: []))
    }

    /// The same plan, as far as it takes to run the command lines of these actions by hand: what they read is put into
    /// the build folder, and of their outputs what the cache has. An action without a command line is done.
    public func restoring(_ ids: [ActionID]) -> PlannedBuild {
        let actions = ids.map { plan.graph[$0] }
        let goals = actions.flatMap { action in
            action.hasCommandLine ? action.dependencies + plan.graph.modules(seenBy: action) : [action.id]
        }
        let graph = ActionGraph(actions: Array(plan.graph.actions.values), goals: Set(goals).sorted())
        return PlannedBuild(self, plan: BuildPlan(graph: graph, placements: [], leftOut: [], restored: actions))
    }

    /// The actions of the plan with a command line that reads a file which is not in the build folder: an output of
    /// another action, or one that mono writes before a run. Whether a file that is there is the right one is not
    /// looked at.
    public var actionsWithoutInputs: [ActionID] {
        let graph = plan.graph, root = workspace.root
        var known: [String: Bool] = [:]
        func isThere(_ path: String) -> Bool {
            if let known = known[path] { return known }
            let isThere = workspace.files.status(root / path) != nil
            known[path] = isThere
            return isThere
        }
        return graph.order.filter { id in
            let action = graph[id]
            guard action.hasCommandLine else { return false }
            var paths = action.generated.map(\.path) + action.consumed.flatMap { graph[$0].outputs.map(\.path) }
            for module in graph.modules(seenBy: action).map({ graph[$0] }) {
                paths += module.isDeclaration ? module.generated.map(\.path) : module.modulePath.map { [$0] } ?? []
            }
            if case .map(let path) = action.moduleSearch { paths.append(path) }
            return !paths.allSatisfy(isThere)
        }
    }

    /// The plan of the same build for another graph.
    public func plan(for graph: TargetGraph) throws -> BuildPlan {
        try ActionPlanner(graph: graph, request: planner.request).plan()
    }

    /// A plan that measures the type checker's time for each of the targets.
    func profiling(_ targets: [TargetID]) throws -> PlannedBuild {
        PlannedBuild(self, plan: try planner.profilePlan(of: targets))
    }

    /// Where the compiler's statistics of that target lie after such a plan; relative to the root.
    func profileStatistics(of target: TargetID) -> String { planner.profileStatistics(of: target) }

    /// The object graph that the target asks for; nil where it asks for none.
    public func objectGraph(of target: TargetID) -> ObjectGraphWork? { planner.objectGraph(of: target) }

    /// The target's registry of routes; nil where it has none.
    public func routeRegistry(of target: TargetID) -> RouteRegistryWork? { planner.routeRegistry(of: target) }

    /// What the target hands out to accessors; nil where nobody asks it.
    public func accessorValues(of target: TargetID) -> AccessorValuesWork? { planner.accessorValues(of: target) }

    /// The targets that ask for an object graph, register routes or are asked by accessors.
    public var wiredTargets: [TargetID] { planner.wiredTargets }
    /// Those for which `wiring.apps` of `mono.json` may say something.
    public var targetsWithWiringSettings: [TargetID] { planner.targetsWithWiringSettings }

    /// A plan that decides what wiring writes into programs and nothing else: into these, or into all.
    public func wiring(_ targets: [TargetID]?) throws -> PlannedBuild {
        PlannedBuild(self, plan: try planner.wiringPlan(of: targets ?? planner.wiredTargets))
    }

    /// The same, with a cache of its own behind which the workspace's is only asked.
    func keepingResults(in folder: AbsolutePath) -> PlannedBuild {
        PlannedBuild(self, workspace: workspace.keepingResults(in: folder))
    }

    // MARK: What is known before

    /// What loading the workspace noted, but for files that no rule fits and a plugin's command reads.
    public var notes: [WorkspaceNote] {
        workspace.loaded.notes.compactMap { note in
            guard case .unhandledFiles(let target, let files) = note, let made = planner.request.generated[target]
            else { return note }
            let folder = workspace.loaded.graph.packages[target.package]?.folder ?? ".",
                read = Set(made.commands.flatMap(\.inputs))
            let left = files.filter { !read.contains(BuildLayout.joined(folder, $0)) }
            return left.isEmpty ? nil : .unhandledFiles(target, left)
        }
    }
}
