import HTTPClientInterface
import ProfileInterface
import RouterServiceInterface

enum ProfileFeature: Feature {
    struct Dependencies {
        let client: any HTTPClientProtocol
    }

    static var dependenciesInitializer: AnyDependenciesInitializer<Dependencies> { .init(Dependencies.init) }

    static func build(dependencies: Dependencies, fromRoute route: (any Route)?) -> any Screen {
        ProfileScreen(client: dependencies.client, name: (route as? ProfileRoute)?.name ?? "you")
    }
}

struct ProfileScreen: Screen {
    let client: any HTTPClientProtocol
    let name: String
    var title: String { "Profile" }
    var lines: [String] { ["\(name): \(client.get("/profiles/\(name)"))"] }
}
