import InterfaceKitInterface
import RestaurantsInterface
import RouterServiceInterface

public struct RestaurantsRouteHandler: RouteHandler {
    public typealias Subject = RestaurantsRoute

    private let catalogue: any RestaurantCatalogue

    public init(catalogue: any RestaurantCatalogue) { self.catalogue = catalogue }

    public func screen(for route: RestaurantsRoute, router: any Router) -> any Screen {
        switch route {
        case .list: RestaurantsScreen(catalogue: catalogue, router: router)
        }
    }
}
