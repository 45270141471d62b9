import Money
import NetworkingInterface
import OrderTrackingInterface

/// Places orders with the server, and tells whoever wants to know.
public final class NetworkOrderBook: OrderBook {
    public private(set) var orders: [Order] = []
    private let networking: any Networking
    private let observers: [any OrderObserver]

    public init(networking: any Networking, observers: [any OrderObserver]) {
        (self.networking, self.observers) = (networking, observers)
    }

    public func place(items: [String], total: Money, address: String) throws -> Order {
        let answer = try networking.post(["items": items.joined(separator: ", "), "address": address], to: "orders")
        let order = Order(number: try answer.number("number"), items: items, total: total, address: address)
        orders.append(order)
        for observer in observers { observer.placed(order) }
        return order
    }

    public func stage(of number: Int) throws -> String {
        guard let record = try networking.get("orders/\(number)").first else { throw NetworkingError.notFound("orders/\(number)") }
        return try record.text("stage")
    }
}
