import AnalyticsInterface
import RestaurantsInterface
import RouterServiceInterface

/// `food-ordering` takes orders until somebody quits, or a script ends; with `--analytics` it then tells what was seen.
@main
struct FoodOrderingApp {
    static func main() {
        let graph = ObjectGraph()
        graph.router.run(from: RestaurantsRoute.list)
        if CommandLine.arguments.contains("--analytics") {
            for event in graph.analytics.events { print(event.name, event.detail) }
        }
    }
}
