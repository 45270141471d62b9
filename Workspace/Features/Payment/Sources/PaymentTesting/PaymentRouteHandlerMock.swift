import InterfaceKit
import InterfaceKitInterface
import PaymentInterface
import RouterServiceInterface

/// Stands in for the feature's screens where it is not linked.
public struct PaymentRouteHandlerMock: RouteHandler {
    public typealias Subject = PaymentRoute

    public init() {}

    public func screen(for route: PaymentRoute, router: any Router) -> any Screen { PlaceholderScreen(title: "Checkout") }
}
