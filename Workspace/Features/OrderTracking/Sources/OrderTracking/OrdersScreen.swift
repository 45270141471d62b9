import InterfaceKitInterface
import OrderTrackingInterface
import RouterServiceInterface

/// All orders.
final class OrdersScreen: Screen {
    let title = "Your orders"
    private let orders: any OrderBook
    private let router: any Router

    init(orders: any OrderBook, router: any Router) { (self.orders, self.router) = (orders, router) }

    func content() -> ScreenContent {
        if orders.orders.isEmpty { return ScreenContent([StyledLine("No orders yet.", style: .faint)]) }
        return ScreenContent(
            choices: orders.orders.map { order in
                Choice("Order \(order.number)", detail: "\(order.total)") { [router] in router.open(OrderTrackingRoute.order(order.number)) }
            })
    }
}
