import HomeInterface
import RouterServiceInterface

public struct HomeRouteHandler: RouteHandler {
    public var routes: [any Route.Type] { [HomeRoute.self] }

    public init() {}

    public func destination(forRoute route: any Route) -> any Feature.Type { HomeFeature.self }
}
