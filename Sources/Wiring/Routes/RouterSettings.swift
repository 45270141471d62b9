/// Which declarations of a workspace are those of its router: the names of `RouterService` unless `mono.json` has
/// others.
public struct RouterSettings: Hashable, Sendable {
    /// The protocol of routes.
    public var route: WiringSettings.Name
    /// The protocol of what handles routes: it has a property `routes`.
    public var handler: WiringSettings.Name
    /// The protocol of features, which have a type `Dependencies`. On line 0 where `mono.json` does not say: then there
    /// may be none.
    public var feature: WiringSettings.Name
    /// The type that knows handlers and dependencies. Programs that depend on its module get a registry.
    public var service: WiringSettings.Name

    public init(
        route: WiringSettings.Name = .init("RouterServiceInterface.Route", line: 0),
        handler: WiringSettings.Name = .init("RouterServiceInterface.RouteHandler", line: 0),
        feature: WiringSettings.Name = .init("RouterServiceInterface.Feature", line: 0),
        service: WiringSettings.Name = .init("RouterService.RouterService", line: 0)
    ) {
        (self.route, self.handler, self.feature, self.service) = (route, handler, feature, service)
    }

    /// The module whose dependents, where they are programs, get a registry.
    public var serviceModule: String { RouterSettings.module(of: service) }
    /// The module that declares what handlers conform to.
    public var handlerModule: String { RouterSettings.module(of: handler) }

    private static func module(of name: WiringSettings.Name) -> String {
        name.name.split(separator: ".").first.map(String.init) ?? name.name
    }

    /// The same, wherever in `mono.json` it stands; that something is said of features counts.
    var withoutPlaces: RouterSettings {
        func moved(_ name: WiringSettings.Name) -> WiringSettings.Name { .init(name.name, line: min(name.line, 1)) }
        return RouterSettings(
            route: moved(route), handler: moved(handler), feature: moved(feature), service: moved(service))
    }
}
