import InterfaceKit
import InterfaceKitInterface
import RestaurantsInterface
import RouterServiceInterface

/// Stands in for the feature's screens where it is not linked.
public struct RestaurantsRouteHandlerMock: RouteHandler {
    public typealias Subject = RestaurantsRoute

    public init() {}

    public func screen(for route: RestaurantsRoute, router: any Router) -> any Screen { PlaceholderScreen(title: "Restaurants") }
}
