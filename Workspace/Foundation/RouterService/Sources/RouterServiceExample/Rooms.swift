import InterfaceKitInterface
import RouterServiceInterface

/// A house to walk about in: two types of route, each with its handler.
enum RoomRoute: Route {
    case hall, kitchen
}

struct StairsRoute: Route {
    var floor: Int
}

struct RoomHandler: RouteHandler {
    typealias Subject = RoomRoute

    func screen(for route: RoomRoute, router: any Router) -> any Screen {
        switch route {
        case .hall:
            Room("Hall", doors: [Choice("Kitchen") { router.open(RoomRoute.kitchen) }, Choice("Stairs") { router.open(StairsRoute(floor: 1)) }])
        case .kitchen: Room("Kitchen", doors: [])
        }
    }
}

struct StairsHandler: RouteHandler {
    typealias Subject = StairsRoute

    func screen(for route: StairsRoute, router: any Router) -> any Screen {
        Room(
            "Floor \(route.floor)",
            doors: [Choice("Up") { router.open(StairsRoute(floor: route.floor + 1)) }, Choice("Down to the hall", action: router.home)])
    }
}

private final class Room: Screen {
    let title: String
    private let doors: [Choice]

    init(_ title: String, doors: [Choice]) { (self.title, self.doors) = (title, doors) }

    func content() -> ScreenContent { ScreenContent(choices: doors) }
}
