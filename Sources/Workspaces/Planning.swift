import BuildEngine
import BuildPlanning
import Disk
import Subprocesses
import Targets
import Toolchains

/// Clang takes each `%` of the paths in its module cache for a random digit when it names temporary files, and modules
/// end up empty: nothing can be built in such a folder.
public struct UnusableRoot: Error, Hashable, Sendable {
    public var root: AbsolutePath
}

/// Observers of a build that another one waits for, and how it is stopped.
public struct Asking: Sendable {
    public var observers: [any BuildObserver]
    public var cancellation: Cancellation

    public init(observers: [any BuildObserver] = [], cancellation: Cancellation = Cancellation()) {
        (self.observers, self.cancellation) = (observers, cancellation)
    }
}

extension OpenWorkspace {
    /// Plans a build of `goal`. Targets that are built with plugins are left out: nobody asks these what they make.
    ///
    /// Throws `UnusableRoot`, `PlanningError`.
    public func plan(_ goal: BuildRequest.Goal, _ settings: BuildSettings) throws -> PlannedBuild {
        try PlannedBuild(self, settings, planner(goal, settings, asking: nil))
    }

    /// The same with the plugins of targets asked first. Asking is a build itself, of plugins and of their answers:
    /// plan, ask, and plan again with what is known now, until nobody is left to be asked. Where no target has plugins,
    /// nobody is.
    ///
    /// Throws `PluginFault` and `PluginsFailed` too.
    /// `mayBePart`: the plan is only built. In a workspace that was opened with `open(unless:)` it may then be a part
    /// of what was asked for: what a few edited sources concern. The build finds out whether that is enough.
    public func plan(
        _ goal: BuildRequest.Goal, _ settings: BuildSettings, asking: Asking, mayBePart: Bool = false
    ) throws -> PlannedBuild {
        if mayBePart, let part = try part(of: goal, settings) { return part }
        return try PlannedBuild(self, settings, planner(goal, settings, asking: asking))
    }

    /// Plans the build once plugins have answered; with nil none is asked. Throws the same.
    func planner(
        _ goal: BuildRequest.Goal, _ settings: BuildSettings, asking: Asking?
    ) throws -> ActionPlanner {
        var request = try request(goal, settings)
        request.revealing = RevealedSources(workspace: self).targets(for: request)
        let planner = ActionPlanner(graph: loaded.graph, request: request)
        guard let asking else { return planner }
        let targets = planner.targetsWithPlugins()
        if targets.isEmpty { return planner }
        // What plugins go by, nobody knows.
        log?.giveUp()
        var inquiries = PluginInquiries(workspace: self, request: request, cancellation: asking.cancellation)
        var always = settings
        // Like evaluating manifests: without it nothing is known of what would run.
        always.isDryRun = false
        let engine = engine(always),
            layout = BuildLayout(configuration: settings.configuration, platform: request.sdk?.triple)
        while let round = try inquiries.next(for: targets) {
            let summary = engine.build(
                round.plan, layout: layout, observers: asking.observers, cancellation: asking.cancellation)
            try inquiries.take(answersTo: round, summary)
        }
        request.generated = inquiries.known
        return ActionPlanner(graph: loaded.graph, request: request)
    }

    /// Reads no source.
    func request(_ goal: BuildRequest.Goal, _ settings: BuildSettings) throws -> BuildRequest {
        guard !root.string.contains("%") else { throw UnusableRoot(root: root) }
        var request = BuildRequest(
            goal: goal, configuration: settings.configuration, flags: settings.flags, triple: toolchain.triple,
            sdk: toolchain.sdk,
            toolchain: toolchain.root.string, wiring: configuration.wiring)
        (request.findsAllTests, request.writesIndex) = (settings.findsAllTests, settings.writesIndex)
        return request
    }
}
