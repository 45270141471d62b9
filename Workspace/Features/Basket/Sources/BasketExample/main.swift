import BasketInterface
import BasketTesting

// A basket with something in it: three soups and a cake.
let graph = ObjectGraph()
for item in BasketItem.samples + [BasketItem.samples[0], BasketItem.samples[0]] { graph.basket.add(item) }
graph.router.run(from: BasketRoute.contents)
