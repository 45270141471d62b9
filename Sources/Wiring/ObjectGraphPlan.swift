/// An app's object graph: which type stands for which protocol in each scope, and what it is made of.
public struct ObjectGraphPlan: Hashable, Sendable {
    /// A declaration, and how code of the app names it.
    public struct Name: Hashable, Sendable {
        public var module: String
        public var path: String
        public var full: String { "\(module).\(path)" }
        public init(module: String, path: String) { (self.module, self.path) = (module, path) }
    }

    public struct Argument: Hashable, Sendable {
        public enum Value: Hashable, Sendable {
            /// The property of this key, in the nearest scope.
            case property(String)
            /// A closure that reads the property.
            case late(String)
            /// A closure that makes the property's value of as many values as are said.
            case factory(String, inputs: Int)
            /// A closure that begins the scope with this symbol, and reads the property there.
            case entering(String, String)
            /// The value that began the scope with this symbol.
            case scope(String)
            /// The value of this number that is handed over each time.
            case input(Int)
            case none
        }

        public var label: String?
        public var value: Value
    }

    /// A value that is handed over each time a type is made.
    public struct Input: Hashable, Sendable {
        public var label: String?
        public var type: Provisions.WrittenType
    }

    public struct Provider: Hashable, Sendable {
        public var symbol: String
        public var name: Name
        public var isShared: Bool
        public var arguments: [Argument]
        public var inputs: [Input] = []
        /// What a call of it is marked with, and one of all that it is made of.
        public var effects: Provisions.Effects = []
    }

    public struct Property: Hashable, Sendable {
        public enum Source: Hashable, Sendable {
            case given
            /// The type with this symbol.
            case one(String)
            /// These, in this order.
            case all([String])
        }

        /// The protocol's symbol, or the type's, with what tells it from others of the same.
        public var symbol: String
        public var name: Name
        public var source: Source
        /// `<Int>` of `any Repo<Int>`.
        public var arguments: Provisions.WrittenType?
        /// The name of the parameters that get it, where there are several.
        public var label: String?
        /// It is a protocol's.
        public var isAny = true
        public var effects: Provisions.Effects = []

        /// As people write it: `Module.Repo<Int>`, `Module.Store backup`.
        public var title: String { name.full + (arguments?.text ?? "") + (label.map { " \($0)" } ?? "") }
    }

    public struct Scope: Hashable, Sendable {
        /// Of the type whose values begin it; nil for the graph as a whole.
        public var symbol: String?
        public var name: Name?
        /// The place of the scope around it in `scopes`.
        public var parent: Int?
        /// Sorted by name.
        public var properties: [Property] = []
        /// Sorted by name.
        public var providers: [Provider] = []
    }

    public var app: String
    public var isMainActor: Bool
    /// Other modules see the graph.
    public var isPublic = false
    /// The graph as a whole, then parents before their children.
    public var scopes: [Scope]
    public var properties: [Property] { scopes.flatMap(\.properties) }
    public var providers: [Provider] { scopes.flatMap(\.providers) }

    /// A handled type and what handles it; sorted.
    public var handlers: [(subject: Name, handler: Name)] {
        handlerNames.map { ($0.subject, $0.handler) }
    }
    var handlerNames: [HandlerName]
    /// Modules whose names some declaration has too.
    var shadowed: Set<String>

    struct HandlerName: Hashable, Sendable {
        var subject, handler: Name
    }
}
