import InterfaceKit
import InterfaceKitInterface
import MenuInterface
import RouterServiceInterface

/// Stands in for the feature's screens where it is not linked.
public struct MenuRouteHandlerMock: RouteHandler {
    public typealias Subject = MenuRoute

    public init() {}

    public func screen(for route: MenuRoute, router: any Router) -> any Screen { PlaceholderScreen(title: "Menu") }
}
