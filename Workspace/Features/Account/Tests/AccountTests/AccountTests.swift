import Account
import AccountInterface
import AccountTesting
import RouterServiceTesting
import Testing

@Test func `what is typed is the new address`() throws {
    let account = AccountMock()
    let screen = AccountRouteHandler(account: account).screen(for: .overview, router: RouterMock())
    #expect(try screen.content().lines.first == "Test Person, 2 Test Street")
    try screen.content().entry?("3 New Road")
    #expect(account.address == "3 New Road")
    #expect(try screen.content().lines.first == "Test Person, 3 New Road")
}

@Test func `guests can move`() {
    let guest = GuestAccount()
    guest.move(to: "3 New Road")
    #expect(guest.address == "3 New Road")
}
