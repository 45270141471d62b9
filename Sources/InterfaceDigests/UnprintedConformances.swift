/// Conformances that clients find and of which no interface says everything: those in extensions of types that are
/// imported without `public`, which are not printed (measured with Swift 6.3.1), and those of a package's types to
/// protocols that are, whose associated types are not. A hidden protocol that refines another module's protocol brings
/// that one along.
struct UnprintedConformances {
    private(set) var parts: [ABIParts.Part] = []
    /// Last names of the types: what their associated types stand for counts.
    private(set) var types: Set<String> = []

    private let interface: ModuleInterface
    private let hidden: [String: Bool]

    /// `types`, `extensions`: by path. `others`: what other modules declare, which is printed as the module's own types
    /// are.
    init(
        types: [String: [Declaration]], extensions: [String: [Declaration]], _ interface: ModuleInterface,
        others: SeenNames
    ) {
        self.interface = interface
        let protocols = types.filter { path, places in
            !interface.types.contains(path) && !others.mayDeclare(path) && places.contains { $0.keyword == "protocol" }
        }
        hidden = HiddenRefinements(of: protocols).refinesOthers
        for (path, places) in extensions.sorted(by: { $0.key < $1.key }) {
            let isForeign = types[path] == nil || others.mayDeclare(path)
            if isForeign || isOfPackage(path) { add(places, path) }
            if interface.types.contains(path) { addHidden(places, path) }
        }
        for path in interface.types.sorted() {
            if isOfPackage(path) { add(types[path] ?? [], path) }
            addHidden(types[path] ?? [], path)
        }
    }

    /// The type, or one around it.
    private func isOfPackage(_ path: String) -> Bool {
        if interface.packageTypes.isEmpty { return false }
        let ends = path.indices.filter { path[$0] == "." } + [path.endIndex]
        return ends.contains { interface.packageTypes.contains(String(path[..<$0])) }
    }

    private mutating func add(_ places: [Declaration], _ path: String) {
        let printed = isOfPackage(path) ? [] : interface.extensions[path] ?? []
        for place in places {
            let head = InheritanceClause(place.text)
            for item in head.items where hidden[item] == nil {
                let text = [head.start + ":", item, head.conditions].filter { !$0.isEmpty }.joined(separator: " ")
                parts.append(.init(.hidden, path, text))
                // What a public conformance's types stand for is printed.
                if Declaration.words(in: item).isSubset(of: printed) { continue }
                addType(path)
            }
        }
        addHidden(places, path)
    }

    private mutating func addHidden(_ places: [Declaration], _ path: String) {
        if places.contains(where: { InheritanceClause($0.text).items.contains { hidden[$0] ?? false } }) {
            addType(path)
        }
    }

    private mutating func addType(_ path: String) {
        if let last = path.split(separator: ".").last { types.insert(last.filter { $0 != "`" }) }
    }
}
