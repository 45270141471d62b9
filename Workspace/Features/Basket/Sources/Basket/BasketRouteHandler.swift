import BasketInterface
import InterfaceKitInterface
import RouterServiceInterface

public struct BasketRouteHandler: RouteHandler {
    public typealias Subject = BasketRoute

    private let basket: any Basket

    public init(basket: any Basket) { self.basket = basket }

    public func screen(for route: BasketRoute, router: any Router) -> any Screen {
        switch route {
        case .contents: BasketScreen(basket: basket, router: router)
        }
    }
}
