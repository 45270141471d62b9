import Money

public struct BasketItem: Hashable, Sendable {
    public var name: String
    public var price: Money

    public init(name: String, price: Money) { (self.name, self.price) = (name, price) }
}

/// So many of one item.
public struct BasketLine: Hashable, Sendable {
    public var item: BasketItem
    public var count: Int

    public init(item: BasketItem, count: Int) { (self.item, self.count) = (item, count) }

    public var total: Money { item.price * count }
}
