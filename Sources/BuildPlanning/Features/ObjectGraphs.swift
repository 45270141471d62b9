import Targets
import Wiring

/// Object graphs of programs: a source that is made of what modules say they provide.
struct ObjectGraphs: SourceFeature {
    let plan: WiringPlan
    let source = "DerivedSources/object_graph.swift"

    func isFor(_ target: Target) -> Bool { plan.asking.contains(target.id) }

    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String]) {
        (ObjectGraphWork(for: target, plan, in: planner), [])
    }
}

extension Action.Kind {
    /// Writes the source of an app's object graph.
    public static let wire = Action.Kind.builtIn("wire")
}

/// An object graph: what is asked for, and whose outputs say what modules provide.
public struct ObjectGraphWork: BuiltInWork {
    public var request: WiringRequest
    /// One output for each module that may provide something.
    public var parts: [Action.OutputReference]

    init(request: WiringRequest, parts: [Action.OutputReference]) { (self.request, self.parts) = (request, parts) }

    public var name: String { Action.Kind.wire.rawValue }

    public var components: [Fingerprint.Component] {
        [.init(.own("object graph"), ObjectGraphSource.format)]
            + request.lines.map { .init(.own("wiring \($0.what)"), $0.how) }
    }

    public func content(in place: WorkPlace, parts: [[UInt8]?]) throws(FeatureFailure) -> [UInt8] {
        let read = ReadParts<Provisions>(self.parts, parts)
        guard read.unreadable.isEmpty else {
            throw .fault(.unwired(read.unreadable.map { .unreadable(module: $0) }))
        }
        switch WiringResolver.resolve(request, provisions: read.values) {
        case .success(let plan): return Array(ObjectGraphSource.text(of: plan).utf8)
        case .failure(let error): throw .fault(.unwired(error.faults))
        }
    }
}

extension ObjectGraphWork {
    fileprivate init(for target: Target, _ plan: WiringPlan, in planner: ActionPlanner) {
        let members = planner.members(of: target, in: plan)
        self.init(request: plan.request(of: target, members: members), parts: planner.provisions(of: members))
    }
}

extension ActionPlanner {
    /// The object graph that the target asks for; nil where it asks for none.
    public func objectGraph(of target: TargetID) -> ObjectGraphWork? {
        guard let wiring, wiring.asking.contains(target) else { return nil }
        return ObjectGraphWork(for: graph[target], wiring, in: self)
    }

    /// What the target hands out to accessors; nil where nobody asks it.
    public func accessorValues(of target: TargetID) -> AccessorValuesWork? {
        guard let wiring, wiring.accessing.contains(target) else { return nil }
        return AccessorValues(plan: wiring).values(of: graph[target], in: self)
    }

    /// The target's registry of routes; nil where it has none.
    public func routeRegistry(of target: TargetID) -> RouteRegistryWork? {
        guard let wiring, wiring.routing.contains(target) else { return nil }
        return RouteRegistries(plan: wiring).registry(of: graph[target], in: self)
    }

    /// What decides the object graphs of `apps`, their registries and what they hand out to accessors, and nothing
    /// else.
    public func wiringPlan(of apps: [TargetID]) throws(PlanningError) -> BuildPlan {
        let blocked = self.blocked()
        let chosen = apps.filter { blocked[$0] == nil }
        let asking = chosen.filter { wiring?.asking.contains($0) ?? false }
        let accessing = chosen.filter { wiring?.accessing.contains($0) ?? false }
        let routing = chosen.filter { wiring?.routing.contains($0) ?? false }
        let actions = try self.actions(toBuild: Set(asking + accessing + routing).sorted())
        return BuildPlan(
            graph: try ActionGraph(
                planned: actions,
                goals: asking.map { named(.wire, $0) } + routing.map { named(.route, $0) }
                    + accessing.map { named(.wireAccessors, $0) }), placements: [],
            leftOut: apps.compactMap { blocked[$0] })
    }

    /// The targets for which settings of programs count: they ask for an object graph, or get a registry of routes or
    /// what accessors hand out. In the graph's order.
    public var targetsWithWiringSettings: [TargetID] {
        guard let wiring else { return [] }
        let all = wiring.asking.union(wiring.routing).union(wiring.accessing)
        return graph.order.filter(all.contains)
    }

    /// The targets that ask for an object graph, register routes or are asked by accessors, in the graph's order.
    public var wiredTargets: [TargetID] { targetsWithWiringSettings }
}
