import JSON

/// A module's symbol graph, as the compiler writes it: the declarations of the wanted kinds, and what holds between
/// declarations.
public struct SymbolGraph: Hashable, Sendable {
    /// A piece of a declaration's text.
    public struct Fragment: Hashable, Sendable {
        public var kind: String
        public var text: String
        /// What it names, where it names something.
        public var symbol: String?

        public init(kind: String, text: String, symbol: String? = nil) {
            (self.kind, self.text, self.symbol) = (kind, text, symbol)
        }
    }

    public struct Symbol: Hashable, Sendable {
        /// The compiler's own name for it, unique everywhere.
        public var id: String
        /// `swift.class` and the like.
        public var kind: String
        /// Its name, and those of the types around it, outermost first.
        public var path: [String]
        public var access: String
        public var declaration: [Fragment]
        /// Of a function: the text of each parameter without its default value, and the type that it returns, as
        /// written; empty where it says none.
        public var parameters: [[Fragment]]
        public var result: String
        /// Of itself, and of what is around it.
        public var genericParameters: [String]
        public var isUnavailable: Bool

        public var isGeneric: Bool { !genericParameters.isEmpty }
    }

    public struct Relationship: Hashable, Sendable {
        /// `conformsTo`, `inheritsFrom`, `memberOf` and the like.
        public var kind: String
        public var source, target: String
        /// `Module.Name`, for what another module declares.
        public var targetName: String?
        /// It holds under conditions alone.
        public var isConditional: Bool
    }

    public var symbols: [Symbol] = []
    public var relationships: [Relationship] = []

    /// Reads the text of one `.symbols.json`. `kinds`: the symbols to keep; what others say is not looked into.
    public init(_ bytes: [UInt8], kinds: Set<String>) throws(SymbolGraphError) {
        guard let graph = try? JSONParser.parse(bytes), let symbols = graph["symbols"]?.array,
            let relationships = graph["relationships"]?.array
        else { throw .notASymbolGraph }
        for symbol in symbols {
            guard let id = symbol["identifier"]?["precise"]?.string, let kind = symbol["kind"]?["identifier"]?.string,
                let path = symbol["pathComponents"]?.array?.compactMap(\.string), !path.isEmpty,
                let access = symbol["accessLevel"]?.string
            else { throw .notASymbolGraph }
            guard kinds.contains(kind) else { continue }
            let signature = symbol["functionSignature"]
            self.symbols.append(
                Symbol(
                    id: id, kind: kind, path: path, access: access,
                    declaration: SymbolGraph.fragments(symbol["declarationFragments"]),
                    parameters: (signature?["parameters"]?.array ?? []).map {
                        SymbolGraph.fragments($0["declarationFragments"])
                    },
                    result: SymbolGraph.fragments(signature?["returns"]).map(\.text).joined(),
                    genericParameters: (symbol["swiftGenerics"]?["parameters"]?.array ?? []).compactMap {
                        $0["name"]?.string
                    },
                    isUnavailable: (symbol["availability"]?.array ?? []).contains {
                        $0["domain"]?.string == "*" && $0["isUnconditionallyUnavailable"]?.bool == true
                    }))
        }
        for relationship in relationships {
            guard let kind = relationship["kind"]?.string, let source = relationship["source"]?.string,
                let target = relationship["target"]?.string
            else { throw .notASymbolGraph }
            self.relationships.append(
                Relationship(
                    kind: kind, source: source, target: target, targetName: relationship["targetFallback"]?.string,
                    isConditional: relationship["swiftConstraints"]?.array.map { !$0.isEmpty } ?? false))
        }
    }

    private static func fragments(_ value: JSONValue?) -> [Fragment] {
        (value?.array ?? []).map {
            Fragment(
                kind: $0["kind"]?.string ?? "", text: $0["spelling"]?.string ?? "",
                symbol: $0["preciseIdentifier"]?.string)
        }
    }
}

public enum SymbolGraphError: Error, Hashable, Sendable {
    /// Not what the compiler writes.
    case notASymbolGraph
}
