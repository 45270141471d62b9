import MenuInterface

// The real menu with a basket from `BasketTesting`; another restaurant's with its identifier as an argument.
let restaurant = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "bella"
ObjectGraph().router.run(from: MenuRoute.dishes(restaurant: restaurant, name: "Menu of \(restaurant)"))
