import SwiftText

/// The source of a program's registry: plain Swift that the compiler checks once more, and that checks handlers' lists
/// when they are registered.
public struct RouteRegistrySource {
    private let plan: RoutePlan
    private let spelling: DeclarationSpelling
    private let names: ObjectGraphNames

    /// Raised whenever the same plan is written otherwise, or another plan is made of the same facts.
    public static let format = "2 \(ObjectGraphSource.format)"

    /// What a program calls, either of it, to register its handlers.
    static let entrances: Set<String> = ["registerRoutes", "RouteRegistry"]

    public static func text(of plan: RoutePlan) -> String { RouteRegistrySource(plan).text }

    private init(_ plan: RoutePlan) {
        self.plan = plan
        spelling = ObjectGraphNames.spelling(of: plan.graph, "RouteRegistry")
        names = ObjectGraphNames(plan.graph, className: "RouteRegistry")
    }

    private var text: String {
        let named = Set([plan.service, plan.route, plan.handler] + plan.entries.flatMap { [$0.handler] + $0.routes })
        return ObjectGraphSource.text(of: plan.graph, names, alsoNamed: named)
            + (["", "extension RouteRegistry {"] + table + [""] + register + ["}", ""] + serviceExtension + [""])
            .joined(separator: "\n")
    }

    private var isolation: String { plan.graph.isMainActor ? "@MainActor " : "" }
    private var route: String { "any \(spelling.spelled(plan.route)).Type" }
    private var handler: String { "any \(spelling.spelled(plan.handler))" }

    private var table: [String] {
        let entries = plan.entries.map { entry in
            let routes = entry.routes.map { "\(spelling.spelled($0)).self" }.joined(separator: ", ")
            return "        (\(spelling.spelled(entry.handler)).self, [\(routes)], \(entry.count)),"
        }
        return [
            "    /// Each handler, the routes of its list that others see, and how many the list holds.",
            "    private static var table: [(handler: \(handler).Type, routes: [\(route)], count: Int)] {",
        ] + (entries.isEmpty ? ["        []"] : ["        ["] + entries.map { "    \($0)" } + ["        ]"]) + ["    }"]
    }

    private var register: [String] {
        let dependencies = plan.graph.properties.filter { plan.dependencies.contains($0.symbol) }
        let handlers = plan.graph.properties.first { $0.name == plan.handler }.map(names.quoted)
        var lines = [
            "    /// Registers what features depend on, and every handler.",
            "    func register(in service: \(spelling.spelled(plan.service))) {",
        ]
        lines += dependencies.map { each in
            let owner =
                plan.serviceProtocols.contains(each.symbol) ? "[unowned service] in service" : "self.\(name(each))"
            return """
                        service.register(dependencyFactory: { \(owner) }, forType: (any \
                \(spelling.spelled(each.name))).self)
                """
        }
        guard let handlers, !plan.entries.isEmpty else { return lines + ["    }"] }
        return lines + [
            "        for handler in \(handlers) {", "            Self.check(handler)",
            "            service.register(routeHandler: handler)", "        }", "    }", "",
            "    /// A list that holds another thing than its text did when this was written.",
            "    private static func check(_ handler: \(handler)) {",
            "        guard let entry = table.first(where: { $0.handler == type(of: handler) }) else { return }",
            "        let routes = handler.routes",
            "        precondition(",
            "            routes.count == entry.count && entry.routes.allSatisfy { known in routes.contains { $0 == known } },",
            #"            "the routes of \(type(of: handler)) are not those that its source lists")"#,
            "    }",
        ]
    }

    private func name(_ property: ObjectGraphPlan.Property) -> String { names.quoted(property) }

    private var serviceExtension: [String] {
        let given = plan.graph.properties.filter { $0.source == .given }
        let handedOver = given.filter { !plan.serviceProtocols.contains($0.symbol) }
        let parameters =
            handedOver.map { "\(name($0)): any \(spelling.spelled($0.name))" }
            + ["changing change: \(isolation)(RouteRegistry) -> Void = { _ in }"]
        let arguments = given.map { each in
            "\(name(each)): \(plan.serviceProtocols.contains(each.symbol) ? "self" : name(each))"
        }
        return [
            "extension \(spelling.spelled(plan.service)) {",
            "    /// Registers every handler that \(plan.graph.app) is linked with, and what their features depend on.",
            "    /// - Parameter change: tests and examples may put other things in the place of what is made.",
            "    \(isolation)func registerRoutes(\(parameters.joined(separator: ", "))) {",
            "        let registry = RouteRegistry(\(arguments.joined(separator: ", ")))", "        change(registry)",
            "        registry.register(in: self)", "    }", "}",
        ]
    }
}
