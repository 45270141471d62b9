import RestaurantsInterface
import RestaurantsTesting

// With `mock` as an argument: two restaurants that need no server.
let graph = ObjectGraph()
if CommandLine.arguments.contains("mock") { graph.makeRestaurantCatalogue = { _ in RestaurantCatalogueMock() } }
graph.router.run(from: RestaurantsRoute.list)
