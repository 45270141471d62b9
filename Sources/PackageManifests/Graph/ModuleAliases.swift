import Targets

/// Which modules are called by other names than their targets, and by whom: what manifests ask for with
/// `moduleAliases`.
///
/// SwiftPM's rules, step by step (`ModuleAliasTracker`), since sources are written for what comes of them: wishes go
/// down to the targets of that name, those of whoever is nearer to the root counting; then whoever sees a renamed
/// module imports it by its old name, unless that name would mean two modules: then it has to import it by the new one.
struct ModuleAliases {
    /// What one target asks of a product: new names by old ones.
    struct Wish {
        var product: ProductID
        var aliases: [String: String]
    }

    private let modules: [TargetID: Target]
    /// In the package, directly.
    private let needs: [TargetID: [TargetID]]
    private let neededProducts: [TargetID: [ProductID]]

    private var wishes: [ProductID: [(name: String, alias: String)]] = [:]
    private var direct: [ProductID: [TargetID]] = [:]
    private var children: [ProductID: [ProductID]] = [:]

    private var reaches: [ProductID: (names: Set<String>, hasWishes: Bool)] = [:]

    private var aliases: [TargetID: [String: String]] = [:]
    private var overridden: [TargetID: [String: String]] = [:]
    private var spelledOut: [TargetID: [String: [String]]] = [:]

    /// The targets and products must make a graph: nothing needs itself.
    init(targets: [Target], products: [Product], wishes wanted: [TargetID: [Wish]]) throws(ManifestError) {
        modules = Dictionary(uniqueKeysWithValues: targets.map { ($0.id, $0) })
        needs = modules.mapValues { target in
            target.dependencies.compactMap {
                if case .target(let id) = $0.value, id.package == target.id.package { id } else { nil }
            }
        }
        neededProducts = modules.mapValues {
            $0.dependencies.compactMap { if case .product(let id) = $0.value { id } else { nil } }
        }
        try note(wanted)
        for product in products { direct[product.id] = product.targets }
        // What no product holds is built too.
        let used = Set(neededProducts.values.joined().map(\.package))
        let roots = targets.filter { !used.contains($0.id.package) }.map { target in
            let root = ProductID(target.id.package, "\(target.id.name) itself")
            direct[root] = [target.id]
            return root
        }.sorted()
        for (product, members) in direct {
            children[product] = (members.flatMap(below) + members).flatMap { neededProducts[$0] ?? [] }
        }
        for root in roots {
            var buffer: [String: String] = [:]
            propagate(root, &buffer)
        }
        var merged: Set<ProductID> = []
        for root in roots { merge(root, &merged) }
        for id in direct.keys.sorted() { fillIn(id) }
    }

    /// The same targets under their names, told what their imports mean.
    func applied(to targets: [Target]) -> [Target] {
        targets.map { target in
            guard let names = aliases[target.id], !names.isEmpty else { return target }
            var target = target
            if let own = names[target.id.name] {
                target.moduleName = Target.moduleName(for: own)
                // Symbols and headers of C have the names that they have.
                if target.language != .swift { target.obstacles.append(.moduleAliases([own])) }
            }
            target.moduleAliases = names.map { "\($0.key)=\($0.value)" }.sorted()
            return target
        }
    }

    private mutating func note(_ wanted: [TargetID: [Wish]]) throws(ManifestError) {
        var known: [PackageID: [String: String]] = [:]
        for (_, list) in wanted.sorted(by: { $0.key < $1.key }) {
            for wish in list {
                for (name, alias) in wish.aliases.sorted(by: { $0.key < $1.key }) {
                    let package = wish.product.package
                    if let other = known[package]?[name], other != alias {
                        throw .conflictingAliases(
                            module: name, product: wish.product, aliases: [other, alias].sorted())
                    }
                    known[package, default: [:]][name] = alias
                    wishes[wish.product, default: []].append((name, alias))
                }
            }
        }
    }

    /// What a target needs in its package, once for each way to it.
    private func below(_ id: TargetID) -> [TargetID] {
        var found: [TargetID] = [], seen: Set<TargetID> = [], open = needs[id] ?? []
        while !open.isEmpty {
            found += open
            open = open.filter { seen.insert($0).inserted }.flatMap { needs[$0] ?? [] }
        }
        return found
    }

    private func inProduct(_ id: ProductID) -> [TargetID] {
        (direct[id] ?? []).flatMap { needs[$0] ?? [] } + (direct[id] ?? [])
    }

    // MARK: Down

    private mutating func propagate(_ product: ProductID, _ buffer: inout [String: String]) {
        for (name, alias) in wishes[product] ?? [] where buffer[name] == nil || buffer[name] == alias {
            buffer[name] = alias
        }
        // There can be more ways down than anybody can go.
        let (names, hasWishes) = reach(of: product)
        if !hasWishes, !buffer.keys.contains(where: names.contains) { return }
        for id in (direct[product] ?? []).flatMap(below) + (direct[product] ?? []) {
            let name = id.name
            guard let last = ModuleAliases.last(name, in: buffer) else { continue }
            aliases[id, default: [:]][name] = last
            if let first = buffer[name], first != last {
                overridden[id, default: [:]][name] = first
                overridden[id, default: [:]][first] = last
                buffer[first] = nil
            }
            buffer[name] = nil
        }
        for child in children[product] ?? [] { propagate(child, &buffer) }
    }

