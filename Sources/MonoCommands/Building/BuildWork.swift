import BuildEngine
import BuildPlanning
import Disk
import PackageManifests
import Subprocesses
import Targets
import Toolchains

/// One build from the command line's wishes to its result: what `build` and `run` share.
struct BuildWork {
    private(set) var workspace: OpenWorkspace
    var plan: BuildPlan
    let layout: BuildLayout
    private let planner: ActionPlanner
    private let options: BuildOptions
    private let session: Session

    init(_ options: BuildOptions, in session: Session, programs: Programs, requests: [String]) throws {
        try self.init(options, in: session, programs: programs) { workspace in
            guard options.isAffectedOnly else { return try GoalSelection(workspace, in: session).goal(requests, products: options.products) }
            return .among(Set(try AffectedSelection(options.comparison, in: workspace, session, programs).answer.targets))
        }
    }

    /// `goal`: what to build of the workspace, once that is known.
    init(
        _ options: BuildOptions, in session: Session, programs: Programs, goal: (OpenWorkspace) throws -> BuildRequest.Goal
    ) throws {
        let workspace = try OpenWorkspace(building: options, in: session, programs: programs)
        try self.init(options, in: session, workspace: workspace, goal: goal(workspace), asking: programs)
    }

    /// In a workspace that is open already. `asking`: what asks plugins; where nobody does, targets that are built with them are left out.
    init(_ options: BuildOptions, in session: Session, workspace: OpenWorkspace, goal: BuildRequest.Goal, asking programs: Programs? = nil) throws {
        // Clang takes each `%` of the paths in its module cache for a random digit when it names temporary files, and modules end up empty.
        guard !workspace.root.string.contains("%") else {
            throw ErrorReport(
                code: .workspace, what: "nothing can be built in a folder with a '%' in its path", place: workspace.root.string,
                details: ["clang cannot keep its modules there: some compiles would fail, others not"], hint: "move or rename the folder")
        }
        var request = BuildRequest(
            goal: goal, configuration: options.configuration, flags: BuildWork.flags(options),
            triple: workspace.toolchain.triple, sdk: workspace.toolchain.sdk, toolchain: workspace.toolchain.root.string, wiring: workspace.configuration.wiring)
        layout = BuildLayout(configuration: options.configuration, platform: request.sdk?.triple)
        (self.workspace, self.options, self.session) = (workspace, options, session)
        let planner = ActionPlanner(graph: workspace.loaded.graph, request: request)
        let targets = programs == nil ? [] : planner.targetsWithPlugins()
        guard let programs, !targets.isEmpty else {
            self.planner = planner
            plan = try planner.plan()
            return
        }
        // Asking plugins is like evaluating manifests: without it nothing is known of what would run.
        var asking = options
        asking.isDryRun = false
        let observers = BuildReporting.prelude(options, in: session, workspace), engine = BuildWork.engine(workspace, asking, session), layout = layout
        request.generated = try PluginInquiries(
            workspace: workspace, session: session, programs: programs, request: request
        ) { engine.build($0, layout: layout, observers: observers, cancellation: programs.cancellation) }.generated(for: targets)
        self.planner = ActionPlanner(graph: workspace.loaded.graph, request: request)
        plan = try self.planner.plan()
    }

    func build(observers: [any BuildObserver], cancellation: Cancellation) -> BuildSummary {
        engine.build(plan, layout: layout, observers: observers, cancellation: cancellation)
    }

    /// The same plan, as far as it takes to emit the modules of its targets that others depend on, whether these are in the plan or not, to write
    /// the sources that compiles read, and to make the programs that they load.
    var emittingModules: BuildWork {
        var work = self
        let graph = workspace.loaded.graph
        let imported = Set(graph.order.flatMap { graph.dependencies(of: $0) }.map(Action.Subject.target))
        let needed = plan.graph.actions.values.filter { action in
            action.moduleOutput != nil && imported.contains(action.subject)
                || action.kind == .wire || action.kind == .embed || action.kind == .generate || action.kind == .link && (plan.graph.dependents[action.id] ?? []).contains { plan.graph[$0].compilesSwift }
        }.map(\.id).sorted()
        work.plan = BuildPlan(graph: ActionGraph(actions: Array(plan.graph.actions.values), goals: needed), placements: [], leftOut: [])
        return work
    }

