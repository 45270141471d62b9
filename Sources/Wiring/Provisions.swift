/// What a module has to say to whoever wires an app of it: its protocols, the types that conform to what is provided,
/// and how these are made.
///
/// Nothing in it says where a declaration stands or what a body does: it stays the same through edits that wiring does
/// not feel.
public struct Provisions: Hashable, Sendable {
    /// In the order of rights.
    public enum Access: String, Hashable, Sendable, Comparable {
        case `internal`, package, `public`, open

        private var rank: Int {
            switch self {
            case .internal: 0
            case .package: 1
            case .public: 2
            case .open: 3
            }
        }
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    }

    /// A declaration of this module or another one.
    public struct Reference: Hashable, Sendable {
        public var symbol: String
        /// `Module.Name`.
        public var name: String
        public init(symbol: String, name: String) { (self.symbol, self.name) = (symbol, name) }
    }

    public struct ProtocolDeclaration: Hashable, Sendable {
        public var symbol: String
        /// Without the module.
        public var path: String
        public var access: Access
        public var refines: [Reference]
    }

    /// What a parameter asks for, by the form of its type.
    public enum Need: Hashable, Sendable {
        /// `any P`
        case one(String)
        /// `(any P)?`
        case optional(String)
        /// `[any P]`
        case all(String)
        /// `() -> any P`
        case late(String)
        /// Anything else.
        case value

        /// The protocol that would have to be provided.
        public var symbol: String? {
            switch self {
            case .one(let symbol), .optional(let symbol), .all(let symbol), .late(let symbol): symbol
            case .value: nil
            }
        }
    }

    public struct Parameter: Hashable, Sendable {
        /// Nil where calls name none.
        public var label: String?
        public var need: Need
        public var hasDefault: Bool
        /// As written.
        public var type: String
    }

    public struct Initialiser: Hashable, Sendable {
        /// What keeps generated code from calling it just so.
        public enum Obstacle: String, Hashable, Sendable, CaseIterable {
            case failable, `throws`, `async`, generic, unavailable
            /// It is bound to a global actor that is not the main one.
            case isolated
        }

        public var access: Access
        public var isMainActor: Bool
        public var obstacles: [Obstacle]
        public var parameters: [Parameter]

        /// `init(a:_:)`
        public var name: String { "init(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))" }
    }

    public struct TypeDeclaration: Hashable, Sendable {
        public var symbol: String
        /// Without the module.
        public var path: String
        public var access: Access
        public var isGeneric: Bool
        public var isMainActor: Bool
        /// Everything outside the standard library, superclasses' and inherited protocols' too.
        public var conformances: [Reference]
        /// What its `Subject` stands for, where it says so.
        public var subject: Reference?
        public var initialisers: [Initialiser]
    }

    public var module: String
    /// What it declares outside of types, sorted: where one of these is called like some module, `Module.Name` is
    /// looked up in that.
    public var names: [String]
    public var protocols: [ProtocolDeclaration]
    public var types: [TypeDeclaration]

    public init(
        module: String, names: [String] = [], protocols: [ProtocolDeclaration] = [], types: [TypeDeclaration] = []
    ) {
        (self.module, self.names, self.protocols, self.types) = (module, names, protocols, types)
    }
}
