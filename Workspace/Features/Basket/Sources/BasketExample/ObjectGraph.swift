import AnalyticsInterface
import AnalyticsTesting
import Basket
import BasketInterface
import InterfaceKit
import InterfaceKitInterface
import OrderTrackingInterface
import OrderTrackingTesting
import PaymentInterface
import PaymentTesting
import RouterService
import RouterServiceInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeAnalytics: (ObjectGraph) -> any AnalyticsInterface.Analytics = { _ in AnalyticsMock() }
    private(set) lazy var analytics: any AnalyticsInterface.Analytics = makeAnalytics(self)

    var makeBasket: (ObjectGraph) -> any BasketInterface.Basket = { graph in BasketStore(analytics: graph.analytics) }
    private(set) lazy var basket: any BasketInterface.Basket = makeBasket(self)

    var makeOrderBook: (ObjectGraph) -> any OrderTrackingInterface.OrderBook = { _ in OrderBookMock() }
    private(set) lazy var orderBook: any OrderTrackingInterface.OrderBook = makeOrderBook(self)

    var makePayment: (ObjectGraph) -> any PaymentInterface.Payment = { _ in PaymentMock() }
    var payment: any PaymentInterface.Payment { makePayment(self) }

    var makeRouter: (ObjectGraph) -> any RouterServiceInterface.Router = { graph in NavigationRouter(handlers: graph.routeHandlers, presenter: graph.screenPresenter) }
    private(set) lazy var router: any RouterServiceInterface.Router = makeRouter(self)

    var makeScreenPresenter: (ObjectGraph) -> any InterfaceKitInterface.ScreenPresenter = { graph in TerminalPresenter(terminal: graph.terminal, behaviours: graph.everyScreenBehaviours) }
    private(set) lazy var screenPresenter: any InterfaceKitInterface.ScreenPresenter = makeScreenPresenter(self)

    var makeTerminal: (ObjectGraph) -> any InterfaceKitInterface.Terminal = { _ in StandardTerminal() }
    private(set) lazy var terminal: any InterfaceKitInterface.Terminal = makeTerminal(self)

    var makeEveryScreenBehaviours: (ObjectGraph) -> [any InterfaceKitInterface.EveryScreenBehaviour] = { graph in [BasketBadge(basket: graph.basket), NavigationBar()] }
    var everyScreenBehaviours: [any InterfaceKitInterface.EveryScreenBehaviour] { makeEveryScreenBehaviours(self) }

    var makeRouteHandlers: (ObjectGraph) -> [any RouterServiceInterface.RouteHandler] = { graph in
        [
            BasketRouteHandler(basket: graph.basket),
            OrderTrackingRouteHandlerMock(),
            PaymentRouteHandlerMock(),
        ]
    }
    var routeHandlers: [any RouterServiceInterface.RouteHandler] { makeRouteHandlers(self) }
}
