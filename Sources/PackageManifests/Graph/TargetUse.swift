import Targets

/// Finds which targets of which packages the workspace needs, from manifests alone: all of its own packages, and what
/// these reach.
struct TargetUse {
    /// What a target depends on, by name, once conditions on platform and traits are decided.
    struct Dependency: Hashable {
        enum Meaning: Hashable {
            case target(String)
            case product(ProductID)
        }

        var meaning: Meaning
        var configuration: BuildConfiguration?
        /// What the target wants modules of the product to be called, by their own names.
        var aliases: [String: String] = [:]
    }

    private(set) var dependencies: [TargetID: [Dependency]] = [:]
    /// The plugins that targets are built with, where there are any.
    private(set) var plugins: [TargetID: [TargetID]] = [:]
    private(set) var products: Set<ProductID> = []

    /// The names of the targets in use, by package, in the manifest's order.
    private(set) var targets: [PackageID: [DeclaredTarget]] = [:]

    init(table: PackageTable, traits: EnabledTraits) throws(ManifestError) {
        var needed: Set<TargetID> = []
        var open: [TargetID] = []
        for id in table.ids where table[id]!.role == .member {
            let manifest = table[id]!.manifest
            for target in manifest.targets where needed.insert(TargetID(id, target.name)).inserted {
                open.append(TargetID(id, target.name))
            }
            products.formUnion(manifest.products.map { ProductID(id, $0.name) })
        }
        // Where each package has which target: hundreds of targets ask for their package's names.
        var indices: [PackageID: [String: Int]] = [:]
        while let next = open.popLast() {
            guard let package = table[next.package] else { continue }
            if indices[next.package] == nil {
                indices[next.package] = Dictionary(
                    zip(package.manifest.targets.map(\.name), package.manifest.targets.indices)
                ) { first, _ in first }
            }
            guard let names = indices[next.package], let index = names[next.name] else { continue }
            let found = try TargetUse.dependencies(
                of: package.manifest.targets[index], in: package, names, table, traits[next.package])
            dependencies[next] = found
            let used = try TargetUse.plugins(of: package.manifest.targets[index], in: package, names, table)
            if !used.isEmpty { plugins[next] = used }
            for plugin in used where needed.insert(plugin).inserted { open.append(plugin) }
            for dependency in found {
                switch dependency.meaning {
                case .target(let name):
                    let id = TargetID(next.package, name)
                    if needed.insert(id).inserted { open.append(id) }
                case .product(let id):
                    guard products.insert(id).inserted else { continue }
                    for name in table[id.package]?.manifest.products.first(where: { $0.name == id.name })?.targets ?? []
                    {
                        let target = TargetID(id.package, name)
                        if needed.insert(target).inserted { open.append(target) }
                    }
                }
            }
        }
        for id in table.ids {
            targets[id] = table[id]!.manifest.targets.filter { needed.contains(TargetID(id, $0.name)) }
        }
    }

    /// Of this package, or of a product of another one. What people call takes no part in builds.
    private static func plugins(
        of target: DeclaredTarget, in package: LoadedManifest, _ ownTargets: [String: Int], _ table: PackageTable
    ) throws(ManifestError) -> [TargetID] {
        var result: [TargetID] = []
        for use in target.plugins {
            var found: [TargetID] = []
            if use.package == nil, ownTargets[use.name] != nil {
                found = [TargetID(package.id, use.name)]
            } else if use.package == nil,
                let own = package.manifest.products.first(where: { $0.name == use.name && $0.kind == .plugin })
            {
                found = own.targets.map { TargetID(package.id, $0) }
            } else if let product = table.product(use.name, in: use.package, wantedBy: package.id) {
                let offered = table[product.package]?.manifest.products.first { $0.name == product.name }
                found = offered?.targets.map { TargetID(product.package, $0) } ?? []
            } else if !table.acceptsUnknownProducts {
                throw .unknownProduct(
                    UnknownProduct(
                        name: use.name, package: use.package, neededBy: TargetID(package.id, target.name),
                        manifest: package.manifestPath, candidates: table.candidates(for: package.id),
                        offered: table.products(offeredBy: use.package, wantedBy: package.id)))
            }
            for id in found {
                guard let declared = table[id.package]?.manifest.targets.first(where: { $0.name == id.name }),
                    declared.kind == .plugin,
                    declared.commandVerb == nil, !result.contains(id)
                else { continue }
                result.append(id)
            }
        }
        return result
    }

    private static func dependencies(
        of target: DeclaredTarget, in package: LoadedManifest, _ ownTargets: [String: Int], _ table: PackageTable,
        _ traits: Set<String>
    ) throws(ManifestError) -> [Dependency] {
        let hasTraits = !package.manifest.traits.isEmpty
        var result: [Dependency] = []
        for dependency in target.dependencies {
            let condition = dependency.condition
            guard condition.holdsOnLinux else { continue }
            if hasTraits, let wanted = condition.traits, !wanted.isEmpty, traits.isDisjoint(with: wanted) { continue }
            let name: String, packageName: String?, aliases: [String]
            switch dependency.reference {
            case .target(let own):
                result.append(Dependency(meaning: .target(own), configuration: condition.configuration))
                continue
            case .either(let own) where ownTargets[own] != nil:
                result.append(Dependency(meaning: .target(own), configuration: condition.configuration))
                continue
            case .either(let other): (name, packageName, aliases) = (other, nil, [])
            case .product(let other, let package, let wanted): (name, packageName, aliases) = (other, package, wanted)
            }
            guard
                let product = table.product(name, in: packageName, wantedBy: package.id)
                    ?? table.unknownProduct(name, in: packageName)
            else {
                throw .unknownProduct(
                    UnknownProduct(
                        name: name, package: packageName, neededBy: TargetID(package.id, target.name),
                        manifest: package.manifestPath, candidates: table.candidates(for: package.id),
                        offered: table.products(offeredBy: packageName, wantedBy: package.id)))
            }
            let pairs = aliases.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
            result.append(
                Dependency(
                    meaning: .product(product), configuration: condition.configuration,
                    aliases: Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }))
        }
        return result
    }
}
