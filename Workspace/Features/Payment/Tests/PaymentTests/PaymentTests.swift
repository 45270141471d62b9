import AccountTesting
import InterfaceKitInterface
import Money
import NetworkingInterface
import NetworkingTesting
import OrderTrackingInterface
import OrderTrackingTesting
import Payment
import PaymentInterface
import PaymentTesting
import RouterServiceTesting
import Testing

private let amount = Money(cents: 900)

@Test func `the server is told card and amount`() throws {
    let networking = NetworkingMock(["payments": [["receipt": "R1"]]])
    #expect(try CardPayment(networking: networking).charge(amount, to: "4242") == "R1")
    #expect(networking.posted == [["card": "4242", "cents": "900"]])
}

@Test func `what is no card never reaches the server`() {
    #expect(throws: PaymentError.notACard("42x2")) { try CardPayment(networking: NetworkingMock()).charge(amount, to: "42x2") }
}

@Test func `what is paid becomes an order`() throws {
    let payment = PaymentMock(), orders = OrderBookMock(), router = RouterMock()
    try checkout(payment, orders, router).content().entry?("4242")
    #expect(payment.charged == [amount])
    #expect(orders.orders.map(\.items) == [["2 x Soup"]])
    #expect(router.stepsHome == 1)
    #expect(router.opened == [OrderTrackingRoute.order(1)] as [AnyHashable])
}

@Test func `what is not paid is not ordered`() throws {
    let orders = OrderBookMock(), router = RouterMock()
    let screen = checkout(PaymentMock(failing: .declined(reason: "no")), orders, router)
    try screen.content().entry?("4242")
    #expect(try screen.content().lines.contains(StyledLine("Not paid: no.", style: .warning)))
    #expect(orders.orders.isEmpty && router.opened.isEmpty)
}

private func checkout(_ payment: PaymentMock, _ orders: OrderBookMock, _ router: RouterMock) -> any Screen {
    PaymentRouteHandler(payment: payment, orders: orders, account: AccountMock())
        .screen(for: .checkout(items: ["2 x Soup"], total: amount), router: router)
}
