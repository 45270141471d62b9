import BasketInterface
import BasketTesting
import InterfaceKit
import InterfaceKitInterface
import Menu
import MenuInterface
import Networking
import NetworkingInterface
import RouterService
import RouterServiceInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeBasket: (ObjectGraph) -> any BasketInterface.Basket = { _ in BasketMock() }
    private(set) lazy var basket: any BasketInterface.Basket = makeBasket(self)

    var makeMenuCatalogue: (ObjectGraph) -> any MenuInterface.MenuCatalogue = { graph in NetworkMenuCatalogue(networking: graph.networking) }
    var menuCatalogue: any MenuInterface.MenuCatalogue { makeMenuCatalogue(self) }

    var makeNetworking: (ObjectGraph) -> any NetworkingInterface.Networking = { _ in InProcessServer() }
    private(set) lazy var networking: any NetworkingInterface.Networking = makeNetworking(self)

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
            BasketRouteHandlerMock(),
            MenuRouteHandler(catalogue: graph.menuCatalogue, basket: graph.basket),
        ]
    }
    var routeHandlers: [any RouterServiceInterface.RouteHandler] { makeRouteHandlers(self) }
}
