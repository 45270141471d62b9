import AccountInterface
import InterfaceKitInterface
import OrderTrackingInterface
import PaymentInterface
import RouterServiceInterface

public struct PaymentRouteHandler: RouteHandler {
    public typealias Subject = PaymentRoute

    private let payment: any Payment
    private let orders: any OrderBook
    private let account: any Account

    public init(payment: any Payment, orders: any OrderBook, account: any Account) {
        (self.payment, self.orders, self.account) = (payment, orders, account)
    }

    public func screen(for route: PaymentRoute, router: any Router) -> any Screen {
        switch route {
        case .checkout(let items, let total):
            CheckoutScreen(items: items, total: total, payment: payment, orders: orders, account: account, router: router)
        }
    }
}
