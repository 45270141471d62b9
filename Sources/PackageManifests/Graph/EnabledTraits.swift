import Targets

/// Decides which traits of which packages are on: those that the workspace's own packages have by default, and what
/// packages ask of their dependencies, united over all who ask.
struct EnabledTraits {
    /// By package. A package that declares no traits has none.
    private(set) var enabled: [PackageID: Set<String>] = [:]

    /// `roots` have the given traits (`default` for the default ones) and what these turn on. `find` gives the package
    /// that a declared dependency means, nil where it is not part of the build; it may ask for it again.
    init(
        roots: [(package: PackageID, traits: [String])], packages: (PackageID) -> LoadedManifest?,
        find: (PackageID, DeclaredDependency) -> PackageID?
    ) throws(TraitFailure) {
        var open: [PackageID] = []
        for root in roots {
            guard let manifest = packages(root.package)?.manifest else { continue }
            enabled[root.package] = try EnabledTraits.closure(
                of: root.traits, in: manifest, of: root.package, wantedBy: nil)
            open.append(root.package)
        }
        // Sets only grow, and what a package asks for grows with its own set: this ends, and the order does not matter.
        while let next = open.popLast() {
            guard let package = packages(next), let mine = enabled[next] else { continue }
            let targets = package.targetsInUse
            for dependency in package.manifest.dependencies
            where EnabledTraits.isUsed(dependency, by: package, targets, with: mine) {
                guard let target = find(next, dependency), let itsManifest = packages(target)?.manifest else {
                    continue
                }
                let wanted = try EnabledTraits.closure(
                    of: EnabledTraits.requested(of: dependency, with: mine), in: itsManifest, of: target, wantedBy: next
                )
                let before = enabled[target]
                enabled[target, default: []].formUnion(wanted)
                if before != enabled[target] { open.append(target) }
            }
        }
    }

    subscript(package: PackageID) -> Set<String> { enabled[package] ?? [] }

    /// The names that a dependency's declaration asks for, `default` among them where it does.
    static func requested(of dependency: DeclaredDependency, with mine: Set<String>) -> [String] {
        guard let traits = dependency.traits else { return ["default"] }
        return traits.filter { trait in trait.onlyWith.map { !mine.isDisjoint(with: $0) } ?? true }.map(\.name)
    }

    /// False where nothing that counts would use the package, with these traits of its user: SwiftPM does not even
    /// fetch it then. `targets` are those of `package` that count. A package of the workspace itself keeps dependencies
    /// that no target names.
    static func isUsed(
        _ dependency: DeclaredDependency, by package: LoadedManifest, _ targets: [DeclaredTarget],
        with traits: Set<String>
    ) -> Bool {
        func means(_ name: String) -> Bool {
            let name = name.lowercased()
            return name == dependency.nameForTargets || name == dependency.identity
        }
        var isNamed = false
        for target in targets {
            for use in target.dependencies {
                switch use.reference {
                case .product(_, let name?, _), .either(let name): if !means(name) { continue }
                // Without a package's name, it may be any.
                case .product(_, nil, _): break
                case .target: continue
                }
                isNamed = true
                guard let wanted = use.condition.traits, !package.manifest.traits.isEmpty else { return true }
                if !traits.isDisjoint(with: wanted) { return true }
            }
            if target.plugins.contains(where: { $0.package.map(means) ?? false }) { return true }
        }
        let keepsUnused = package.role == .member || package.manifest.toolsVersion < ToolsVersion(5, 2)
        return !isNamed && keepsUnused
    }

    /// The named traits and all that they turn on, without `default` itself.
    private static func closure(
        of names: [String], in manifest: Manifest, of package: PackageID, wantedBy: PackageID?
    ) throws(TraitFailure) -> Set<String> {
        if manifest.traits.isEmpty {
            // Asking for the default ones of a package that has none is what everybody does.
            if names == ["default"] { return [] }
            throw TraitFailure(
                package: package, trait: names.first { $0 != "default" }, wantedBy: wantedBy, declared: [])
        }
        var found: Set<String> = []
        var open = names
        while let name = open.popLast() {
            guard let trait = manifest.traits.first(where: { $0.name == name }) else {
                if name == "default" { continue }
                throw TraitFailure(
                    package: package, trait: name, wantedBy: wantedBy,
                    declared: manifest.traits.map(\.name).filter { $0 != "default" })
            }
            if name != "default", !found.insert(name).inserted { continue }
            open += trait.enables.filter { !found.contains($0) && $0 != name }
        }
        return found
    }
}

/// A trait that is asked for and that its package does not declare. `trait` is nil where the default ones of a package
/// without any traits were turned off, which SwiftPM forbids.
struct TraitFailure: Error, Hashable {
    var package: PackageID
    var trait: String?
    var wantedBy: PackageID?
    var declared: [String]
}
