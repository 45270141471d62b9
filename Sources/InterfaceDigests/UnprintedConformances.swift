/// Conformances that clients find and of which no interface says everything: those in extensions of types that are
/// imported without `public`, which are not printed (measured with Swift 6.3.1), and those of a package's types to
/// protocols that are, whose associated types are not. A hidden protocol that refines another module's protocol brings
/// that one along.
///
/// A witness of one need not be `public`, and nobody says here what other modules' protocols require. So what could be
/// one counts: every member of the type, those of all extensions of protocols and of other modules' types, and
/// operators.
struct UnprintedConformances {
    private(set) var parts: [ABIParts.Part] = []
    /// Last names of the types: what their associated types stand for counts.
    private(set) var types: Set<String> = []

    private let interface: ModuleInterface
    private let declared: [String: [Declaration]]
    private let extensions: [String: [Declaration]]
    private let others: SeenNames
    private let refined: [String: Set<String>]
    private let importsBothWays: Bool
    /// Paths of such types.
    private var found: Set<String> = []

    /// `declared`: the module's types. Both by path. `others`: what other modules declare, which is printed as the
    /// module's own types are. `all`: every declaration of the module. `importsBothWays`: some of its sources import a
    /// module with another access than others do.
    init(
        declared: [String: [Declaration]], extensions: [String: [Declaration]], all: [Declaration],
        _ interface: ModuleInterface, others: SeenNames, importsBothWays: Bool = false
    ) {
        (self.interface, self.others, self.importsBothWays) = (interface, others, importsBothWays)
        (self.declared, self.extensions) = (declared, extensions)
        let protocols = declared.filter { path, places in
            !interface.types.contains(path) && !others.mayDeclare(path) && places.contains { $0.keyword == "protocol" }
        }
        refined = HiddenRefinements(of: protocols).refined
        for (path, places) in extensions.sorted(by: { $0.key < $1.key }) {
            if isForeign(path) || isOfPackage(path) { addHeads(places, path) }
        }
        for path in interface.types.sorted() where isOfPackage(path) { addHeads(declared[path] ?? [], path) }
        for path in Set(extensions.keys).union(interface.types) where bringsUnprinted(path) { found.insert(path) }
        if !found.isEmpty { addWitnesses(all) }
        types = Set(found.map { $0.split(separator: ".").last.map(String.init) ?? $0 }.map { $0.filter { $0 != "`" } })
    }

    private func isForeign(_ path: String) -> Bool { declared[path] == nil || others.mayDeclare(path) }

    /// The type, or one around it.
    private func isOfPackage(_ path: String) -> Bool {
        if interface.packageTypes.isEmpty { return false }
        let ends = path.indices.filter { path[$0] == "." } + [path.endIndex]
        return ends.contains { interface.packageTypes.contains(String(path[..<$0])) }
    }

    /// Of a public conformance all is printed, what its types stand for too: a witness has the access of the protocol,
    /// which is that of the import in the source of the conformance.
    private func isPrinted(_ item: String, of path: String) -> Bool {
        !isOfPackage(path) && !importsBothWays
            && Declaration.words(in: item).isSubset(of: interface.heads[path] ?? [])
    }

    private mutating func addHeads(_ places: [Declaration], _ path: String) {
        for place in places {
            let head = InheritanceClause(place.text)
            for item in head.items where !InheritanceClause.names(in: item).allSatisfy({ refined[$0] != nil }) {
                let text = [head.start + ":", item, place.condition].filter { !$0.isEmpty }.joined(separator: " ")
                parts.append(.init(.hidden, path, text))
                if !isPrinted(item, of: path) { found.insert(path) }
            }
        }
    }

    /// True for a type of which clients may have values and that conforms to a hidden protocol which refines one that
    /// the interface does not print of the type.
    private func bringsUnprinted(_ path: String) -> Bool {
        guard isForeign(path) || interface.types.contains(path) else { return false }
        return places(of: path).contains { place in
            InheritanceClause(place.text).items.flatMap(InheritanceClause.names).contains { name in
                refined[name]?.contains { !isPrinted($0, of: path) } ?? false
            }
        }
    }

    private func places(of path: String) -> [Declaration] { (declared[path] ?? []) + (extensions[path] ?? []) }

    // MARK: Witnesses

    private mutating func addWitnesses(_ all: [Declaration]) {
        func isOwnProtocol(_ path: String) -> Bool {
            declared[path]?.contains { $0.keyword == "protocol" } ?? false
        }
        var open = found.union(extensions.keys.filter { isForeign($0) || isOwnProtocol($0) }), seen: Set<String> = []
        while let path = open.popFirst() {
            guard seen.insert(path).inserted else { continue }
            // A superclass of the module's own.
            for place in declared[path] ?? [] where place.isClass {
                let names = InheritanceClause(place.text).items.flatMap(InheritanceClause.names)
                open.formUnion(names.filter { declared[$0]?.contains(where: \.isClass) ?? false })
            }
        }
        for path in seen.sorted() {
            for place in places(of: path) { addMembers(of: place, path) }
        }
        addOperators(all, "")
    }

    private mutating func addMembers(of place: Declaration, _ path: String) {
        for member in place.members {
            let text = [member.text, place.condition].filter { !$0.isEmpty }.joined(separator: " ")
            parts.append(.init(.hidden, "\(path).\(member.name)", text))
        }
    }

    /// Wherever they stand.
    private mutating func addOperators(_ declarations: [Declaration], _ path: String) {
        for one in declarations {
            let inner = path.isEmpty ? one.name : "\(path).\(one.name)"
            if one.keyword == "func", one.name.first.map({ !$0.isLetter && $0 != "_" && $0 != "`" }) ?? false {
                parts.append(.init(.hidden, inner, one.text))
            }
            addOperators(one.members, inner)
        }
    }
}
