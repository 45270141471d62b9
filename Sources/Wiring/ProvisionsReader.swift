import SymbolGraphs

extension Provisions {
    /// What a feature calls the type that holds what it needs.
    static let dependencies = "Dependencies"

    private static let typeKinds: Set<String> = ["swift.class", "swift.struct", "swift.enum", "swift.actor"]

    /// The provisions of `module`, whose symbol graph was written with internal declarations. `markers`: the module
    /// with the marker protocols. `all`: types and protocols are wanted without a marker, too.
    ///
    /// A type provides what it conforms to in its own module. What another module makes it conform to is left out: how
    /// that type is made, the symbol graph does not say.
    public init(
        symbolGraph bytes: [UInt8], module: String, markers: String, all wantsAll: Bool = false
    ) throws(SymbolGraphError) {
        let graph = try SymbolGraph(
            bytes, kinds: Provisions.typeKinds.union(["swift.protocol", "swift.init", "swift.typealias"]))
        let symbols = Dictionary(graph.symbols.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var conformances: [String: [(target: Reference, isConditional: Bool)]] = [:],
            members: [String: [SymbolGraph.Symbol]] = [:]
        for relationship in graph.relationships {
            switch relationship.kind {
            case "conformsTo":
                let own = symbols[relationship.target].map { "\(module).\($0.path.joined(separator: "."))" }
                guard let name = relationship.targetName ?? own, !name.hasPrefix("Swift."), !name.hasPrefix("_") else {
                    continue
                }
                conformances[relationship.source, default: []].append(
                    (Reference(symbol: relationship.target, name: name), relationship.isConditional))
            case "memberOf":
                if let member = symbols[relationship.source] {
                    members[relationship.target, default: []].append(member)
                }
            default: break
            }
        }

        var protocols: [ProtocolDeclaration] = [], types: [TypeDeclaration] = []
        for symbol in graph.symbols {
            guard let access = Access(rawValue: symbol.access),
                let all = conformances[symbol.id] ?? (wantsAll ? [] : nil)
            else { continue }
            let references = all.filter { !$0.isConditional }.map(\.target)
            if symbol.kind == "swift.protocol" {
                protocols.append(
                    ProtocolDeclaration(
                        symbol: symbol.id, path: symbol.path.joined(separator: "."), access: access,
                        refines: references.sorted(), primary: symbol.primary))
            } else if Provisions.typeKinds.contains(symbol.kind),
                wantsAll && (!references.isEmpty || symbol.path.last == Provisions.dependencies)
                    || references.contains(where: { $0.marker(in: markers) != nil })
            {
                let own = members[symbol.id] ?? []
                let aliases = Dictionary(
                    own.filter { $0.kind == "swift.typealias" }.map { ($0.path.last ?? "", $0) },
                    uniquingKeysWith: { first, _ in first })
                func reference(_ name: String) -> Reference? {
                    aliases[name]?.declaration.last { $0.symbol != nil }.map {
                        Reference(symbol: $0.symbol!, name: $0.text)
                    }
                }
                types.append(
                    TypeDeclaration(
                        symbol: symbol.id, path: symbol.path.joined(separator: "."), access: access,
                        isGeneric: symbol.isGeneric,
                        isMainActor: symbol.isMainActor, conformances: references.sorted(),
                        subject: reference("Subject"), home: reference("Home"),
                        aliases: aliases.filter { !["Subject", "Home"].contains($0.key) }.compactMapValues(\.aliased),
                        initialisers: own.filter { $0.kind == "swift.init" }.compactMap(Initialiser.init).sorted {
                            $0.order < $1.order
                        }))
            }
        }
        self.init(
            module: module,
            names: Set(graph.symbols.filter { $0.path.count == 1 && $0.kind != "swift.init" }.map { $0.path[0] })
                .sorted(),
            protocols: protocols.sorted { $0.symbol < $1.symbol }, types: types.sorted { $0.symbol < $1.symbol })
    }
}

extension Provisions.Reference: Comparable {
    public static func < (a: Self, b: Self) -> Bool { (a.name, a.symbol) < (b.name, b.symbol) }

    /// Which marker it is, where the module `markers` declares them.
    func marker(in markers: String) -> Marker? {
        guard name.hasPrefix(markers + ".") else { return nil }
        return Marker(rawValue: String(name.dropFirst(markers.count + 1)))
    }
}

extension SymbolGraph.Symbol {
    /// The symbols of what its attributes name: global actors, as compilers write `@` and `MainActor` one by one. An
    /// attribute of a parameter's type is no attribute to them.
    private var actors: [String] { declaration.filter { $0.kind == "attribute" }.compactMap(\.symbol) }

    private static let mainActor = "s:ScM"

    /// Older compilers write the attribute in one piece, and name no symbol.
    fileprivate var isMainActor: Bool {
        actors.contains(Self.mainActor) || declaration.contains { $0.kind == "attribute" && $0.text == "@MainActor" }
    }

    fileprivate var isBoundElsewhere: Bool { actors.contains { $0 != Self.mainActor } }
}

extension Provisions.Initialiser {
    fileprivate init?(_ symbol: SymbolGraph.Symbol) {
        guard let access = Provisions.Access(rawValue: symbol.access) else { return nil }
        let pieces = symbol.pieces
        var obstacles: [Obstacle] = []
        if pieces.before.contains(where: { $0.text.hasPrefix("?") || $0.text.hasPrefix("!") }) {
            obstacles.append(.failable)
        }
        if symbol.isGeneric { obstacles.append(.generic) }
        if symbol.isUnavailable { obstacles.append(.unavailable) }
        if symbol.isBoundElsewhere { obstacles.append(.isolated) }
        self.init(
            access: access, isMainActor: symbol.isMainActor, obstacles: obstacles,
            parameters: zip(pieces.parameters, symbol.parameters).map(Provisions.Parameter.init),
            effects: .init(words: pieces.after.filter { $0.kind == "keyword" }.map(\.text)))
    }

    /// The same in every run, whatever the order in which the compiler tells.
    fileprivate var order: String { name + " " + parameters.map(\.type.text).joined(separator: ",") }
}
