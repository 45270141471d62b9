import ProfileInterface
import RouterServiceInterface

enum HomeFeature: Feature {
    struct Dependencies {
        let router: any RouterServiceProtocol
    }

    static var dependenciesInitializer: AnyDependenciesInitializer<Dependencies> { .init(Dependencies.init) }

    static func build(dependencies: Dependencies, fromRoute route: (any Route)?) -> any Screen {
        HomeScreen(router: dependencies.router)
    }
}

struct HomeScreen: Screen {
    let router: any RouterServiceProtocol
    let title = "Home"
    let lines = ["welcome", "next: profile|{\"name\": \"Ada\"}"]

    /// One feature leads to another by its route, and is not compiled again when that changes.
    func openProfile(of name: String) throws { try router.navigate(toRoute: ProfileRoute(name: name)) }
}
