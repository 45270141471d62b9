/// All packages, targets and products of a workspace: validated, immutable, free of cycles.
public struct TargetGraph: Sendable {
    public let packages: [PackageID: Package]
    public let targets: [TargetID: Target]
    public let products: [ProductID: Product]
    /// Every target after all it depends on; among those that may stand in any order, by name. The same graph, the same order.
    public let order: [TargetID]
    /// What each target depends on directly in any configuration, through products too; sorted.
    private let direct: [TargetID: [TargetID]]
    private let position: [TargetID: Int]
    private let identity = Identity()

    private final class Identity: Sendable {}

    /// True where the two are copies of one: what holds of one holds of the other. Other graphs may be equal too.
    public func isCopy(of other: TargetGraph) -> Bool { identity === other.identity }

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

        var direct: [TargetID: [TargetID]] = [:]
        for target in targets {
            var found: Set<TargetID> = []
            for dependency in target.dependencies {
                switch dependency.value {
                case .target(let id):
                    guard targetTable[id] != nil else { throw .unknownTarget(id, neededBy: .target(target.id)) }
                    found.insert(id)
                case .product(let id):
                    guard let product = productTable[id] else { throw .unknownProduct(id, neededBy: target.id) }
                    found.formUnion(product.targets)
                }
            }
            direct[target.id] = found.sorted()
        }
        order = try TargetGraph.sorted(targetTable.keys.sorted(), direct)
        position = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        self.packages = packageTable
        self.targets = targetTable
        self.products = productTable
        self.direct = direct
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

    /// Everything that the given targets need, themselves included, in `order`.
    public func closure(of roots: some Sequence<TargetID>, in configuration: BuildConfiguration? = nil) -> [TargetID] {
        var seen = Set(roots)
        var open = Array(seen)
        while let next = open.popLast() {
            for dependency in dependencies(of: next, in: configuration) where seen.insert(dependency).inserted {
                open.append(dependency)
            }
        }
        return seen.filter { targets[$0] != nil }.sorted { position[$0]! < position[$1]! }
    }

    /// What depends on `target` directly, in any configuration; in `order`.
    public func directDependents(of target: TargetID) -> [TargetID] { order.filter { direct[$0]?.contains(target) ?? false } }

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
        for candidate in order where (direct[candidate] ?? []).contains(where: reached.contains) { reached.insert(candidate) }
        return order.filter { $0 != target && reached.contains($0) }
    }

    private static func sorted(
        _ ids: [TargetID], _ direct: [TargetID: [TargetID]]
    ) throws(GraphError) -> [TargetID] {
        var waiting: [TargetID: Int] = [:]
        var dependents: [TargetID: [TargetID]] = [:]
        for id in ids {
            waiting[id] = direct[id]?.count ?? 0
            for dependency in direct[id] ?? [] { dependents[dependency, default: []].append(id) }
        }
        // Level by level, each level sorted: the order then depends on the graph alone.
        var level = ids.filter { waiting[$0] == 0 }
        var result: [TargetID] = []
        while !level.isEmpty {
            result += level
            var next: [TargetID] = []
            for id in level {
                for dependent in dependents[id] ?? [] {
                    waiting[dependent]! -= 1
                    if waiting[dependent] == 0 { next.append(dependent) }
                }
            }
            level = next.sorted()
        }
        guard result.count == ids.count else { throw .cycle(cycle(among: ids.filter { waiting[$0]! > 0 }, direct)) }
        return result
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
