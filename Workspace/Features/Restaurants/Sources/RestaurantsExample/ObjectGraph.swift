import AccountInterface
import AccountTesting
import BasketInterface
import BasketTesting
import InterfaceKit
import InterfaceKitInterface
import MenuInterface
import MenuTesting
import Networking
import NetworkingInterface
import OrderTrackingInterface
import OrderTrackingTesting
import Restaurants
import RestaurantsInterface
import RouterService
import RouterServiceInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeAccount: (ObjectGraph) -> any AccountInterface.Account = { _ in AccountMock() }
    private(set) lazy var account: any AccountInterface.Account = makeAccount(self)

    var makeBasket: (ObjectGraph) -> any BasketInterface.Basket = { _ in BasketMock() }
    private(set) lazy var basket: any BasketInterface.Basket = makeBasket(self)

    var makeMenuCatalogue: (ObjectGraph) -> any MenuInterface.MenuCatalogue = { _ in MenuCatalogueMock() }
    var menuCatalogue: any MenuInterface.MenuCatalogue { makeMenuCatalogue(self) }

    var makeNetworking: (ObjectGraph) -> any NetworkingInterface.Networking = { _ in InProcessServer() }
    private(set) lazy var networking: any NetworkingInterface.Networking = makeNetworking(self)

    var makeOrderBook: (ObjectGraph) -> any OrderTrackingInterface.OrderBook = { _ in OrderBookMock() }
    private(set) lazy var orderBook: any OrderTrackingInterface.OrderBook = makeOrderBook(self)

    var makeRestaurantCatalogue: (ObjectGraph) -> any RestaurantsInterface.RestaurantCatalogue = { graph in NetworkRestaurantCatalogue(networking: graph.networking) }
    var restaurantCatalogue: any RestaurantsInterface.RestaurantCatalogue { makeRestaurantCatalogue(self) }

    var makeRouter: (ObjectGraph) -> any RouterServiceInterface.Router = { graph in NavigationRouter(handlers: graph.routeHandlers, presenter: graph.screenPresenter) }
    private(set) lazy var router: any RouterServiceInterface.Router = makeRouter(self)

    var makeScreenPresenter: (ObjectGraph) -> any InterfaceKitInterface.ScreenPresenter = { graph in TerminalPresenter(terminal: graph.terminal, behaviours: graph.everyScreenBehaviours) }
    private(set) lazy var screenPresenter: any InterfaceKitInterface.ScreenPresenter = makeScreenPresenter(self)

    var makeTerminal: (ObjectGraph) -> any InterfaceKitInterface.Terminal = { _ in StandardTerminal() }
    private(set) lazy var terminal: any InterfaceKitInterface.Terminal = makeTerminal(self)

    var makeEveryScreenBehaviours: (ObjectGraph) -> [any InterfaceKitInterface.EveryScreenBehaviour] = { _ in [NavigationBar()] }
    var everyScreenBehaviours: [any InterfaceKitInterface.EveryScreenBehaviour] { makeEveryScreenBehaviours(self) }

    var makeRouteHandlers: (ObjectGraph) -> [any RouterServiceInterface.RouteHandler] = { graph in
        [
            AccountRouteHandlerMock(),
            BasketRouteHandlerMock(),
            MenuRouteHandlerMock(),
            OrderTrackingRouteHandlerMock(),
            RestaurantsRouteHandler(catalogue: graph.restaurantCatalogue),
        ]
    }
    var routeHandlers: [any RouterServiceInterface.RouteHandler] { makeRouteHandlers(self) }
}
