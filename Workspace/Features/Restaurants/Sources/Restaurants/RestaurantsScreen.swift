import AccountInterface
import BasketInterface
import InterfaceKitInterface
import MenuInterface
import OrderTrackingInterface
import RestaurantsInterface
import RouterServiceInterface

/// Where everything begins: who cooks, and the ways to the rest of the app.
final class RestaurantsScreen: Screen {
    let title = "Restaurants"
    private let catalogue: any RestaurantCatalogue
    private let router: any Router

    init(catalogue: any RestaurantCatalogue, router: any Router) { (self.catalogue, self.router) = (catalogue, router) }

    func content() throws -> ScreenContent {
        let restaurants = try catalogue.restaurants().map { restaurant in
            Choice(restaurant.name, detail: "\(restaurant.cuisine), \(restaurant.minutes) min") { [router] in
                router.open(MenuRoute.dishes(restaurant: restaurant.id, name: restaurant.name))
            }
        }
        return ScreenContent(
            choices: restaurants + [
                Choice("basket", key: "b") { [router] in router.open(BasketRoute.contents) },
                Choice("orders", key: "o") { [router] in router.open(OrderTrackingRoute.orders) },
                Choice("account", key: "a") { [router] in router.open(AccountRoute.overview) },
            ])
    }
}
