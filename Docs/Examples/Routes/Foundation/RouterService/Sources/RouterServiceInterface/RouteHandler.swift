/// Knows which feature a route leads to.
public protocol RouteHandler {
    /// The types of the routes that it handles. mono reads this list: write it as `[MenuRoute.self, DishRoute.self]`.
    var routes: [any Route.Type] { get }

    func destination(forRoute route: any Route) -> any Feature.Type
}