    /// What loading the workspace noted, but for files that no rule fits and a plugin's command reads.
    var notes: [WorkspaceNote] {
        workspace.loaded.notes.compactMap { note in
            guard case .unhandledFiles(let target, let files) = note, let made = planner.request.generated[target] else { return note }
            let folder = workspace.loaded.graph.packages[target.package]?.folder ?? ".", read = Set(made.commands.flatMap(\.inputs))
            let left = files.filter { !read.contains(BuildLayout.joined(folder, $0)) }
            return left.isEmpty ? nil : .unhandledFiles(target, left)
        }
    }

    /// The plan of the same build for another graph.
    func planned(for graph: TargetGraph) throws -> BuildPlan { try ActionPlanner(graph: graph, request: planner.request).plan() }

    /// The same work, with a plan that measures the type checker's time for each of the targets; and who knows where its statistics lie.
    func profiling(_ targets: [TargetID]) throws -> (BuildWork, ActionPlanner) {
        var work = self
        work.plan = try planner.profilePlan(of: targets)
        return (work, planner)
    }

    /// The targets that ask for an object graph.
    var wiredTargets: [TargetID] { planner.wiredTargets }

    /// The same work, with a plan that decides object graphs and nothing else: of these targets, or of all that ask for one.
    func wiring(_ targets: [TargetID]?) throws -> BuildWork {
        var work = self
        work.plan = try planner.wiringPlan(of: targets ?? planner.wiredTargets)
        return work
    }

    /// The same, with a cache of its own behind which the workspace's is only asked.
    func keepingResults(in folder: AbsolutePath) -> BuildWork {
        var work = self
        work.workspace.keepResults(in: folder)
        return work
    }

    /// What the plan's actions are keyed by now.
    func inspect() -> [ActionID: InspectedAction] { engine.inspect(plan.graph, layout: layout) }

    private var engine: BuildEngine { BuildWork.engine(workspace, options, session) }

    /// After a failure, what does not need what failed is done all the same.
    var keepsGoing: Bool { BuildWork.keepsGoing(options, session) }

    private static func keepsGoing(_ options: BuildOptions, _ session: Session) -> Bool {
        options.keepsGoing ?? session.environment["CI"].map { !["", "0", "false"].contains($0) } ?? false
    }

    private static func engine(_ workspace: OpenWorkspace, _ options: BuildOptions, _ session: Session) -> BuildEngine {
        let verification = options.verifiedPercent.map { percent in
            VerificationRequest(percent: percent, seed: options.verificationSeed.map(UInt64.init) ?? .random(in: 1...UInt64(UInt32.max)))
        }
        return BuildEngine(
            root: workspace.root, toolchain: workspace.toolchain, files: workspace.files,
            workspaceDigests: workspace.workspaceDigests, machineDigests: workspace.machineDigests, cache: workspace.cache,
            commands: workspace.commands, environment: workspace.toolEnvironment(session),
            options: .init(jobs: workspace.jobs, keepGoing: keepsGoing(options, session), dryRun: options.isDryRun, verification: verification,
                countsModuleBytes: options.countsModuleBytes))
    }

    private static func flags(_ options: BuildOptions) -> BuildFlags {
        BuildFlags(
            swift: options.swiftFlags, clang: options.clangFlags, cxx: options.cxxFlags, linker: options.linkerFlags,
            staticStandardLibrary: options.linksSwiftStatically,
            sanitizers: options.sanitizers, measuresCoverage: options.measuresCoverage, isTestable: options.isTestable)
    }
}
