/// An app's object graph: which type stands for which protocol, and what it is made of.
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
            /// The property of this protocol's symbol.
            case property(String)
            /// A closure that reads the property.
            case late(String)
            case none
        }

        public var label: String?
        public var value: Value
    }

    public struct Provider: Hashable, Sendable {
        public var symbol: String
        public var name: Name
        public var isShared: Bool
        public var arguments: [Argument]
    }

    public struct Property: Hashable, Sendable {
        public enum Source: Hashable, Sendable {
            case given
            /// The type with this symbol.
            case one(String)
            /// These, in this order.
            case all([String])
        }

        /// The protocol's.
        public var symbol: String
        public var name: Name
        public var source: Source
    }

    public var app: String
    public var isMainActor: Bool
    /// Sorted by name.
    public var properties: [Property]
    /// Sorted by name.
    public var providers: [Provider]
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