    /// The names of all modules that a product brings along, and whether somebody asks for others on the way.
    private mutating func reach(of product: ProductID) -> (names: Set<String>, hasWishes: Bool) {
        if let known = reaches[product] { return known }
        var seen: Set<ProductID> = [product], open = [product], names: Set<String> = [], hasWishes = false
        while let next = open.popLast() {
            if wishes[next] != nil { hasWishes = true }
            for id in direct[next] ?? [] { names.formUnion((below(id) + [id]).map(\.name)) }
            open += (children[next] ?? []).filter { seen.insert($0).inserted }
        }
        reaches[product] = (names, hasWishes)
        return (names, hasWishes)
    }

    /// An alias of an alias is the last one's.
    private static func last(_ name: String, in buffer: [String: String]) -> String? {
        var next = name, steps = 0
        while let value = buffer[next], steps <= buffer.count { (next, steps) = (value, steps + 1) }
        return next == name ? nil : next
    }

    // MARK: Up

    private mutating func merge(_ product: ProductID, _ merged: inout Set<ProductID>) {
        guard merged.insert(product).inserted, let children = children[product], !children.isEmpty else { return }
        for child in children { merge(child, &merged) }
        let members = direct[product] ?? [], deeper = members.flatMap(below)
        let offered = modulesOfProducts(neededBy: deeper)
        chain(
            deeper, besides: deeper, ModuleAliases.united(deeper.compactMap { aliases[$0] }), offered,
            ModuleAliases.united(offered.compactMap { aliases[$0] }))

        let all = deeper + members, offeredToAll = modulesOfProducts(neededBy: all)
        let names = Set(offeredToAll.map(\.name))
        var renamed: [String: [String]] = [:]
        for id in offeredToAll {
            for (name, alias) in aliases[id] ?? [:] where id.name == name || !names.contains(name) {
                if !(renamed[name]?.contains(alias) ?? false) { renamed[name, default: []].append(alias) }
            }
        }
        chain(members, besides: all, ModuleAliases.united(all.compactMap { aliases[$0] }), offeredToAll, renamed)
    }

    private func modulesOfProducts(neededBy ids: [TargetID]) -> [TargetID] {
        ids.flatMap { neededProducts[$0] ?? [] }.flatMap(inProduct)
    }

    private mutating func chain(
        _ ids: [TargetID], besides checked: [TargetID], _ own: [String: [String]], _ offered: [TargetID],
        _ renamed: [String: [String]]
    ) {
        if ids.isEmpty { return }
        var imported: [String: String] = [:], chained: [String: [String]] = [:], written: [String: [String]] = [:]
        let earlier = ModuleAliases.united(offered.compactMap { overridden[$0] })
        var spelled: [String: [String]] = [:]
        for id in offered { for (name, list) in spelledOut[id] ?? [:] { spelled[name, default: []] += list } }
        let names = Set(checked.map(\.name))
        for (name, new) in renamed.sorted(by: { $0.key < $1.key }) {
            var isAmbiguous = names.contains(name)
            if let overlapping = own[name]?.first {
                isAmbiguous = true
                imported[name] = overlapping
            } else if new.count > 1 || offered.count(where: { $0.name == name }) > 1 {
                isAmbiguous = true
            }
            if !isAmbiguous {
                if let first = new.first, !spelled.values.contains(where: { $0.contains(name) }), spelled[name] == nil {
                    imported[name] = first
                }
            } else if let before = earlier[name] {
                for key in before {
                    guard let values = earlier[key] else { continue }
                    chained[key, default: []] += values
                    written[name, default: []].append(key)
                    written[key, default: []] += values
                }
            } else if imported[name] == nil {
                written[name, default: []] += new
            }
        }
        for id in ids {
            for (name, alias) in imported { aliases[id, default: [:]][name] = alias }
            for (name, list) in chained where list.count == 1 {
                aliases[id, default: [:]][name] = list[0]
                overridden[id, default: [:]][name] = list[0]
            }
            for (name, list) in written { spelledOut[id, default: [:]][name] = list }
        }
    }

    /// Who sees a renamed module of its own package, and is itself in no product that others use.
    private mutating func fillIn(_ product: ProductID) {
        let ids = inProduct(product)
        guard ids.contains(where: { aliases[$0] == nil }) else { return }
        for id in ids {
            for other in below(id) {
                for (name, alias) in aliases[other] ?? [:] { aliases[id, default: [:]][name] = alias }
            }
        }
    }

    private static func united(_ tables: [[String: String]]) -> [String: [String]] {
        var result: [String: [String]] = [:]
        for table in tables {
            for (name, alias) in table where !(result[name]?.contains(alias) ?? false) {
                result[name, default: []].append(alias)
            }
        }
        return result
    }
}
