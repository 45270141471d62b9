import InterfaceKitInterface
import OrderTrackingInterface

/// One order, and how far it has come.
final class OrderScreen: Screen {
    private let number: Int
    private let orders: any OrderBook

    init(number: Int, orders: any OrderBook) { (self.number, self.orders) = (number, orders) }

    var title: String { "Order \(number)" }

    func content() throws -> ScreenContent {
        let stage = try orders.stage(of: number)
        let order = orders.orders.first { $0.number == number }
        let items = order.map { [StyledLine("\($0.items.joined(separator: ", ")): \($0.total)"), StyledLine("to \($0.address)")] } ?? []
        return ScreenContent(items + [StyledLine(stage, style: .accent)], choices: [Choice("look again", key: "l") {}])
    }
}
