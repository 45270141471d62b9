/// What stands for what, in each scope. A key is the symbol of a protocol or a type, with what tells it from others of
/// the same: `s:Repo<s:Si>`, `s:Store#backup`.
struct PropertySources {
    typealias Declared = VisibleDeclarations.Declared

    enum Source {
        case given
        case one(Declared)
        case all([Declared])

        var types: [Declared] {
            switch self {
            case .given: []
            case .one(let type): [type]
            case .all(let types): types
            }
        }
    }

    let tree: ScopeTree
    private(set) var byScope: [String: [String: Source]] = [:]
    /// The names under which a protocol is provided.
    private(set) var labels: [String: Set<String>] = [:]
    /// The scopes that have a key.
    private var scopes: [String: [String]] = [:]

    init(tree: ScopeTree) { self.tree = tree }

    mutating func set(_ source: Source, for key: String, in scope: String) {
        if byScope[scope, default: [:]].updateValue(source, forKey: key) == nil {
            scopes[key, default: []].append(scope)
        }
    }

    mutating func setNamed(_ type: Declared, _ symbol: String, _ label: String, in scope: String) {
        labels[symbol, default: []].insert(label)
        set(.one(type), for: "\(symbol)#\(label)", in: scope)
    }

    enum Found {
        case source(Source, key: String, scope: String)
        /// In other scopes than those around.
        case elsewhere(key: String)
        /// Under other names.
        case otherwiseNamed
        case nothing
    }

    /// From a scope on outwards.
    func find(_ symbol: String, label: String?, from scope: String) -> Found {
        var key = symbol
        if let names = labels[symbol] {
            guard let label, names.contains(label) else { return .otherwiseNamed }
            key += "#\(label)"
        }
        for each in tree.chain(scope) {
            if let source = byScope[each]?[key] { return .source(source, key: key, scope: each) }
        }
        return scopes[key] == nil ? .nothing : .elsewhere(key: key)
    }

    func placed(_ key: String) -> [WiringFault.Placed] {
        (scopes[key] ?? []).flatMap { scope in
            (byScope[scope]?[key]?.types ?? []).map { .init(type: $0.name.full, scopes: tree.path(scope)) }
        }.sorted { $0.type < $1.type }
    }

    /// All types that stand for something; sorted by name, each once.
    var types: [Declared] {
        Set(byScope.values.flatMap { $0.values.flatMap(\.types) }).sorted { $0.name.full < $1.name.full }
    }
}
