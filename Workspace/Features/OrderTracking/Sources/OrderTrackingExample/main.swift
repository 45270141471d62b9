import OrderTrackingInterface
import OrderTrackingTesting

// An order that is on its way through the real order book and the server.
let graph = ObjectGraph()
let order = try graph.orderBook.place(items: Order.sample.items, total: Order.sample.total, address: Order.sample.address)
graph.router.run(from: OrderTrackingRoute.order(order.number))
