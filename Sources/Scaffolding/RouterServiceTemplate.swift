/// A router in the shape of RouterService, as a package that belongs to the workspace from then on.
struct RouterServiceTemplate {
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest),
            ("Sources/RouterService/QueryDecoder.swift", queryDecoder),
            ("Sources/RouterService/RouterService.swift", service),
            ("Sources/RouterServiceInterface/Feature.swift", feature),
            ("Sources/RouterServiceInterface/Route.swift", route),
            ("Sources/RouterServiceInterface/RouteHandler.swift", handler),
            ("Sources/RouterServiceInterface/RouterServiceProtocol.swift", serviceProtocol),
            ("Sources/RouterServiceInterface/Screen.swift", screen),
            ("Tests/RouterServiceTests/RouterServiceTests.swift", tests),
        ]
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "RouterService",
            products: [
                .library(name: "RouterService", targets: ["RouterService"]),
                .library(name: "RouterServiceInterface", targets: ["RouterServiceInterface"]),
            ],
            targets: [
                // What features see.
                .target(name: "RouterServiceInterface"),
                // Only apps depend on it: mono writes 'registerRoutes()' for them.
                .target(name: "RouterService", dependencies: ["RouterServiceInterface"]),
                .testTarget(name: "RouterServiceTests", dependencies: ["RouterService", "RouterServiceInterface"]),
            ]
        )

        """
    }

    private var route: String {
        """
        /// A place in the app, as a value: one feature leads to another by its route, and sees nothing else of it.
        public protocol Route: Codable, Sendable {
            /// What texts and URLs call it; no other route may have it.
            static var identifier: String { get }
        }

        """
    }

    private var handler: String {
        """
        /// Knows which feature a route leads to.
        public protocol RouteHandler {
            /// The types of the routes that it handles. mono reads this list: write it as `[MenuRoute.self, DishRoute.self]`.
            var routes: [any Route.Type] { get }

            func destination(forRoute route: any Route) -> any Feature.Type
        }

        """
    }

    private var feature: String {
        """
        /// What a route leads to. It asks for what it needs, and does not know who makes that.
        public protocol Feature {
            /// Holds `any P` alone. mono finds the type that implements each P.
            associatedtype Dependencies

            static var dependenciesInitializer: AnyDependenciesInitializer<Dependencies> { get }

            static func build(dependencies: Dependencies, fromRoute route: (any Route)?) -> any Screen
        }

        /// Finds dependencies by their types.
        public protocol DependencyStore {
            func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency
        }

        /// Makes a feature's dependencies of what a store holds: `AnyDependenciesInitializer(Dependencies.init)`.
        public struct AnyDependenciesInitializer<Dependencies> {
            public let make: (any DependencyStore) throws -> Dependencies

            public init<each Dependency>(_ initializer: @escaping (repeat each Dependency) -> Dependencies) {
                make = { store in initializer(repeat try store.dependency((each Dependency).self)) }
            }
        }

        """
    }

    private var screen: String {
        """
        /// What a person sees, as lines of text.
        public protocol Screen {
            var title: String { get }
            var lines: [String] { get }
        }

        """
    }

    private var serviceProtocol: String {
        """
        import Foundation

        /// Leads to features by their routes.
        public protocol RouterServiceProtocol: AnyObject {
            func navigate(toRoute route: any Route) throws

            /// The route that a text such as `profile|{"name": "Ada"}` stands for.
            func route(fromString text: String) throws -> any Route

            /// The route that a URL such as `app://profile?name=Ada` stands for.
            func route(fromURL url: URL) throws -> any Route
        }

        public enum RouterError: Error, Hashable {
            /// No handler is registered for routes with this identifier.
            case unknownRoute(String)
            /// Nothing is registered for this type.
            case unknownDependency(String)
            /// Neither `identifier|{parameters}` nor `scheme://identifier?parameters`.
            case unreadable(String)
        }

        """
    }

    private var service: String {
        #"""
        import Foundation
        import RouterServiceInterface

        /// Knows handlers and dependencies. Apps call `registerRoutes()`, which mono writes.
        public final class RouterService: RouterServiceProtocol, DependencyStore {
            private var handlers: [ObjectIdentifier: any RouteHandler] = [:]
            private var routes: [String: any Route.Type] = [:]
            private var factories: [ObjectIdentifier: () -> Any] = [:]
            private let present: (any Screen) -> Void

            /// `present`: shows a screen.
            public init(present: @escaping (any Screen) -> Void) { self.present = present }

            public func register<Dependency>(dependencyFactory: @escaping () -> Dependency, forType type: Dependency.Type) {
                factories[ObjectIdentifier(type)] = dependencyFactory
            }

            public func register(routeHandler: any RouteHandler) {
                for route in routeHandler.routes {
                    precondition(routes[route.identifier] == nil, "two routes have the identifier '\(route.identifier)'")
                    routes[route.identifier] = route
                    handlers[ObjectIdentifier(route)] = routeHandler
                }
            }

            public func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
                guard let made = factories[ObjectIdentifier(type)]?() as? Dependency else {
                    throw RouterError.unknownDependency("\(type)")
                }
                return made
            }

            public func navigate(toRoute route: any Route) throws {
                let type = Swift.type(of: route)
                guard let handler = handlers[ObjectIdentifier(type)] else { throw RouterError.unknownRoute(type.identifier) }
                present(try screen(of: handler.destination(forRoute: route), fromRoute: route))
            }

            private func screen<Destination: Feature>(of feature: Destination.Type, fromRoute route: any Route) throws
                -> any Screen
            {
                feature.build(dependencies: try feature.dependenciesInitializer.make(self), fromRoute: route)
            }

            public func route(fromString text: String) throws -> any Route {
                let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
                let type = try self.type(String(parts[0]))
                return try JSONDecoder().decode(type, from: Data((parts.count > 1 ? String(parts[1]) : "{}").utf8))
            }

            public func route(fromURL url: URL) throws -> any Route {
                guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false),
                    let host = components.host
                else {
                    throw RouterError.unreadable(url.absoluteString)
                }
                let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
                return try type(host).init(from: QueryDecoder(values: Dictionary(items) { first, _ in first }))
            }

            private func type(_ identifier: String) throws -> any Route.Type {
                guard let type = routes[identifier] else { throw RouterError.unknownRoute(identifier) }
                return type
            }
        }

        """#
    }

    private var tests: String {
        #"""
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

        """#
    }

    private var queryDecoder: String {
        #"""
        /// Reads a route off the parameters of a URL: texts, numbers, truth values, and enums of these.
        struct QueryDecoder: Decoder {
            let values: [String: String]
            var codingPath: [any CodingKey] { [] }
            var userInfo: [CodingUserInfoKey: Any] { [:] }

            func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
                KeyedDecodingContainer(QueryContainer<Key>(values: values))
            }

            func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw QueryDecoder.unsupported([]) }
            func singleValueContainer() throws -> any SingleValueDecodingContainer { throw QueryDecoder.unsupported([]) }

            static func unsupported(_ path: [any CodingKey]) -> DecodingError {
                .dataCorrupted(.init(codingPath: path, debugDescription: "a URL holds plain values alone"))
            }
        }

        private struct QueryContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
            let values: [String: String]
            var codingPath: [any CodingKey] { [] }
            var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

            func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
            func decodeNil(forKey key: Key) -> Bool { !contains(key) }

            func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
                guard let text = values[key.stringValue] else {
                    throw DecodingError.keyNotFound(key, .init(codingPath: [key], debugDescription: "the URL does not say it"))
                }
                return try Value(from: QueryValue(text: text, codingPath: [key]))
            }

            func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
                -> KeyedDecodingContainer<Nested>
            {
                throw QueryDecoder.unsupported([key])
            }
            func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
                throw QueryDecoder.unsupported([key])
            }
            func superDecoder() throws -> any Decoder { throw QueryDecoder.unsupported([]) }
            func superDecoder(forKey key: Key) throws -> any Decoder { throw QueryDecoder.unsupported([key]) }
        }

        private struct QueryValue: Decoder, SingleValueDecodingContainer {
            let text: String
            let codingPath: [any CodingKey]
            var userInfo: [CodingUserInfoKey: Any] { [:] }

            func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
                throw QueryDecoder.unsupported(codingPath)
            }
            func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw QueryDecoder.unsupported(codingPath) }
            func singleValueContainer() -> any SingleValueDecodingContainer { self }

            func decodeNil() -> Bool { false }

            func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
                guard let readable = type as? any LosslessStringConvertible.Type else { return try Value(from: self) }
                guard let value = readable.init(text) as? Value else {
                    throw DecodingError.typeMismatch(
                        type, .init(codingPath: codingPath, debugDescription: "'\(text)' is no \(type)"))
                }
                return value
            }
        }

        """#
    }
}
