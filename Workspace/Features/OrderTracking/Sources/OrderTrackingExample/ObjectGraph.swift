import InterfaceKit
import InterfaceKitInterface
import Networking
import NetworkingInterface
import OrderTracking
import OrderTrackingInterface
import RouterService
import RouterServiceInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeNetworking: (ObjectGraph) -> any NetworkingInterface.Networking = { _ in InProcessServer() }
    private(set) lazy var networking: any NetworkingInterface.Networking = makeNetworking(self)

    var makeOrderBook: (ObjectGraph) -> any OrderTrackingInterface.OrderBook = { graph in NetworkOrderBook(networking: graph.networking, observers: graph.orderObservers) }
    private(set) lazy var orderBook: any OrderTrackingInterface.OrderBook = makeOrderBook(self)

    var makeRouter: (ObjectGraph) -> any RouterServiceInterface.Router = { graph in NavigationRouter(handlers: graph.routeHandlers, presenter: graph.screenPresenter) }
    private(set) lazy var router: any RouterServiceInterface.Router = makeRouter(self)

    var makeScreenPresenter: (ObjectGraph) -> any InterfaceKitInterface.ScreenPresenter = { graph in TerminalPresenter(terminal: graph.terminal, behaviours: graph.everyScreenBehaviours) }
    private(set) lazy var screenPresenter: any InterfaceKitInterface.ScreenPresenter = makeScreenPresenter(self)

    var makeTerminal: (ObjectGraph) -> any InterfaceKitInterface.Terminal = { _ in StandardTerminal() }
    private(set) lazy var terminal: any InterfaceKitInterface.Terminal = makeTerminal(self)

    var makeEveryScreenBehaviours: (ObjectGraph) -> [any InterfaceKitInterface.EveryScreenBehaviour] = { _ in [NavigationBar()] }
    var everyScreenBehaviours: [any InterfaceKitInterface.EveryScreenBehaviour] { makeEveryScreenBehaviours(self) }

    var makeOrderObservers: (ObjectGraph) -> [any OrderTrackingInterface.OrderObserver] = { _ in [] }
    var orderObservers: [any OrderTrackingInterface.OrderObserver] { makeOrderObservers(self) }

    var makeRouteHandlers: (ObjectGraph) -> [any RouterServiceInterface.RouteHandler] = { graph in [OrderTrackingRouteHandler(orders: graph.orderBook)] }
    var routeHandlers: [any RouterServiceInterface.RouteHandler] { makeRouteHandlers(self) }
}
