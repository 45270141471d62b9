/// What `mono.json` says of wiring; the word alone switches it on.
public struct WiringSettings: Hashable, Sendable {
    /// A name in an app's settings, and where it stands.
    public struct Name: Hashable, Sendable {
        /// `Module.Type`.
        public var name: String
        /// The line of `mono.json`, from 1.
        public var line: Int
        public init(_ name: String, line: Int = 1) { (self.name, self.line) = (name, line) }
    }

    public struct Choice: Hashable, Sendable {
        /// The protocol, or the type that is handled.
        public var of: Name
        /// The type that provides or handles it.
        public var type: String
        /// The parameters that get it, where a program has several under different names.
        public var label: String?
        public init(of: Name, type: String, label: String? = nil) {
            (self.of, self.type, self.label) = (of, type, label)
        }
    }

    /// What one app says of its object graph.
    public struct App: Hashable, Sendable {
        public var bind: [Choice] = []
        /// Protocols whose values whoever makes the graph hands over.
        public var given: [Name] = []
        /// Protocols and handled types that the app has no use for.
        public var ignored: [Name] = []
        /// Who sees the class of its object graph; nil: its module, if it is a program or test that asks for one.
        public var graph: GraphAccess?
        public init() {}

        /// A fault for each name that is none of `known`, sorted; what is known counts by its full name.
        func unknownNames(known: Set<String>) -> [WiringFault] {
            let named = Set((bind.map(\.of) + given + ignored).map(\.name))
            return named.subtracting(known).sorted().map { .unknownName($0, known: known.sorted()) }
        }

        /// A fault where types are bound to this name by parameter, for something that no parameter chooses.
        func choicesByParameter(of name: String) -> WiringFault? {
            let all = bind.filter { $0.of.name == name && $0.label != nil }
            return all.isEmpty ? nil : .misplacedChoice(name, .byParameter(types: all.map(\.type)))
        }
    }

    /// Who sees the class of an object graph.
    public enum GraphAccess: String, Hashable, Sendable, CaseIterable {
        case `internal`, `public`
    }

    /// The module with the marker protocols.
    public var module: String
    /// By the name of the target.
    public var apps: [String: App]

    /// Targets with mocks whose names do not say so.
    public var testing: Set<String>

    /// Nil where no registry of routes is wanted.
    public var router: RouterSettings?

    /// Modules get accessors for their protocols that are marked `Accessible`.
    public var hasAccessors: Bool

    public init(
        module: String = "Wiring", apps: [String: App] = [:], testing: Set<String> = [], router: RouterSettings? = nil,
        hasAccessors: Bool = false
    ) {
        (self.module, self.apps, self.testing, self.router) = (module, apps, testing, router)
        self.hasAccessors = hasAccessors
    }

    /// The modules whose dependents, where they are programs, get something written.
    public var modules: Set<String> { Set([module] + (router.map { [$0.serviceModule] } ?? [])) }

    /// The same, wherever in `mono.json` it stands.
    public var withoutPlaces: WiringSettings {
        func moved(_ name: Name) -> Name { Name(name.name) }
        var result = self
        result.router = router?.withoutPlaces
        result.apps = apps.mapValues { app in
            var result = app
            result.bind = app.bind.map { Choice(of: moved($0.of), type: $0.type, label: $0.label) }
            (result.given, result.ignored) = (app.given.map(moved), app.ignored.map(moved))
            return result
        }
        return result
    }

    /// Targets for which `mono.json` asks for an object graph by name.
    public var withGraph: Set<String> { Set(apps.filter { $0.value.graph != nil }.keys) }

    /// True for a target that holds mocks and test data.
    public func isTesting(_ target: String) -> Bool { target.hasSuffix("Testing") || testing.contains(target) }
}

/// The protocols by which code says what it provides; mono finds them by their names in the marker module.
public enum Marker: String, Hashable, Sendable, CaseIterable {
    /// A protocol that one type of an app implements.
    case provided = "Provided"
    /// One of these, for which its module has an accessor.
    case accessible = "Accessible"
    /// A protocol of which an app has every implementation.
    case collected = "Collected"
    /// A type of which an object graph has one instance.
    case shared = "Shared"
    /// A type that one type of an app handles.
    case handled = "Handled"
    /// A type that handles another one: its `Subject`.
    case handler = "Handler"
    /// A type whose values begin a scope of an object graph.
    case scope = "Scope"
    /// A type, or a scope, that lives in a scope: its `Home`.
    case scoped = "Scoped"
}
