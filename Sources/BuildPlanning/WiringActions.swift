import Targets
import Wiring

/// Who takes part in wiring: modules that may provide something, and programs that ask for an object graph.
struct WiringPlan: Sendable {
    let settings: WiringSettings
    /// Swift libraries of the workspace that see the marker protocols.
    let providing: Set<TargetID>
    /// Programs and tests that depend on the markers' module directly.
    let asking: Set<TargetID>

    /// `graph`: where no target of the workspace has the markers' module, nobody takes part.
    init(_ settings: WiringSettings, in graph: TargetGraph, _ configuration: BuildConfiguration) {
        self.settings = settings
        var seeing: Set<TargetID> = [], providing: Set<TargetID> = [], asking: Set<TargetID> = []
        let markers = Set(graph.targets.values.filter { $0.moduleName == settings.module && $0.language == .swift && !$0.id.package.isExternal }.map(\.id))
        if !markers.isEmpty {
            for id in graph.order where !id.package.isExternal && !markers.contains(id) {
                let needed = graph.dependencies(of: id, in: configuration)
                guard needed.contains(where: { markers.contains($0) || seeing.contains($0) }) else { continue }
                seeing.insert(id)
                let target = graph.targets[id]!
                guard target.language == .swift else { continue }
                switch target.kind {
                case .library: providing.insert(id)
                case .executable, .snippet, .test: if needed.contains(where: markers.contains) { asking.insert(id) }
                case .macro, .plugin, .system, .binary: break
                }
            }
        }
        (self.providing, self.asking) = (providing, asking)
    }
}

extension ActionPlanner {
    /// Where the generated source of a target's object graph lies.
    static let objectGraph = "DerivedSources/object_graph.swift"

    /// How a module's symbol graph becomes what it provides; nil where it takes no part in wiring.
    func provisions(of target: Target) -> Action.ProvisionListing? {
        guard let wiring, wiring.providing.contains(target.id) else { return nil }
        return Action.ProvisionListing(
            symbolGraph: "\(symbolFolder(of: target))/\(target.moduleName).symbols.json", output: ActionPlanner.provisions(target),
            moduleName: target.moduleName, markers: wiring.settings.module)
    }

    func symbolFolder(of target: Target) -> String { "\(layout.folder(of: target.id))/symbols" }

    static func provisions(_ target: Target) -> String { "\(target.moduleName).provides" }

    /// What writes the target's object graph; nil where it does not ask for one.
    func wireAction(for target: Target, seeing visible: [Target]) -> Action? {
        guard let wiring, wiring.asking.contains(target.id) else { return nil }
        let parts = visible.filter { wiring.providing.contains($0.id) }.sorted { $0.moduleName < $1.moduleName }
        let request = WiringRequest(
            app: target.id.name, markers: wiring.settings.module, settings: wiring.settings.apps[target.id.name] ?? .init(),
            members: parts.map {
                .init(
                    module: $0.moduleName, isTesting: wiring.settings.isTesting($0.id.name),
                    sharesPackage: $0.id.package == target.id.package && $0.packageAccess && target.packageAccess)
            })
        let source = Action.Output(name: "object_graph.swift", path: "\(layout.folder(of: target.id))/\(ActionPlanner.objectGraph)")
        return Action(
            id: named("wire \(target.id)"), kind: .wire, subject: .target(target.id), tool: nil, folder: package(of: target).folder,
            outputs: [source],
            wiring: .init(request: request, sources: parts.map { .init(action: moduleAction(of: $0)!, output: ActionPlanner.provisions($0)) }))
    }

    /// What decides the object graphs of `apps`, and nothing else.
    public func wiringPlan(of apps: [TargetID]) throws(PlanningError) -> BuildPlan {
        let blocked = self.blocked()
        let chosen = apps.filter { blocked[$0] == nil && (wiring?.asking.contains($0) ?? false) }
        let actions = try self.actions(toBuild: chosen)
        return BuildPlan(
            graph: try ActionGraph(planned: actions, goals: chosen.map { named("wire \($0)") }), placements: [], leftOut: apps.compactMap { blocked[$0] })
    }

    /// The targets that ask for an object graph, in the graph's order.
    public var wiredTargets: [TargetID] { wiring.map { plan in graph.order.filter(plan.asking.contains) } ?? [] }
}
