/// The scopes that an app can see, as children of scopes. The whole graph's own symbol is the empty text.
struct ScopeTree {
    static let root = ""

    /// Parents before their children, then by name; the root first.
    private(set) var order: [String] = [ScopeTree.root]
    private(set) var faults: [WiringFault] = []
    private var parents: [String: String] = [:]
    private var names: [String: String] = [:]
    private var homes: [String: String] = [:]

    init(_ declarations: VisibleDeclarations, types: [VisibleDeclarations.Declared]) {
        let scopes = declarations.scopes
        names = Dictionary(scopes.map { ($0.symbol, $0.name.full) }, uniquingKeysWith: { first, _ in first })
        let others = types.filter { names[$0.symbol] == nil }
        for each in scopes + others where declarations.is(each.symbol, .scoped) {
            if let home = declarations.type(each.symbol)?.home?.symbol, names[home] != nil {
                homes[each.symbol] = home
            } else {
                faults.append(.unknownHome(each.name.full))
            }
        }
        for each in scopes {
            parents[each.symbol] = homes[each.symbol] ?? ScopeTree.root
        }
        cutCycles(scopes.map(\.symbol))
        var open = [ScopeTree.root]
        while let next = open.popLast() {
            let children = scopes.map(\.symbol).filter { parents[$0] == next }
            order += children
            open += children.reversed()
        }
    }

    private mutating func cutCycles(_ scopes: [String]) {
        for start in scopes {
            var way: [String] = [], at = start
            while at != ScopeTree.root, !way.contains(at) {
                way.append(at)
                at = parents[at] ?? ScopeTree.root
            }
            guard at == start else { continue }
            faults.append(.scopeCycle(way.map { names[$0] ?? $0 }))
            parents[start] = ScopeTree.root
        }
    }

    func isScope(_ symbol: String) -> Bool { names[symbol] != nil }
    func parent(_ scope: String) -> String? { parents[scope] }
    /// Where a type lives.
    func home(of type: String) -> String { homes[type] ?? ScopeTree.root }

    /// A scope and those around it, up to the root.
    func chain(_ scope: String) -> [String] {
        var chain: [String] = [], at: String? = scope
        while let next = at {
            chain.append(next)
            at = parents[next]
        }
        return chain
    }

    /// The names of a scope and those around it, outermost first, without the root.
    func path(_ scope: String) -> [String] { chain(scope).reversed().compactMap { names[$0] } }
}
