import AccountInterface
import InterfaceKitInterface
import Money
import OrderTrackingInterface
import PaymentInterface
import RouterServiceInterface

/// Takes a card's number, and turns what was paid into an order.
final class CheckoutScreen: Screen {
    let title = "Checkout"
    let behaviours: [any ScreenBehaviour] = [SecrecyNote()]
    private let items: [String]
    private let total: Money
    private let payment: any Payment
    private let orders: any OrderBook
    private let account: any Account
    private let router: any Router
    private var complaint: StyledLine?

    init(items: [String], total: Money, payment: any Payment, orders: any OrderBook, account: any Account, router: any Router) {
        (self.items, self.total, self.payment, self.orders, self.account, self.router) = (items, total, payment, orders, account, router)
    }

    func content() -> ScreenContent {
        let lines: [StyledLine] = [
            "\(items.joined(separator: ", ")): \(total)", "for \(account.name), \(account.address)", "Type the number of your card.",
        ]
        return ScreenContent(
            lines + (complaint.map { [$0] } ?? []),
            choices: [Choice("change the address", key: "a") { [router] in router.open(AccountRoute.overview) }],
            entry: pay)
    }

    private func pay(with card: String) {
        do {
            _ = try payment.charge(total, to: card)
            let order = try orders.place(items: items, total: total, address: account.address)
            router.home()
            router.open(OrderTrackingRoute.order(order.number))
        } catch {
            complaint = StyledLine("\(error)", style: .warning)
        }
    }
}
