import AccountInterface
import InterfaceKitInterface

/// Name and address; what is typed is the new address.
final class AccountScreen: Screen {
    let title = "Account"
    private let account: any Account

    init(account: any Account) { self.account = account }

    func content() -> ScreenContent {
        ScreenContent(["\(account.name), \(account.address)", StyledLine("Moved? Type the new address.", style: .faint)], entry: account.move)
    }
}
