import Foundation
import RouterServiceInterface

/// Knows handlers and dependencies. Apps call `registerRoutes()`, which mono writes.
public final class RouterService: RouterServiceProtocol, DependencyStore {
    private var handlers: [ObjectIdentifier: any RouteHandler] = [:]
    private var routes: [String: any Route.Type] = [:]
    private var factories: [ObjectIdentifier: () -> Any] = [:]
    private let present: (any Screen) -> Void

    /// `present`: shows a screen.
    public init(present: @escaping (any Screen) -> Void) { self.present = present }

    public func register<Dependency>(dependencyFactory: @escaping () -> Dependency, forType type: Dependency.Type) {
        factories[ObjectIdentifier(type)] = dependencyFactory
    }

    public func register(routeHandler: any RouteHandler) {
        for route in routeHandler.routes {
            precondition(routes[route.identifier] == nil, "two routes have the identifier '\(route.identifier)'")
            routes[route.identifier] = route
            handlers[ObjectIdentifier(route)] = routeHandler
        }
    }

    public func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
        guard let made = factories[ObjectIdentifier(type)]?() as? Dependency else {
            throw RouterError.unknownDependency("\(type)")
        }
        return made
    }

    public func navigate(toRoute route: any Route) throws {
        let type = Swift.type(of: route)
        guard let handler = handlers[ObjectIdentifier(type)] else { throw RouterError.unknownRoute(type.identifier) }
        present(try screen(of: handler.destination(forRoute: route), fromRoute: route))
    }

    private func screen<Destination: Feature>(of feature: Destination.Type, fromRoute route: any Route) throws
        -> any Screen
    {
        feature.build(dependencies: try feature.dependenciesInitializer.make(self), fromRoute: route)
    }

    public func route(fromString text: String) throws -> any Route {
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let type = try self.type(String(parts[0]))
        return try JSONDecoder().decode(type, from: Data((parts.count > 1 ? String(parts[1]) : "{}").utf8))
    }

    public func route(fromURL url: URL) throws -> any Route {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let host = components.host
        else {
            throw RouterError.unreadable(url.absoluteString)
        }
        let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return try type(host).init(from: QueryDecoder(values: Dictionary(items) { first, _ in first }))
    }

    private func type(_ identifier: String) throws -> any Route.Type {
        guard let type = routes[identifier] else { throw RouterError.unknownRoute(identifier) }
        return type
    }
}
