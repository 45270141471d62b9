import Parallelism
import Targets
import Toolchains

/// Programs that run while a build goes on are for this machine, whatever is built for another platform: macros,
/// plugins and their tools. What such a program is made of may be built twice then.
extension ActionPlanner {
    /// The platform that is built for.
    var triple: String { request.sdk?.triple ?? request.triple }

    /// An action's name. What is for another platform says so, and what is for this machine is called as ever.
    func named(_ kind: Action.Kind, _ whom: some CustomStringConvertible, _ detail: String? = nil) -> ActionID {
        let name = ActionID(kind, whom, detail)
        return request.sdk == nil ? name : ActionID("\(name) for \(triple)")
    }

    /// `action`, as one that is for that platform. What starts no tool is the same for all.
    func onPlatform(_ action: Action) -> Action {
        guard let sdk = request.sdk, case .tool(var run) = action.work else { return action }
        var action = action
        run.sdk = action.kind == .link ? sdk.identityForLinks : sdk.identity
        action.work = .tool(run)
        return action
    }

    /// True for what is built for this machine alone. Tests of macros are, as under SwiftPM: a macro's program runs
    /// nowhere else.
    func runsHere(_ target: Target) -> Bool {
        switch target.kind {
        case .macro, .plugin: true
        case .test: graph.dependencies(of: target.id, in: request.configuration).contains { graph[$0].kind == .macro }
        default: false
        }
    }

    /// Who plans the programs of that target.
    func planner(for target: TargetID) -> ActionPlanner {
        if let planner = hostPlanner, runsHere(graph[target]) { return planner }
        return self
    }

    /// The actions of these targets and of all that they need, and those that make the programs which these start; some
    /// more than once.
    func actions(toBuild roots: [TargetID]) throws(PlanningError) -> [Action] {
        guard let planner = hostPlanner else {
            let (closure, tools) = withTools(graph.closure(of: roots, in: request.configuration))
            var actions = try self.actions(ofEach: closure)
            for tool in tools { actions.append(try linkAction(for: tool)) }
            return actions
        }
        let here = roots.filter { runsHere(graph[$0]) }
        let found = graph.closure(
            of: roots.filter { !runsHere(graph[$0]) }, in: request.configuration, stoppingAt: .macro)
        let macros = found.filter { graph[$0].kind == .macro }
        var actions = try self.actions(ofEach: found.filter { graph[$0].kind != .macro })
        let plugins = Set(found.flatMap { request.generated[$0]?.commands.map(\.plugin) ?? [] })
        let tools = planner.linkedTools(of: plugins.sorted())
        actions += try planner.actions(toBuild: here + macros + tools.flatMap(\.targets))
        for tool in tools { actions.append(try planner.linkAction(for: tool)) }
        return actions
    }

    /// Side by side: a target's actions follow from the graph and the request alone.
    private func actions(ofEach targets: [TargetID]) throws(PlanningError) -> [Action] {
        try parallelMap(targets) { (id) throws(PlanningError) in try actions(for: graph[id]) }.flatMap(\.self)
    }
}
