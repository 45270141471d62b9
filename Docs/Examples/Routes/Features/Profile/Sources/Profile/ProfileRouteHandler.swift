import ProfileInterface
import RouterServiceInterface

public struct ProfileRouteHandler: RouteHandler {
    public var routes: [any Route.Type] { [ProfileRoute.self] }

    public init() {}

    public func destination(forRoute route: any Route) -> any Feature.Type { ProfileFeature.self }
}
