import Money
import Wiring

/// Knows what each restaurant cooks.
public protocol MenuCatalogue: Provided {
    func dishes(of restaurant: String) throws -> [Dish]
}

public struct Dish: Hashable, Sendable, Identifiable {
    public var id: String
    public var name: String
    public var price: Money

    public init(id: String, name: String, price: Money) { (self.id, self.name, self.price) = (id, name, price) }
}
