import AccountInterface
import InterfaceKit
import InterfaceKitInterface
import RouterServiceInterface

/// Stands in for the feature's screens where it is not linked.
public struct AccountRouteHandlerMock: RouteHandler {
    public typealias Subject = AccountRoute

    public init() {}

    public func screen(for route: AccountRoute, router: any Router) -> any Screen { PlaceholderScreen(title: "Account") }
}
