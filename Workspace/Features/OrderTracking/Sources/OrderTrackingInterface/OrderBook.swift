import Money
import Wiring

/// Knows what was ordered.
public protocol OrderBook: Provided, Shared {
    /// In the order in which they were placed.
    var orders: [Order] { get }

    func place(items: [String], total: Money, address: String) throws -> Order

    /// How far it has come, as people say it.
    func stage(of number: Int) throws -> String
}

public struct Order: Hashable, Sendable {
    public var number: Int
    public var items: [String]
    public var total: Money
    public var address: String

    public init(number: Int, items: [String], total: Money, address: String) {
        (self.number, self.items, self.total, self.address) = (number, items, total, address)
    }
}
