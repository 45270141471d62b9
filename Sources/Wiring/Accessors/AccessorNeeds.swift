/// Which declarations matter to the accessors of a program: what provides them, and what that is made of.
struct AccessorNeeds {
    private let declarations: VisibleDeclarations
    /// Symbols of protocols and types.
    private(set) var all: Set<String> = []
    /// Of a symbol: those that need it.
    private var users: [String: Set<String>] = [:]

    /// `wanted`: symbols of protocols.
    init(of wanted: [String], in declarations: VisibleDeclarations) {
        self.declarations = declarations
        var open = wanted
        while let next = open.popLast() {
            guard all.insert(next).inserted else { continue }
            for need in needs(of: next) {
                users[need, default: []].insert(next)
                open.append(need)
            }
        }
    }

    /// Of a protocol, the types that could provide it; of a type, what its initialisers take.
    private func needs(of symbol: String) -> [String] {
        if declarations.kind(ofProtocol: symbol) != nil {
            return declarations.types(conformingTo: symbol).map(\.symbol)
        }
        let parameters = declarations.type(symbol)?.initialisers.flatMap(\.parameters) ?? []
        return parameters.compactMap { $0.need.symbol.map { String($0.prefix { $0 != "<" }) } }.filter {
            declarations.kind(ofProtocol: $0) != nil || declarations.isMade($0)
        }
    }

    /// What needs one of the declarations with these names (`Module.Name`), directly or not, and these themselves.
    func users(of names: Set<String>) -> Set<String> {
        var found: Set<String> = [], open = all.filter { names.contains(declarations.name(of: $0).full) }
        while let next = open.popFirst() {
            if found.insert(next).inserted { open.formUnion(users[next] ?? []) }
        }
        return found
    }
}
