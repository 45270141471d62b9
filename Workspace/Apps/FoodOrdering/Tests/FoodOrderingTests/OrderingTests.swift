import InterfaceKitTesting
import PaymentInterface
import PaymentTesting
import RestaurantsInterface
import Testing

@testable import FoodOrdering

/// What the whole app says to somebody who types these lines; `change` may put mocks in place of what is real.
private func conversation(_ lines: String..., change: (ObjectGraph) -> Void = { _ in }) -> [String] {
    let terminal = ScriptedTerminal(typing: lines)
    let graph = ObjectGraph()
    graph.makeTerminal = { _ in terminal }
    change(graph)
    graph.router.run(from: RestaurantsRoute.list)
    return terminal.written
}

@Test func `from a restaurant to the door`() {
    let written = conversation("1", "1", "margherita", "3", "b", "p", "4242", "l", "l", "l", "0", "o", "q")
    #expect(written.contains("in the basket: 3, €22.20"))
    #expect(written.contains("2 x Margherita, 1 x Tiramisu: €22.20"))
    let stages = written.filter { ["received", "cooking", "on its way", "delivered"].contains($0) }
    #expect(stages == ["received", "cooking", "on its way", "delivered"])
    #expect(written.contains("  1. Order 1001  €22.20"))
    #expect(!written.drop { $0 != "received" }.contains { $0.hasPrefix("in the basket") })
}

@Test func `a declined card keeps the basket`() {
    let written = conversation("2", "1", "b", "p", "990000", "0", "q")
    #expect(written.contains("Not paid: the bank says no to this card."))
    #expect(written.last { $0.hasPrefix("in the basket") } == "in the basket: 1, €6.40")
}

@Test func `tests put mocks in place of what is real`() {
    let written = conversation("1", "1", "b", "p", "4242", "q") { graph in
        graph.makePayment = { _ in PaymentMock(failing: .declined(reason: "a test says so")) }
    }
    #expect(written.contains("Not paid: a test says so."))
}

@Test func `every screen is seen`() {
    let graph = ObjectGraph()
    graph.makeTerminal = { _ in ScriptedTerminal(typing: ["a", "0", "o", "0", "b", "q"]) }
    graph.router.run(from: RestaurantsRoute.list)
    let screens = graph.analytics.events.filter { $0.name == "screen" }.map(\.detail)
    #expect(screens == ["Restaurants", "Account", "Restaurants", "Your orders", "Restaurants", "Basket"])
}
