/// All packages, targets and products of a workspace: validated, immutable, free of cycles.
public struct TargetGraph: Sendable {
    public let packages: [PackageID: Package]
    public let targets: [TargetID: Target]
    public let products: [ProductID: Product]
    /// Every target after all it depends on; among those that may stand in any order, by name. The same graph, the same
    /// order.
    public let order: [TargetID]
    /// What each target depends on directly in any configuration, through products too; sorted.
    private let direct: [TargetID: [TargetID]]
    private let position: [TargetID: Int]
    /// The targets of each package that has any, in `order`.
    public let byPackage: [PackageID: [TargetID]]
    private let identity = Identity()
    /// The graph that this one was made of by `replacing`, and the packages that are others.
    private let origin: (identity: Identity, replaced: Set<PackageID>)?

    private final class Identity: Sendable {}

    /// True where the two are copies of one: what holds of one holds of the other. Other graphs may be equal too.
    public func isCopy(of other: TargetGraph) -> Bool { identity === other.identity }

    /// The packages that may be different in a graph that one of the two was made of by `replacing`: everything else is
    /// the same in both, and no product is different. Nil where that is not known.
    public func packagesReplaced(since other: TargetGraph) -> Set<PackageID>? {
        if isCopy(of: other) { return [] }
        if let origin, origin.identity === other.identity { return origin.replaced }
        if let origin = other.origin, origin.identity === identity { return origin.replaced }
        return nil
    }

    /// Throws where a name is used twice, a dependency names nothing, or targets depend on each other in a circle.
    public init(packages: [Package], targets: [Target], products: [Product]) throws(GraphError) {
        var packageTable: [PackageID: Package] = [:]
        for package in packages where packageTable.updateValue(package, forKey: package.id) != nil {
            throw .duplicatePackage(package.id)
        }
        var targetTable: [TargetID: Target] = [:]
        for target in targets where targetTable.updateValue(target, forKey: target.id) != nil {
            throw .duplicateTarget(target.id)
        }
        var productTable: [ProductID: Product] = [:]
        for product in products where productTable.updateValue(product, forKey: product.id) != nil {
            throw .duplicateProduct(product.id)
        }
        for product in products.sorted(by: { $0.id < $1.id }) {
            for target in product.targets where targetTable[target] == nil {
                throw .unknownTarget(target, neededBy: .product(product.id))
            }
        }

        // By place in the sorted list of names: comparing and hashing names takes most of the time that a graph of
        // 10,000 targets takes.
        let ids = targetTable.keys.sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
        var needs = [[Int]](repeating: [], count: ids.count)
        for at in targets.indices {
            let id = targets[at].id
            var found: [Int] = []
            for dependency in targets[at].dependencies {
                switch dependency.value {
                case .target(let needed):
                    guard let place = places[needed] else { throw .unknownTarget(needed, neededBy: .target(id)) }
                    found.append(place)
                case .product(let needed):
                    guard let product = productTable[needed] else { throw .unknownProduct(needed, neededBy: id) }
                    found += product.targets.map { places[$0]! }
                }
            }
            found.sort()
            needs[places[id]!] = found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
        }
        let direct = Dictionary(uniqueKeysWithValues: ids.indices.map { (ids[$0], needs[$0].map { ids[$0] }) })
        let (sorted, left) = TargetGraph.sorted(needs)
        if !left.isEmpty { throw .cycle(TargetGraph.cycle(among: left.map { ids[$0] }, direct)) }
        order = sorted.map { ids[$0] }
        position = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        byPackage = Dictionary(grouping: order, by: \.package)
        origin = nil
        self.packages = packageTable
        self.targets = targetTable
        self.products = productTable
        self.direct = direct
    }

    /// The same graph but for these packages and targets. Nil where one of them is not there, or a target has another
    /// kind or other dependencies: then more than it would change.
    public func replacing(_ packages: [Package], _ targets: [Target]) -> TargetGraph? {
        TargetGraph(self, packages, targets)
    }

    private init?(_ other: TargetGraph, _ packages: [Package], _ targets: [Target]) {
        var packageTable = other.packages, targetTable = other.targets
        for package in packages {
            guard packageTable.updateValue(package, forKey: package.id) != nil else { return nil }
        }
        for target in targets {
            guard let old = targetTable.updateValue(target, forKey: target.id), old.dependencies == target.dependencies,
                old.kind == target.kind
            else { return nil }
        }
        (self.packages, self.targets, products) = (packageTable, targetTable, other.products)
        (order, direct, position, byPackage) = (other.order, other.direct, other.position, other.byPackage)
        origin = (other.identity, Set(packages.map(\.id) + targets.map(\.id.package)))
    }

