import AnalyticsInterface
import AnalyticsTesting
import Basket
import BasketInterface
import BasketTesting
import InterfaceKitTesting
import Money
import OrderTrackingInterface
import PaymentInterface
import RouterServiceTesting
import Testing

private let soup = BasketItem.samples[0], cake = BasketItem.samples[1]

@Test func `items add up, and keep their order`() {
    let analytics = AnalyticsMock()
    let basket = BasketStore(analytics: analytics)
    for item in [soup, cake, soup] { basket.add(item) }
    #expect(basket.lines == [BasketLine(item: soup, count: 2), BasketLine(item: cake, count: 1)])
    #expect(basket.count == 3)
    #expect(basket.total == Money(cents: 1225))
    #expect(analytics.events.map(\.detail) == ["Soup", "Cake", "Soup"])
}

@Test func `items are taken out one by one`() {
    let basket = BasketStore(analytics: AnalyticsMock())
    for item in [soup, cake, soup] { basket.add(item) }
    basket.remove(soup)
    #expect(basket.count == 2)
    basket.remove(soup)
    basket.remove(soup)
    #expect(basket.lines.map(\.item) == [cake])
}

@Test func `an order empties the basket`() {
    let basket = BasketMock([BasketLine(item: soup, count: 2)])
    EmptiesBasket(basket: basket).placed(Order(number: 1, items: [], total: Money(cents: 900), address: ""))
    #expect(basket.lines.isEmpty)
}

@Test func `the screen leads to the checkout`() throws {
    let router = RouterMock()
    let screen = BasketRouteHandler(basket: BasketMock([BasketLine(item: soup, count: 2)])).screen(for: .contents, router: router)
    #expect(try screen.content().offers == ["2 x Soup €9.00", "pay €9.00"])
    #expect(try screen.content().choose("pay €9.00"))
    #expect(router.opened == [PaymentRoute.checkout(items: ["2 x Soup"], total: Money(cents: 900))] as [AnyHashable])
    #expect(try screen.content().choose("2 x Soup"))
    #expect(try screen.content().choices.isEmpty)
}

@Test func `the badge is there while something is in the basket`() {
    let terminal = ScriptedTerminal(), basket = BasketMock()
    let screen = BasketRouteHandler(basket: basket).screen(for: .contents, router: RouterMock())
    BasketBadge(basket: basket).didDraw(screen, on: terminal)
    basket.add(cake)
    BasketBadge(basket: basket).didDraw(screen, on: terminal)
    #expect(terminal.written == ["in the basket: 1, €3.25"])
}
