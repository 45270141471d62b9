import MenuInterface
import Money
import NetworkingInterface

/// The server's menus.
public struct NetworkMenuCatalogue: MenuCatalogue {
    private let networking: any Networking

    public init(networking: any Networking) { self.networking = networking }

    public func dishes(of restaurant: String) throws -> [Dish] {
        try networking.get("restaurants/\(restaurant)/menu").map { record in
            Dish(id: try record.text("id"), name: try record.text("name"), price: Money(cents: try record.number("cents")))
        }
    }
}
