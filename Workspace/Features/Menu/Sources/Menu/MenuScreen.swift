import BasketInterface
import InterfaceKitInterface
import MenuInterface
import RouterServiceInterface

/// What a restaurant cooks; what is chosen goes into the basket.
final class MenuScreen: Screen {
    let title: String
    private let restaurant: String
    private let catalogue: any MenuCatalogue
    private let basket: any Basket
    private let router: any Router
    private var note: StyledLine?

    init(restaurant: String, title: String, catalogue: any MenuCatalogue, basket: any Basket, router: any Router) {
        (self.restaurant, self.title, self.catalogue, self.basket, self.router) = (restaurant, title, catalogue, basket, router)
    }

    func content() throws -> ScreenContent {
        let dishes = try catalogue.dishes(of: restaurant).map { dish in
            Choice(dish.name, detail: "\(dish.price)") { self.add(dish) }
        }
        return ScreenContent(
            note.map { [$0] } ?? [],
            choices: dishes + [Choice("basket", key: "b") { [router] in router.open(BasketRoute.contents) }])
    }

    private func add(_ dish: Dish) {
        basket.add(BasketItem(name: dish.name, price: dish.price))
        note = StyledLine("\(dish.name) is in your basket", style: .accent)
    }
}
