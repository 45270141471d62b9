import InterfaceKitTesting
import NetworkingInterface
import NetworkingTesting
import OrderTracking
import OrderTrackingInterface
import OrderTrackingTesting
import RouterServiceTesting
import Testing

@Test func `an order gets its number from the server, and everybody hears of it`() throws {
    let observer = Ears()
    let networking = NetworkingMock(["orders": [["number": "7"]], "orders/7": [["stage": "cooking"]]])
    let book = NetworkOrderBook(networking: networking, observers: [observer])
    let order = try book.place(items: ["2 x Soup"], total: Order.sample.total, address: "2 Test Street")
    #expect(order.number == 7)
    #expect(observer.heard == [order] && book.orders == [order])
    #expect(try book.stage(of: 7) == "cooking")
}

@Test func `what the server refuses is no order`() {
    let observer = Ears()
    let networking = NetworkingMock()
    networking.refusal = .refused(reason: "closed")
    let book = NetworkOrderBook(networking: networking, observers: [observer])
    #expect(throws: NetworkingError.refused(reason: "closed")) { try book.place(items: [], total: Order.sample.total, address: "") }
    #expect(observer.heard.isEmpty && book.orders.isEmpty)
}

@Test func `orders lead to what has become of them`() throws {
    let router = RouterMock()
    let handler = OrderTrackingRouteHandler(orders: OrderBookMock([.sample], stage: "cooking"))
    let list = try handler.screen(for: .orders, router: router).content()
    #expect(list.offers == ["Order 1 €9.00"])
    #expect(list.choose("Order 1"))
    #expect(router.opened == [OrderTrackingRoute.order(1)] as [AnyHashable])
    let order = try handler.screen(for: .order(1), router: router).content()
    #expect(order.lines.map(\.text) == ["2 x Soup: €9.00", "to 2 Test Street", "cooking"])
}

private final class Ears: OrderObserver {
    private(set) var heard: [Order] = []

    func placed(_ order: Order) { heard.append(order) }
}
