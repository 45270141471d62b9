import BasketInterface
import Money

/// Keeps each item on a line of its own.
public final class BasketMock: Basket {
    public private(set) var lines: [BasketLine]

    public init(_ lines: [BasketLine] = []) { self.lines = lines }

    public func add(_ item: BasketItem) { lines.append(BasketLine(item: item, count: 1)) }
    public func remove(_ item: BasketItem) { lines.removeAll { $0.item == item } }
    public func empty() { lines = [] }
}

extension BasketItem {
    public static var samples: [BasketItem] {
        [BasketItem(name: "Soup", price: Money(cents: 450)), BasketItem(name: "Cake", price: Money(cents: 325))]
    }
}
