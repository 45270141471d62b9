import AccountInterface
import InterfaceKitInterface
import RouterServiceInterface

public struct AccountRouteHandler: RouteHandler {
    public typealias Subject = AccountRoute

    private let account: any Account

    public init(account: any Account) { self.account = account }

    public func screen(for route: AccountRoute, router: any Router) -> any Screen {
        switch route {
        case .overview: AccountScreen(account: account)
        }
    }
}
