import Money
import OrderTrackingInterface

/// Keeps the orders, which never get any further.
public final class OrderBookMock: OrderBook {
    public private(set) var orders: [Order]
    private let stage: String

    public init(_ orders: [Order] = [], stage: String = "received") { (self.orders, self.stage) = (orders, stage) }

    public func place(items: [String], total: Money, address: String) -> Order {
        orders.append(Order(number: orders.count + 1, items: items, total: total, address: address))
        return orders[orders.count - 1]
    }

    public func stage(of number: Int) -> String { stage }
}

extension Order {
    public static var sample: Order { Order(number: 1, items: ["2 x Soup"], total: Money(cents: 900), address: "2 Test Street") }
}
