import MenuInterface
import Money

/// Every restaurant cooks what it was told.
public struct MenuCatalogueMock: MenuCatalogue {
    private let known: [Dish]

    public init(_ dishes: [Dish] = Dish.samples) { known = dishes }

    public func dishes(of restaurant: String) -> [Dish] { known }
}

extension Dish {
    public static var samples: [Dish] {
        [Dish(id: "soup", name: "Soup", price: Money(cents: 450)), Dish(id: "cake", name: "Cake", price: Money(cents: 325))]
    }
}
