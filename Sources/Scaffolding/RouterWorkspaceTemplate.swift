/// A new workspace in the shape of interface modules: two features that lead to each other's screens by routes, a tool
/// behind an interface, and an app that registers what mono finds.
public struct RouterWorkspaceTemplate: Sendable {
    public let app: String

    /// `app` must be a type's name in Swift (`FeatureTemplate.isValid`), and none of the template's own.
    public init(app: String) { self.app = app }

    /// The modules that every workspace of this shape has.
    public static let modules: Set<String> = [
        "Home", "HomeInterface", "Profile", "ProfileInterface", "HTTPClient", "HTTPClientInterface", "RouterService",
        "RouterServiceInterface",
    ]

    /// Paths in the workspace's folder, with what is to be in each file; sorted.
    public var files: [(path: String, text: String)] {
        let router = RouterServiceTemplate().files.map { ("Foundation/RouterService/\($0.path)", $0.text) }
        return
            (router + home + profile + client + [
                (".gitignore", ".build/\n.mono/\n"), ("mono.json", configuration),
                ("Apps/\(app)/Package.swift", manifest),
                ("Apps/\(app)/Sources/\(app)/main.swift", main),
            ]).sorted { $0.0 < $1.0 }
    }

    private var configuration: String {
        """
        {
            // Every folder that one of these patterns names and that holds a Package.swift belongs to the workspace.
            "packages": ["Foundation/*", "Features/*", "Apps/*"],
            "wiring": {
                // Programs that depend on RouterService get 'registerRoutes()': mono finds handlers, routes and
                // dependencies of what they are linked with, and ends the build if one is missing.
                "router": {
                    "route": "RouterServiceInterface.Route",
                    "handler": "RouterServiceInterface.RouteHandler",
                    "feature": "RouterServiceInterface.Feature",
                    "service": "RouterService.RouterService",
                },
            },
            "architecture": {
                // Tools that every feature may use, and what people see; 'mono check' holds them apart.
                "layers": {
                    "foundation": ["Foundation/*"],
                    "product": ["Features/*"],
                },
                // Features lead to each other by routes.
                "off": ["feature-cycle"],
                // "enforce": true stops builds that break a rule; 'mono check' reports it in any case.
            },
        }

        """
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "\(app)",
            dependencies: [
                .package(path: "../../Features/Home"),
                .package(path: "../../Features/Profile"),
                .package(path: "../../Foundation/HTTPClient"),
                .package(path: "../../Foundation/RouterService"),
            ],
            targets: [
                // The only target that depends on what features do, and not on their interfaces alone.
                .executableTarget(
                    name: "\(app)",
                    dependencies: [
                        "Home",
                        .product(name: "HomeInterface", package: "Home"),
                        "HTTPClient",
                        "Profile",
                        "RouterService",
                    ])
            ]
        )

        """
    }

    private var main: String {
        #"""
        import Foundation
        import HomeInterface
        import RouterService

        let router = RouterService { screen in
            print("── \(screen.title)")
            for line in screen.lines { print(line) }
        }
        // Written by mono: every handler that the app is linked with, and what their features depend on.
        router.registerRoutes()

        // Without arguments the first screen; else routes, as texts or URLs:
        // 'profile|{"name": "Ada"}', 'app://profile?name=Ada'.
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.isEmpty { try router.navigate(toRoute: HomeRoute()) }
        for text in arguments {
            if text.contains("://"), let url = URL(string: text) {
                try router.navigate(toRoute: router.route(fromURL: url))
            } else {
                try router.navigate(toRoute: router.route(fromString: text))
            }
        }

        """#
    }

    private func package(_ name: String, interfaceNeeds: [String], needs: [String], packages: [String]) -> String {
        func list(_ words: [String]) -> String { words.joined(separator: ", ") }
        let dependencies =
            packages.isEmpty
            ? "" : "\n    dependencies: [\(list(packages.map { ".package(path: \"\($0)\")" }))],"
        let interface =
            interfaceNeeds.isEmpty
            ? ".target(name: \"\(name)Interface\"),"
            : """
            .target(
                        name: "\(name)Interface",
                        dependencies: [\(list(interfaceNeeds))]),
            """
        return """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "\(name)",
                products: [
                    .library(name: "\(name)", targets: ["\(name)"]),
                    .library(name: "\(name)Interface", targets: ["\(name)Interface"]),
                ],\(dependencies)
                targets: [
                    // What others see: routes and protocols.
                    \(interface)
                    // What it does. Only apps depend on it.
                    .target(
                        name: "\(name)",
                        dependencies: [
                            \(needs.joined(separator: ",\n                "))\(needs.count > 1 ? "," : "")
                        ]),
                ]
            )

            """
    }

    private static func product(_ name: String, of package: String) -> String {
        ".product(name: \"\(name)\", package: \"\(package)\")"
    }

    private var home: [(String, String)] {
        let router = Self.product("RouterServiceInterface", of: "RouterService")
        return [
            (
                "Features/Home/Package.swift",
                package(
                    "Home", interfaceNeeds: [router],
                    needs: ["\"HomeInterface\"", Self.product("ProfileInterface", of: "Profile"), router],
                    packages: ["../../Foundation/RouterService", "../Profile"])
            ),
            ("Features/Home/Sources/HomeInterface/HomeRoute.swift", RouterFeatureTemplate.route("Home", members: "")),
            ("Features/Home/Sources/Home/HomeRouteHandler.swift", RouterFeatureTemplate.handler("Home")),
            (
                "Features/Home/Sources/Home/HomeFeature.swift",
                #"""
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

                """#
            ),
        ]
    }

    private var profile: [(String, String)] {
        let router = Self.product("RouterServiceInterface", of: "RouterService")
        let client = Self.product("HTTPClientInterface", of: "HTTPClient")
        return [
            (
                "Features/Profile/Package.swift",
                package(
                    "Profile", interfaceNeeds: [router], needs: ["\"ProfileInterface\"", client, router],
                    packages: ["../../Foundation/HTTPClient", "../../Foundation/RouterService"])
            ),
            (
                "Features/Profile/Sources/ProfileInterface/ProfileRoute.swift",
                RouterFeatureTemplate.route(
                    "Profile",
                    members: "\n    public let name: String\n\n    public init(name: String) { self.name = name }")
            ),
            ("Features/Profile/Sources/Profile/ProfileRouteHandler.swift", RouterFeatureTemplate.handler("Profile")),
            (
                "Features/Profile/Sources/Profile/ProfileFeature.swift",
                #"""
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

                """#
            ),
        ]
    }

    private var client: [(String, String)] {
        [
            (
                "Foundation/HTTPClient/Package.swift",
                package("HTTPClient", interfaceNeeds: [], needs: ["\"HTTPClientInterface\""], packages: [])
            ),
            (
                "Foundation/HTTPClient/Sources/HTTPClientInterface/HTTPClientProtocol.swift",
                """
                /// Asks a server.
                public protocol HTTPClientProtocol {
                    func get(_ path: String) -> String
                }

                """
            ),
            (
                "Foundation/HTTPClient/Sources/HTTPClient/HTTPClient.swift",
                #"""
                import HTTPClientInterface

                /// Stands in for a client that asks a real server.
                public final class HTTPClient: HTTPClientProtocol {
                    public init() {}

                    public func get(_ path: String) -> String { "200 \(path)" }
                }

                """#
            ),
        ]
    }
}
