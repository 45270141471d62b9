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
        /// The names of its primary associated types, as `Item` of `Repo<Item>`.
        public var primary: [String] = []
    }

    /// What calls are marked with.
    public struct Effects: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let `throws` = Effects(rawValue: 1), async = Effects(rawValue: 2)
    }

    /// A type as it is written, and in a form that is the same wherever the same type is written: with symbols in the
    /// place of names.
    public struct WrittenType: Hashable, Sendable {
        public var form, text: String
        public init(form: String, text: String) { (self.form, self.text) = (form, text) }
    }

    /// What a parameter asks for, by the form of its type. The symbol is a protocol's, or a type's. Behind the
    /// symbol of a protocol stand its arguments: `s:Repo<s:Si>` is `any Repo<Int>`.
    public enum Need: Hashable, Sendable {
        /// `any P`
        case one(String)
        /// `(any P)?`
        case optional(String)
        /// `[any P]`
        case all(String)
        /// `() -> any P`
        case late(String, Effects = [])
        /// `(A, B) -> any P`
        case factory(String, of: [WrittenType], Effects = [])
        /// Anything else.
        case value

        /// What would have to be provided.
        public var symbol: String? {
            switch self {
            case .one(let symbol), .optional(let symbol), .all(let symbol), .late(let symbol, _),
                .factory(let symbol, _, _):
                symbol
            case .value: nil
            }
        }
    }

    public struct Parameter: Hashable, Sendable {
        /// Nil where calls name none.
        public var label: String?
        public var need: Need
        public var hasDefault: Bool
        public var type: WrittenType
    }

    public struct Initialiser: Hashable, Sendable {
        /// What keeps generated code from calling it just so.
        public enum Obstacle: String, Hashable, Sendable, CaseIterable {
            case failable, generic, unavailable
            /// It is bound to a global actor that is not the main one.
            case isolated
            /// Code that makes no parts that throw, wait, live in scopes or on the main actor would call it. Modules do
            /// not say these.
            case throwing, asynchronous, scoped, onMainActor
        }

        public var access: Access
        public var isMainActor: Bool
        public var obstacles: [Obstacle]
        public var parameters: [Parameter]
        public var effects: Effects = []

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
        /// What its `Home` stands for, where it says so.
        public var home: Reference?
        /// The other types that names in it stand for, by these names.
        public var aliases: [String: WrittenType] = [:]
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
