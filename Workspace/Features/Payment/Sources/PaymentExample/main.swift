import Money
import PaymentInterface
import PaymentTesting

// With `decline` as an argument, no card is good enough.
let graph = ObjectGraph()
if CommandLine.arguments.contains("decline") {
    graph.makePayment = { _ in PaymentMock(failing: .declined(reason: "this is an example")) }
}
graph.router.run(from: PaymentRoute.checkout(items: ["2 x Soup"], total: Money(cents: 900)))
