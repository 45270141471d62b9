import BasketInterface
import InterfaceKitTesting
import MenuInterface
import NetworkingInterface
import NetworkingTesting
import Restaurants
import RestaurantsInterface
import RestaurantsTesting
import RouterServiceTesting
import Testing

@Test func `the list shows who cooks, and leads to menus`() throws {
    let router = RouterMock()
    let screen = RestaurantsRouteHandler(catalogue: RestaurantCatalogueMock()).screen(for: .list, router: router)
    let content = try screen.content()
    #expect(content.offers == ["Sample Inn Local, 10 min", "Test Grill Smoky, 40 min", "basket", "orders", "account"])
    #expect(content.choose("Test Grill") && content.choose("basket"))
    #expect(router.opened == [MenuRoute.dishes(restaurant: "grill", name: "Test Grill"), BasketRoute.contents] as [AnyHashable])
}

@Test func `restaurants come from the server`() throws {
    let networking = NetworkingMock(["restaurants": [["id": "a", "name": "A", "cuisine": "B", "minutes": "5"]]])
    #expect(try NetworkRestaurantCatalogue(networking: networking).restaurants() == [Restaurant(id: "a", name: "A", cuisine: "B", minutes: 5)])
    networking.answers = ["restaurants": [["id": "a"]]]
    #expect(throws: NetworkingError.malformed(field: "name")) { try NetworkRestaurantCatalogue(networking: networking).restaurants() }
}
