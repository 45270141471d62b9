import AccountInterface
import AccountTesting
import InterfaceKit
import InterfaceKitInterface
import Networking
import NetworkingInterface
import OrderTrackingInterface
import OrderTrackingTesting
import Payment
import PaymentInterface
import RouterService
import RouterServiceInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeAccount: (ObjectGraph) -> any AccountInterface.Account = { _ in AccountMock() }
    private(set) lazy var account: any AccountInterface.Account = makeAccount(self)

    var makeNetworking: (ObjectGraph) -> any NetworkingInterface.Networking = { _ in InProcessServer() }
    private(set) lazy var networking: any NetworkingInterface.Networking = makeNetworking(self)

    var makeOrderBook: (ObjectGraph) -> any OrderTrackingInterface.OrderBook = { _ in OrderBookMock() }
    private(set) lazy var orderBook: any OrderTrackingInterface.OrderBook = makeOrderBook(self)

    var makePayment: (ObjectGraph) -> any PaymentInterface.Payment = { graph in CardPayment(networking: graph.networking) }
    var payment: any PaymentInterface.Payment { makePayment(self) }

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
            OrderTrackingRouteHandlerMock(),
            PaymentRouteHandler(payment: graph.payment, orders: graph.orderBook, account: graph.account),
        ]
    }
    var routeHandlers: [any RouterServiceInterface.RouteHandler] { makeRouteHandlers(self) }
}
