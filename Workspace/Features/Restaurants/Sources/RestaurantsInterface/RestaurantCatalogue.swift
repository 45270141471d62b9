import Wiring

/// Knows who cooks.
public protocol RestaurantCatalogue: Provided {
    func restaurants() throws -> [Restaurant]
}

public struct Restaurant: Hashable, Sendable, Identifiable {
    public var id: String
    public var name: String
    public var cuisine: String
    /// Until an order arrives.
    public var minutes: Int

    public init(id: String, name: String, cuisine: String, minutes: Int) {
        (self.id, self.name, self.cuisine, self.minutes) = (id, name, cuisine, minutes)
    }
}
