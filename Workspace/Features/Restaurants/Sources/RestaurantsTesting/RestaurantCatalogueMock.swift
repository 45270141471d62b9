import RestaurantsInterface

/// Knows the restaurants that it was told of.
public struct RestaurantCatalogueMock: RestaurantCatalogue {
    private let known: [Restaurant]

    public init(_ restaurants: [Restaurant] = Restaurant.samples) { known = restaurants }

    public func restaurants() -> [Restaurant] { known }
}

extension Restaurant {
    public static var samples: [Restaurant] {
        [
            Restaurant(id: "inn", name: "Sample Inn", cuisine: "Local", minutes: 10),
            Restaurant(id: "grill", name: "Test Grill", cuisine: "Smoky", minutes: 40),
        ]
    }
}
