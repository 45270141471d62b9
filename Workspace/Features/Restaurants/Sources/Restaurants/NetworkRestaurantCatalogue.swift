import NetworkingInterface
import RestaurantsInterface

/// The server's restaurants.
public struct NetworkRestaurantCatalogue: RestaurantCatalogue {
    private let networking: any Networking

    public init(networking: any Networking) { self.networking = networking }

    public func restaurants() throws -> [Restaurant] {
        try networking.get("restaurants").map { record in
            Restaurant(
                id: try record.text("id"), name: try record.text("name"), cuisine: try record.text("cuisine"), minutes: try record.number("minutes"))
        }
    }
}
