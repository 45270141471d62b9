import BasketInterface
import BasketTesting
import InterfaceKitTesting
import Menu
import MenuInterface
import MenuTesting
import Money
import NetworkingTesting
import RouterServiceTesting
import Testing

private let route = MenuRoute.dishes(restaurant: "inn", name: "Sample Inn")

@Test func `what is chosen goes into the basket`() throws {
    let basket = BasketMock(), router = RouterMock()
    let screen = MenuRouteHandler(catalogue: MenuCatalogueMock(), basket: basket).screen(for: route, router: router)
    #expect(screen.title == "Sample Inn")
    #expect(try screen.content().offers == ["Soup €4.50", "Cake €3.25", "basket"])
    #expect(try screen.content().choose("Cake"))
    #expect(basket.lines == [BasketLine(item: BasketItem(name: "Cake", price: Money(cents: 325)), count: 1)])
    #expect(try screen.content().lines.map(\.text) == ["Cake is in your basket"])
    #expect(try screen.content().choose("basket"))
    #expect(router.opened == [BasketRoute.contents] as [AnyHashable])
}

@Test func `dishes come from the server`() throws {
    let networking = NetworkingMock(["restaurants/inn/menu": [["id": "soup", "name": "Soup", "cents": "450"]]])
    #expect(try NetworkMenuCatalogue(networking: networking).dishes(of: "inn") == [Dish.samples[0]])
}
