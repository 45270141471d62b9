/// The five targets of a new feature in a workspace with a router: a route, its handler and a screen, as code that
/// builds, passes its tests and runs.
public struct RouterFeatureTemplate: Sendable {
    public let name: String
    /// The name by which manifests know the router's package: that of its folder.
    public let package: String
    /// The package's folder, relative to that of the feature's package.
    public let folder: String

    /// `name` must be a type's name in Swift (`FeatureTemplate.isValid`). The router must be one that
    /// `RouterWorkspaceTemplate` writes.
    public init(name: String, package: String, folder: String) {
        (self.name, self.package, self.folder) = (name, package, folder)
    }

    /// Paths in the package's folder, with what is to be in each file; sorted.
    public var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest),
            ("Sources/\(name)/InMemory\(name).swift", inMemory),
            ("Sources/\(name)/\(name)Feature.swift", feature),
            ("Sources/\(name)/\(name)RouteHandler.swift", RouterFeatureTemplate.handler(name)),
            ("Sources/\(name)Example/main.swift", example),
            ("Sources/\(name)Interface/\(name)Route.swift", RouterFeatureTemplate.route(name, members: "")),
            ("Sources/\(name)Interface/\(name)Service.swift", service),
            ("Sources/\(name)Testing/\(name)Mock.swift", mock),
            ("Tests/\(name)Tests/\(name)ScreenTests.swift", tests),
        ]
    }

    static func route(_ name: String, members: String) -> String {
        """
        import RouterServiceInterface

        /// Leads to \(name).
        public struct \(name)Route: Route {
            public static let identifier = "\(name.lowercased())"
        \(members.isEmpty ? "\n    public init() {}" : members)
        }

        """
    }

    static func handler(_ name: String) -> String {
        """
        import \(name)Interface
        import RouterServiceInterface

        public struct \(name)RouteHandler: RouteHandler {
            public var routes: [any Route.Type] { [\(name)Route.self] }

            public init() {}

            public func destination(forRoute route: any Route) -> any Feature.Type { \(name)Feature.self }
        }

        """
    }

    private var manifest: String {
        let router = ".product(name: \"RouterServiceInterface\", package: \"\(package)\")"
        let service =
            package == "RouterService"
            ? "\"RouterService\"" : ".product(name: \"RouterService\", package: \"\(package)\")"
        return """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "\(name)",
                products: [
                    .library(name: "\(name)", targets: ["\(name)"]),
                    .library(name: "\(name)Interface", targets: ["\(name)Interface"]),
                    .library(name: "\(name)Testing", targets: ["\(name)Testing"]),
                    .executable(name: "\(name)Example", targets: ["\(name)Example"]),
                ],
                dependencies: [.package(path: "\(folder)")],
                targets: [
                    // What other features see: routes, protocols and models, and no other feature's code.
                    .target(name: "\(name)Interface", dependencies: [\(router)]),
                    // What it does. Only apps depend on it.
                    .target(name: "\(name)", dependencies: ["\(name)Interface", \(router)]),
                    // Mocks and data, for tests and examples of this feature and of others.
                    .target(name: "\(name)Testing", dependencies: ["\(name)Interface"]),
                    .testTarget(name: "\(name)Tests", dependencies: ["\(name)", "\(name)Testing"]),
                    // A small program to try it alone.
                    .executableTarget(
                        name: "\(name)Example", dependencies: ["\(name)", "\(name)Interface", \(service)]),
                ]
            )

            """
    }

    private var service: String {
        """
        /// What others can do with \(name). A program has one implementation of it, which mono finds.
        public protocol \(name)Service {
            func entries() -> [String]
        }

        """
    }

    private var inMemory: String {
        """
        import \(name)Interface

        public final class InMemory\(name): \(name)Service {
            public init() {}

            public func entries() -> [String] { ["first", "second"] }
        }

        """
    }

    private var feature: String {
        """
        import \(name)Interface
        import RouterServiceInterface

        enum \(name)Feature: Feature {
            /// Each one is `any P`: mono finds the type that implements P.
            struct Dependencies {
                let service: any \(name)Service
            }

            static var dependenciesInitializer: AnyDependenciesInitializer<Dependencies> { .init(Dependencies.init) }

            static func build(dependencies: Dependencies, fromRoute route: (any Route)?) -> any Screen {
                \(name)Screen(service: dependencies.service)
            }
        }

        struct \(name)Screen: Screen {
            let service: any \(name)Service
            var title: String { "\(name)" }
            var lines: [String] { service.entries() }
        }

        """
    }

    private var mock: String {
        """
        import \(name)Interface

        public struct \(name)Mock: \(name)Service {
            private let answer: [String]

            public init(_ answer: [String] = ["sample"]) { self.answer = answer }

            public func entries() -> [String] { answer }
        }

        """
    }

    private var tests: String {
        """
        import \(name)Testing
        import Testing

        @testable import \(name)

        @Suite struct \(name)ScreenTests {
            @Test func showsEachEntry() {
                #expect(\(name)Screen(service: \(name)Mock(["a", "b"])).lines == ["a", "b"])
            }
        }

        """
    }

    private var example: String {
        """
        import \(name)Interface
        import RouterService

        let router = RouterService { screen in
            print("── \\(screen.title)")
            for line in screen.lines { print(line) }
        }
        router.registerRoutes()
        try router.navigate(toRoute: \(name)Route())

        """
    }
}
