import InterfaceKitInterface
import OrderTrackingInterface
import RouterServiceInterface

public struct OrderTrackingRouteHandler: RouteHandler {
    public typealias Subject = OrderTrackingRoute

    private let orders: any OrderBook

    public init(orders: any OrderBook) { self.orders = orders }

    public func screen(for route: OrderTrackingRoute, router: any Router) -> any Screen {
        switch route {
        case .orders: OrdersScreen(orders: orders, router: router)
        case .order(let number): OrderScreen(number: number, orders: orders)
        }
    }
}
