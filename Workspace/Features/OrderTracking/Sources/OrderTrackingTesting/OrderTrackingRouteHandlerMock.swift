import InterfaceKit
import InterfaceKitInterface
import OrderTrackingInterface
import RouterServiceInterface

/// Stands in for the feature's screens where it is not linked.
public struct OrderTrackingRouteHandlerMock: RouteHandler {
    public typealias Subject = OrderTrackingRoute

    public init() {}

    public func screen(for route: OrderTrackingRoute, router: any Router) -> any Screen { PlaceholderScreen(title: "Orders") }
}
