import BasketInterface
import InterfaceKit
import InterfaceKitInterface
import RouterServiceInterface

/// Stands in for the feature's screens where it is not linked.
public struct BasketRouteHandlerMock: RouteHandler {
    public typealias Subject = BasketRoute

    public init() {}

    public func screen(for route: BasketRoute, router: any Router) -> any Screen { PlaceholderScreen(title: "Basket") }
}
