/// A program's registry of routes: its handlers, and what their features are made of.
public struct RoutePlan: Hashable, Sendable {
    public typealias Name = ObjectGraphPlan.Name

    public struct Entry: Hashable, Sendable {
        public var handler: Name
        /// Those that the program can see, in the handler's order.
        public var routes: [Name]
        /// How many the list holds: some may be the handler's own module's.
        public var count: Int
    }

    /// Makes handlers and dependencies.
    public var graph: ObjectGraphPlan
    public var service, route, handler: Name
    /// Sorted by handler.
    public var entries: [Entry]
    /// Symbols of the protocols that features depend on.
    public var dependencies: Set<String>
    /// Symbols of the protocols whose value is the service itself.
    public var serviceProtocols: Set<String>

    /// The graph with each route and its handler.
    public var graphWithRoutes: ObjectGraphPlan {
        var result = graph
        result.handlerNames = entries.flatMap { entry in
            entry.routes.map { .init(subject: $0, handler: entry.handler) }
        }.sorted { $0.subject.full < $1.subject.full }
        return result
    }
}

/// What a program's registry is to be made of.
public struct RouteRequest: Hashable, Sendable {
    public var router: RouterSettings
    /// The program, its settings and its modules.
    public var program: WiringRequest
    /// It has an object graph too, which other names in its settings are for.
    public var hasObjectGraph: Bool

    public init(router: RouterSettings, program: WiringRequest, hasObjectGraph: Bool) {
        (self.router, self.program, self.hasObjectGraph) = (router, program, hasObjectGraph)
    }

    /// All that counts about it, in an order that is always the same.
    public var lines: [(what: String, how: String)] {
        let settings = router.withoutPlaces
        return [
            ("route", settings.route.name), ("handler", settings.handler.name),
            ("feature", "\(settings.feature.name) \(settings.feature.line)"), ("service", settings.service.name),
            ("object graph", "\(hasObjectGraph)"),
        ] + program.lines
    }
}
