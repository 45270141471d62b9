/// Finds for every route that a program is linked with the one handler whose list names it, and what handlers and
/// features are made of.
///
/// A pure function of its arguments; faults come in a fixed order.
public struct RouteResolver {
    private let request: RouteRequest
    private let provisions: [Provisions]
    private let declarations: RouteDeclarations
    private let lists: [String: RouteLists]
    /// Nil where nobody has looked.
    private let registers: Bool?
    private var faults: [RouteFault] = []

    /// `lists`: of the modules that may hold handlers, and of the program.
    public static func resolve(
        _ request: RouteRequest, provisions: [Provisions], lists: [RouteLists]
    ) -> Result<RoutePlan, RouteFaults> {
        var resolver = RouteResolver(request, provisions, lists)
        guard let plan = resolver.plan(), resolver.faults.isEmpty else {
            return .failure(RouteFaults(faults: resolver.faults))
        }
        return .success(plan)
    }

    private typealias Declared = RouteDeclarations.Declared
    private typealias Name = ObjectGraphPlan.Name

    private init(_ request: RouteRequest, _ provisions: [Provisions], _ lists: [RouteLists]) {
        (self.request, self.provisions) = (request, provisions)
        declarations = RouteDeclarations(request, provisions)
        registers = lists.compactMap(\.registers).first
        self.lists = Dictionary(lists.map { ($0.module, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func plan() -> RoutePlan? {
        guard let (service, route, handler) = settings() else { return nil }
        let listed = listedRoutes()
        let chosen = choose(listed)
        checkIdentifiers()
        let dependencies = RouteDependencies(declarations, request, handlers: chosen)
        faults += dependencies.faults + dependencies.unknownNames()
        faults.sort { ($0.rank, $0.subject) < ($1.rank, $1.subject) }
        let (question, facts) = dependencies.question(provisions)
        switch WiringResolver.resolve(question, provisions: facts) {
        case .failure(let error):
            faults += error.faults.map(dependencies.explained)
            return nil
        case .success(let graph):
            if registers == false, !chosen.isEmpty { faults.append(.neverRegisters(handlers: chosen.count)) }
            return RoutePlan(
                graph: graph, service: service, route: route, handler: handler,
                entries: chosen.map { handler in
                    let routes = listed[handler.symbol] ?? []
                    return .init(
                        handler: handler.name, routes: routes.filter(\.isVisible).map(\.name), count: routes.count)
                },
                dependencies: dependencies.direct,
                serviceProtocols: dependencies.serviceProtocols.intersection(dependencies.all))
        }
    }

    private mutating func settings() -> (service: Name, route: Name, handler: Name)? {
        let router = request.router
        if declarations.route == nil { faults.append(.unknownDeclaration(.route, router.route.name)) }
        if declarations.handler == nil { faults.append(.unknownDeclaration(.handler, router.handler.name)) }
        if declarations.feature == nil, router.feature.line > 0 {
            faults.append(.unknownDeclaration(.feature, router.feature.name))
        }
        guard let service = declarations.service, service.isVisible else {
            faults.append(.unknownDeclaration(.service, router.service.name))
            return nil
        }
        guard let route = declarations.route, let handler = declarations.handler, faults.isEmpty else { return nil }
        return (service.name, route, handler)
    }

    /// By the handler's symbol; what is not understood is missing.
    private mutating func listedRoutes() -> [String: [Declared]] {
        var result: [String: [Declared]] = [:]
        for handler in declarations.handlers {
            let name = handler.name
            switch lists[name.module]?.list(of: name.path) ?? .unread(.absent) {
            case .unread(let obstacle): faults.append(.unreadList(name.full, obstacle))
            case .routes(let written):
                if written.isEmpty { faults.append(.handlesNothing(name.full)) }
                result[handler.symbol] = written.compactMap { route($0, of: handler) }
            }
        }
        return result
    }

    /// As the compiler looks it up: around the handler, in its module, in all others.
    private mutating func route(_ written: [String], of handler: Declared) -> Declared? {
        let text = written.joined(separator: "."), routes = declarations.routes
        var around = handler.name.path.split(separator: ".").map(String.init)
        while true {
            let path = (around + written).joined(separator: ".")
            if let found = routes.first(where: { $0.name == .init(module: handler.name.module, path: path) }) {
                return found
            }
            if around.popLast() == nil { break }
        }
        let candidates = routes.filter { $0.name.full == text || $0.name.path == text && $0.isVisible }
        if candidates.count == 1 { return candidates[0] }
        faults.append(
            candidates.isEmpty
                ? .unknownRoute(handler: handler.name.full, written: text, known: routes.map(\.name.full))
                : .ambiguousRoute(
                    handler: handler.name.full, written: text, candidates: candidates.map(\.name.full)))
        return nil
    }

    /// The handlers to register. Mocks handle what nothing else does.
    private mutating func choose(_ listed: [String: [Declared]]) -> [Declared] {
        let settings = request.program.settings
        var candidates: [Declared: [Declared]] = [:]
        for handler in declarations.handlers {
            for route in Set(listed[handler.symbol] ?? []) { candidates[route, default: []].append(handler) }
        }
        // What a list that is not understood holds, nobody knows: then a route without a handler may have one.
        let isCertain = listed.count == declarations.handlers.count && faults.isEmpty
        var chosen: Set<Declared> = [], open: [Declared] = []
        for route in declarations.routes {
            let all = candidates[route] ?? [], visible = all.filter(\.isVisible)
            let real = visible.filter { !declarations.isTesting($0.name.module) }
            var standing = real.isEmpty ? visible : real
            if let fault = settings.choicesByParameter(of: route.name.full) {
                faults.append(.wiring(fault))
                continue
            }
            if let choice = settings.bind.first(where: { $0.of.name == route.name.full }) {
                standing = visible.filter { $0.name.full == choice.type }
                if standing.isEmpty {
                    faults.append(
                        .wiring(.noCandidate(choice.type, of: route.name.full, candidates: visible.map(\.name.full))))
                    continue
                }
            }
            if standing.isEmpty, isCertain, !settings.ignored.contains(where: { $0.name == route.name.full }) {
                faults.append(.noHandler(route.name.full, hidden: all.map(\.name.full)))
            }
            if standing.count > 1 {
                faults.append(.severalHandlers(route.name.full, handlers: standing.map(\.name.full)))
            } else if standing.count == 1 {
                chosen.formUnion(standing)
                open.append(route)
            }
        }
        // One that stands for one route brings along the others of its list.
        for route in open {
            let both = (candidates[route] ?? []).filter(chosen.contains)
            if both.count > 1 { faults.append(.severalHandlers(route.name.full, handlers: both.map(\.name.full))) }
        }
        return declarations.handlers.filter(chosen.contains)
    }

    private mutating func checkIdentifiers() {
        var owners: [String: [String]] = [:]
        for route in declarations.routes {
            guard let text = lists[route.name.module]?.identifier(of: route.name.path) else { continue }
            owners[text, default: []].append(route.name.full)
        }
        for (text, routes) in owners.sorted(by: { $0.key < $1.key }) where routes.count > 1 {
            faults.append(.sameIdentifier(text, routes: routes))
        }
    }
}

public struct RouteFaults: Error, Hashable, Sendable {
    public var faults: [RouteFault]
    public init(faults: [RouteFault]) { self.faults = faults }
}