    /// What `target` depends on directly, in any configuration or in one; sorted.
    public func dependencies(of target: TargetID, in configuration: BuildConfiguration? = nil) -> [TargetID] {
        guard let configuration else { return direct[target] ?? [] }
        guard let target = targets[target] else { return [] }
        if target.dependencies.allSatisfy({ $0.configuration == nil }) { return direct[target.id] ?? [] }
        var found: Set<TargetID> = []
        for dependency in target.dependencies where dependency.holds(in: configuration) {
            switch dependency.value {
            case .target(let id): found.insert(id)
            case .product(let id): found.formUnion(products[id]?.targets ?? [])
            }
        }
        return found.sorted()
    }

    /// Everything that the given targets need, themselves included, in `order`. What only targets of the kind `stop`
    /// need is left out.
    public func closure(
        of roots: some Sequence<TargetID>, in configuration: BuildConfiguration? = nil,
        stoppingAt stop: Target.Kind? = nil
    ) -> [TargetID] {
        var seen = Set(roots)
        var open = Array(seen)
        while let next = open.popLast() {
            if let stop, targets[next]?.kind == stop { continue }
            for dependency in dependencies(of: next, in: configuration) where seen.insert(dependency).inserted {
                open.append(dependency)
            }
        }
        return seen.filter { targets[$0] != nil }.sorted { position[$0]! < position[$1]! }
    }

    /// What depends on `target` directly, in any configuration; in `order`.
    public func directDependents(of target: TargetID) -> [TargetID] {
        order.filter { direct[$0]?.contains(target) ?? false }
    }

    /// A shortest way along dependencies from one target to another, both included; nil where there is none.
    public func path(from start: TargetID, to end: TargetID) -> [TargetID]? {
        var from: [TargetID: TargetID] = [start: start]
        var level = [start]
        while from[end] == nil, !level.isEmpty {
            var next: [TargetID] = []
            for id in level {
                for dependency in dependencies(of: id) where from[dependency] == nil {
                    from[dependency] = id
                    next.append(dependency)
                }
            }
            level = next
        }
        guard from[end] != nil else { return nil }
        var way = [end]
        while way[way.count - 1] != start, let next = from[way[way.count - 1]] { way.append(next) }
        return way.reversed()
    }

    /// Everything that needs `target`, itself left out, in `order`.
    public func dependents(of target: TargetID) -> [TargetID] {
        var reached: Set<TargetID> = [target]
        for candidate in order where (direct[candidate] ?? []).contains(where: reached.contains) {
            reached.insert(candidate)
        }
        return order.filter { $0 != target && reached.contains($0) }
    }

    /// Everything after all it needs, and what stands in or behind a circle.
    private static func sorted(_ needs: [[Int]]) -> (order: [Int], left: [Int]) {
        var waiting = needs.map(\.count)
        var dependents = [[Int]](repeating: [], count: needs.count)
        for place in needs.indices {
            for need in needs[place] { dependents[need].append(place) }
        }
        // Level by level, each level sorted: the order then depends on the graph alone.
        var level = needs.indices.filter { waiting[$0] == 0 }
        var result: [Int] = []
        while !level.isEmpty {
            result += level
            var next: [Int] = []
            for place in level {
                for dependent in dependents[place] {
                    waiting[dependent] -= 1
                    if waiting[dependent] == 0 { next.append(dependent) }
                }
            }
            level = next.sorted()
        }
        return (result, needs.indices.filter { waiting[$0] > 0 })
    }

    /// One circle among targets that are known to hold at least one, starting at its least member.
    private static func cycle(among ids: [TargetID], _ direct: [TargetID: [TargetID]]) -> [TargetID] {
        let left = Set(ids)
        var path: [TargetID] = [ids[0]]
        var at: [TargetID: Int] = [ids[0]: 0]
        // Every target that is left waits for another one that is left, so the walk must come back to itself.
        while let next = (direct[path.last!] ?? []).first(where: left.contains) {
            if let start = at[next] {
                let circle = Array(path[start...])
                let least = circle.indices.min { circle[$0] < circle[$1] }!
                return Array(circle[least...] + circle[..<least])
            }
            at[next] = path.count
            path.append(next)
        }
        return path
    }
}

/// Why packages and targets do not make a graph. Facts; the words are the commands'.
public enum GraphError: Error, Hashable, Sendable {
    public enum Dependent: Hashable, Sendable {
        case target(TargetID)
        case product(ProductID)
    }

    case duplicatePackage(PackageID)
    case duplicateTarget(TargetID)
    case duplicateProduct(ProductID)
    case unknownTarget(TargetID, neededBy: Dependent)
    case unknownProduct(ProductID, neededBy: TargetID)
    /// Each depends on the next, the last on the first.
    case cycle([TargetID])
}
