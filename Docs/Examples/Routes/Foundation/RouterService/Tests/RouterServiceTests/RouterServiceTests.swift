import Foundation
import RouterService
import RouterServiceInterface
import Testing

@Suite struct RouterServiceTests {
    @Test func textsAndURLsAreRoutes() throws {
        let router = RouterService { _ in }
        router.register(routeHandler: DoorHandler())
        #expect(try router.route(fromString: #"door|{"number": 7}"#) as? DoorRoute == DoorRoute(number: 7))
        let url = try #require(URL(string: "app://door?number=7&isOpen=true&colour=red"))
        #expect(try router.route(fromURL: url) as? DoorRoute == DoorRoute(number: 7, isOpen: true, colour: .red))
        #expect(throws: RouterError.unknownRoute("window")) { try router.route(fromString: "window") }
        let broken = try #require(URL(string: "app://door?number=seven"))
        #expect(throws: DecodingError.self) { try router.route(fromURL: broken) }
    }

    @Test func dependenciesComeByTheirTypes() throws {
        var titles: [String] = []
        let router = RouterService { titles.append($0.title) }
        router.register(routeHandler: DoorHandler())
        #expect(throws: RouterError.self) { try router.navigate(toRoute: DoorRoute(number: 1)) }
        router.register(dependencyFactory: { "door" }, forType: String.self)
        try router.navigate(toRoute: DoorRoute(number: 1))
        #expect(titles == ["door"])
    }
}

private struct DoorRoute: Route, Equatable {
    enum Colour: String, Codable { case red, blue }
    static let identifier = "door"
    var number: Int
    var isOpen: Bool?
    var colour: Colour?
}

private struct DoorHandler: RouteHandler {
    var routes: [any Route.Type] { [DoorRoute.self] }
    func destination(forRoute route: any Route) -> any Feature.Type { DoorFeature.self }
}

private enum DoorFeature: Feature {
    struct Dependencies { let title: String }
    struct Door: Screen {
        let title: String
        let lines: [String] = []
    }
    static var dependenciesInitializer: AnyDependenciesInitializer<Dependencies> { .init(Dependencies.init) }
    static func build(dependencies: Dependencies, fromRoute route: (any Route)?) -> any Screen {
        Door(title: dependencies.title)
    }
}
