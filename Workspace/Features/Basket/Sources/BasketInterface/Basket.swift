import Money
import Wiring

/// What somebody is going to order.
public protocol Basket: Provided, Shared {
    /// In the order in which the items were added first.
    var lines: [BasketLine] { get }

    func add(_ item: BasketItem)
    /// One of them.
    func remove(_ item: BasketItem)
    func empty()
}

extension Basket {
    public var count: Int { lines.reduce(0) { $0 + $1.count } }
    public var total: Money { lines.map(\.total).sum() }
}
