import ArtifactCache
import BuildEngine
import BuildPlanning
import Disk
import Targets
import Wiring
import Workspaces

/// What wiring writes into a program: its object graph, its registry of routes, or what it hands out to accessors.
struct WrittenWiring {
    /// Called after the program, and what the plan is for.
    var plan: ObjectGraphPlan
    /// What the compiler gets.
    var source: String

    private init(_ plan: ObjectGraphPlan) { (self.plan, source) = (plan, ObjectGraphSource.text(of: plan)) }

    private init(_ routes: RoutePlan) {
        plan = routes.graphWithRoutes
        plan.app += ", routes"
        source = RouteRegistrySource.text(of: routes)
    }

    private init(_ accessors: AccessorPlan) {
        plan = accessors.graph
        plan.app += ", accessors"
        source = AccessorValuesSource.text(of: accessors)
    }

    /// As the build has just decided it, in the order of its goals. Programs that hand out nothing are left out.
    static func all(of work: PlannedBuild) throws -> [WrittenWiring] {
        let parts = PartReader(work)
        return try work.plan.graph.goals.compactMap { goal in
            let action = work.plan.graph[goal]
            guard case .target(let target) = action.subject else { return nil }
            if action.kind == .wire, let wiring = work.objectGraph(of: target) {
                return try? WiringResolver.resolve(wiring.request, provisions: parts.provisions(wiring.parts))
                    .map(WrittenWiring.init).get()
            }
            if action.kind == .route, let registry = work.routeRegistry(of: target) {
                let lists = try registry.lists.compactMap { RouteLists(text: try parts.text($0)) }
                return try? RouteResolver.resolve(
                    registry.request, provisions: parts.provisions(registry.provisions), lists: lists
                ).map(WrittenWiring.init).get()
            }
            guard action.kind == .wireAccessors, let values = work.accessorValues(of: target) else { return nil }
            let lists = try zip(values.modules, values.lists).compactMap { module, list in
                AccessorList(source: try parts.text(list), module: module)
            }
            let plan = try? AccessorResolver.resolve(
                values.request, provisions: parts.provisions(values.provisions), lists: lists
            ).get()
            return plan.flatMap { $0.entries.isEmpty ? nil : WrittenWiring($0) }
        }
    }
}

/// Reads what the actions of a build made.
private struct PartReader {
    let work: PlannedBuild
    let inspected: [ActionID: InspectedAction]

    init(_ work: PlannedBuild) { (self.work, inspected) = (work, work.inspect()) }

    func text(_ part: Action.OutputReference) throws -> String {
        let output = inspected[part.action]?.result?.outputs.first { $0.name == part.output }
        guard let digest = output?.digest, let bytes = try? work.workspace.cache.read(digest, atMost: ReadLimit.any)
        else {
            throw ErrorReport(code: .storage, what: "'\(part.output)' is no longer in the cache", help: "try again")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func provisions(_ parts: [Action.OutputReference]) throws -> [Provisions] {
        try parts.map { part in
            guard let read = Provisions(text: try text(part)) else {
                throw ErrorReport(
                    code: .storage, what: "'\(part.output)' is no longer in the cache", help: "try again")
            }
            return read
        }
    }
}
