import Targets
import Wiring

/// Who takes part in wiring: modules that may provide something, and programs that ask for an object graph.
struct WiringPlan: Sendable {
    let settings: WiringSettings
    /// Swift libraries of the workspace that see the marker protocols, or are part of a program with a registry.
    let providing: Set<TargetID>
    /// Of these: those that see the protocol of handlers.
    let listing: Set<TargetID>
    /// Programs that depend on the router's service directly.
    let routing: Set<TargetID>
    /// Programs and tests that depend on the markers' module directly, and what `mono.json` names.
    let asking: Set<TargetID>
    /// Libraries that may have accessors: they depend on the markers' module directly.
    let accessible: Set<TargetID>
    /// Programs and tests that hand out values to accessors of the modules that they are linked with.
    let accessing: Set<TargetID>
    /// Of tests that are linked with programs: the modules for which these do so already.
    let served: [TargetID: Set<TargetID>]

    /// `graph`: where no target of the workspace has the markers' module, nobody takes part.
    init(_ settings: WiringSettings, in graph: TargetGraph, _ configuration: BuildConfiguration) {
        self.settings = settings
        var seeing: Set<TargetID> = [], providing: Set<TargetID> = [], asking: Set<TargetID> = []
        var accessible: Set<TargetID> = []
        let markers = Set(
            graph.targets.values.filter {
                $0.moduleName == settings.module && $0.language == .swift && !$0.id.package.isExternal
            }.map(\.id))
        let named = settings.withGraph
        if !markers.isEmpty {
            for id in graph.order where !id.package.isExternal && !markers.contains(id) {
                let needed = graph.dependencies(of: id, in: configuration)
                guard needed.contains(where: { markers.contains($0) || seeing.contains($0) }) else { continue }
                seeing.insert(id)
                let target = graph[id]
                guard target.language == .swift else { continue }
                switch target.kind {
                case .library:
                    providing.insert(id)
                    if named.contains(id.name) { asking.insert(id) }
                    if settings.hasAccessors, needed.contains(where: markers.contains) { accessible.insert(id) }
                case .executable, .snippet, .test:
                    if named.contains(id.name) || needed.contains(where: markers.contains) { asking.insert(id) }
                case .macro, .plugin, .system, .binary: break
                }
            }
        }
        let routes = WiringPlan.routes(settings, in: graph, configuration)
        (self.routing, self.listing) = (routes.routing, routes.listing)
        (self.providing, self.asking) = (providing.union(routes.providing), asking)
        self.accessible = accessible
        (accessing, served) = WiringPlan.accessing(accessible, in: graph, configuration)
    }

    /// A test that is linked with a program finds what that has: both would define the same.
    private static func accessing(
        _ accessible: Set<TargetID>, in graph: TargetGraph, _ configuration: BuildConfiguration
    ) -> (accessing: Set<TargetID>, served: [TargetID: Set<TargetID>]) {
        func modules(_ targets: [TargetID]) -> Set<TargetID> {
            accessible.intersection(graph.closure(of: targets, in: configuration, stoppingAt: .macro))
        }
        var found: Set<TargetID> = [], reaching = accessible, withProgram: Set<TargetID> = []
        var served: [TargetID: Set<TargetID>] = [:]
        if accessible.isEmpty { return (found, served) }
        for id in graph.order where !id.package.isExternal {
            // What a compile or a plugin starts is linked with nothing.
            let linked = graph.dependencies(of: id, in: configuration).filter {
                graph[$0].kind != .macro && graph[$0].kind != .plugin
            }
            if linked.contains(where: reaching.contains) { reaching.insert(id) }
            if linked.contains(where: { withProgram.contains($0) || found.contains($0) }) { withProgram.insert(id) }
            guard reaching.contains(id), graph[id].language == .swift,
                [.executable, .snippet, .test].contains(graph[id].kind)
            else { continue }
            if withProgram.contains(id) {
                let programs = graph.closure(of: [id], in: configuration, stoppingAt: .macro).filter {
                    $0 != id && found.contains($0) && graph[$0].kind != .test
                }
                let others = modules(programs)
                served[id] = others
                if modules([id]).isSubset(of: others) { continue }
            }
            found.insert(id)
        }
        return (found, served)
    }

    private static func routes(
        _ settings: WiringSettings, in graph: TargetGraph, _ configuration: BuildConfiguration
    ) -> (routing: Set<TargetID>, providing: Set<TargetID>, listing: Set<TargetID>) {
        guard let router = settings.router else { return ([], [], []) }
        func isOwn(_ id: TargetID, _ module: String) -> Bool {
            graph[id].moduleName == module && graph[id].language == .swift && !id.package.isExternal
        }
        let routing = graph.order.filter { id in
            [.executable, .snippet].contains(graph[id].kind) && graph[id].language == .swift && !id.package.isExternal
                && graph.dependencies(of: id, in: configuration).contains { isOwn($0, router.serviceModule) }
        }
        let linked = graph.closure(of: routing, in: configuration, stoppingAt: .macro)
        let providing = linked.filter {
            graph[$0].kind == .library && graph[$0].language == .swift && !$0.package.isExternal
        }
        let listing = providing.filter { id in
            graph.closure(of: [id], in: configuration).contains { isOwn($0, router.handlerModule) }
        }
        return (Set(routing), Set(providing), Set(listing))
    }

    /// What is asked for `target`, of these modules.
    func request(of target: Target, members: [Target]) -> WiringRequest {
        let own = settings.apps[target.id.name] ?? .init()
        return WiringRequest(
            app: target.id.name, markers: settings.module, settings: own,
            members: members.map {
                .init(
                    module: $0.moduleName, isTesting: settings.isTesting($0.id.name),
                    // A public class cannot name what only its package sees.
                    sharesPackage: $0.id.package == target.id.package && $0.packageAccess && target.packageAccess
                        && own.graph != .public)
            })
    }
}
