import Account
import AccountInterface
import Analytics
import AnalyticsInterface
import Basket
import BasketInterface
import InterfaceKit
import InterfaceKitInterface
import Menu
import MenuInterface
import Networking
import NetworkingInterface
import OrderTracking
import OrderTrackingInterface
import Payment
import PaymentInterface
import Restaurants
import RestaurantsInterface
import RouterService
import RouterServiceInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeAccount: (ObjectGraph) -> any AccountInterface.Account = { _ in GuestAccount() }
    private(set) lazy var account: any AccountInterface.Account = makeAccount(self)

    var makeAnalytics: (ObjectGraph) -> any AnalyticsInterface.Analytics = { _ in EventJournal() }
    private(set) lazy var analytics: any AnalyticsInterface.Analytics = makeAnalytics(self)

    var makeBasket: (ObjectGraph) -> any BasketInterface.Basket = { graph in BasketStore(analytics: graph.analytics) }
    private(set) lazy var basket: any BasketInterface.Basket = makeBasket(self)

    var makeMenuCatalogue: (ObjectGraph) -> any MenuInterface.MenuCatalogue = { graph in NetworkMenuCatalogue(networking: graph.networking) }
    var menuCatalogue: any MenuInterface.MenuCatalogue { makeMenuCatalogue(self) }

    var makeNetworking: (ObjectGraph) -> any NetworkingInterface.Networking = { _ in InProcessServer() }
    private(set) lazy var networking: any NetworkingInterface.Networking = makeNetworking(self)

    var makeOrderBook: (ObjectGraph) -> any OrderTrackingInterface.OrderBook = { graph in NetworkOrderBook(networking: graph.networking, observers: graph.orderObservers) }
    private(set) lazy var orderBook: any OrderTrackingInterface.OrderBook = makeOrderBook(self)

    var makePayment: (ObjectGraph) -> any PaymentInterface.Payment = { graph in CardPayment(networking: graph.networking) }
    var payment: any PaymentInterface.Payment { makePayment(self) }

    var makeRestaurantCatalogue: (ObjectGraph) -> any RestaurantsInterface.RestaurantCatalogue = { graph in NetworkRestaurantCatalogue(networking: graph.networking) }
    var restaurantCatalogue: any RestaurantsInterface.RestaurantCatalogue { makeRestaurantCatalogue(self) }

    var makeRouter: (ObjectGraph) -> any RouterServiceInterface.Router = { graph in NavigationRouter(handlers: graph.routeHandlers, presenter: graph.screenPresenter) }
    private(set) lazy var router: any RouterServiceInterface.Router = makeRouter(self)

    var makeScreenPresenter: (ObjectGraph) -> any InterfaceKitInterface.ScreenPresenter = { graph in TerminalPresenter(terminal: graph.terminal, behaviours: graph.everyScreenBehaviours) }
    private(set) lazy var screenPresenter: any InterfaceKitInterface.ScreenPresenter = makeScreenPresenter(self)

    var makeTerminal: (ObjectGraph) -> any InterfaceKitInterface.Terminal = { _ in StandardTerminal() }
    private(set) lazy var terminal: any InterfaceKitInterface.Terminal = makeTerminal(self)

    var makeEveryScreenBehaviours: (ObjectGraph) -> [any InterfaceKitInterface.EveryScreenBehaviour] = { graph in
        [
            ScreenVisits(analytics: graph.analytics),
            BasketBadge(basket: graph.basket),
            NavigationBar(),
        ]
    }
    var everyScreenBehaviours: [any InterfaceKitInterface.EveryScreenBehaviour] { makeEveryScreenBehaviours(self) }

    var makeOrderObservers: (ObjectGraph) -> [any OrderTrackingInterface.OrderObserver] = { graph in [EmptiesBasket(basket: graph.basket)] }
    var orderObservers: [any OrderTrackingInterface.OrderObserver] { makeOrderObservers(self) }

    var makeRouteHandlers: (ObjectGraph) -> [any RouterServiceInterface.RouteHandler] = { graph in
        [
            AccountRouteHandler(account: graph.account),
            BasketRouteHandler(basket: graph.basket),
            MenuRouteHandler(catalogue: graph.menuCatalogue, basket: graph.basket),
            OrderTrackingRouteHandler(orders: graph.orderBook),
            PaymentRouteHandler(payment: graph.payment, orders: graph.orderBook, account: graph.account),
            RestaurantsRouteHandler(catalogue: graph.restaurantCatalogue),
        ]
    }
    var routeHandlers: [any RouterServiceInterface.RouteHandler] { makeRouteHandlers(self) }
}
