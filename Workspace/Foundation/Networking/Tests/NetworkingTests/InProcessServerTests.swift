import Networking
import NetworkingInterface
import NetworkingTesting
import Testing

@Test func `every restaurant has a menu with prices`() throws {
    let server = InProcessServer()
    for restaurant in try server.get("restaurants") {
        let menu = try server.get("restaurants/\(restaurant.text("id"))/menu")
        #expect(!menu.isEmpty)
        for dish in menu { #expect(try dish.number("cents") > 0) }
    }
}

@Test func `an order moves on each time somebody looks`() throws {
    let server = InProcessServer()
    #expect(throws: NetworkingError.notFound("orders/1001")) { try server.get("orders/1001") }
    #expect(try server.post([:], to: "orders") == ["number": "1001"])
    let stages = try (1...5).map { _ in try server.get("orders/1001").first?.text("stage") }
    #expect(stages == ["received", "cooking", "on its way", "delivered", "delivered"])
}

@Test func `some cards are refused`() throws {
    let server = InProcessServer()
    #expect(try server.post(["card": "4242", "cents": "850"], to: "payments") == ["receipt": "R-850"])
    #expect(throws: NetworkingError.refused(reason: "the bank says no to this card")) {
        try server.post(["card": "1230000", "cents": "850"], to: "payments")
    }
    #expect(throws: NetworkingError.malformed(field: "cents")) { try server.post(["card": "4242"], to: "payments") }
}

@Test func `a mock answers what it was told to`() throws {
    let mock = NetworkingMock(["dishes": [["name": "soup"]]])
    #expect(try mock.get("dishes") == [["name": "soup"]])
    #expect(throws: NetworkingError.notFound("drinks")) { try mock.get("drinks") }
}
