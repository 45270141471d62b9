import BasketInterface
import InterfaceKitInterface
import MenuInterface
import RouterServiceInterface

public struct MenuRouteHandler: RouteHandler {
    public typealias Subject = MenuRoute

    private let catalogue: any MenuCatalogue
    private let basket: any Basket

    public init(catalogue: any MenuCatalogue, basket: any Basket) { (self.catalogue, self.basket) = (catalogue, basket) }

    public func screen(for route: MenuRoute, router: any Router) -> any Screen {
        switch route {
        case .dishes(let restaurant, let name):
            MenuScreen(restaurant: restaurant, title: name, catalogue: catalogue, basket: basket, router: router)
        }
    }
}
