import Disk
import PackageResolution
import Parallelism
import Targets

/// Makes the graph of all that is known about packages: manifests, traits, files.
struct GraphAssembly {
    let table: PackageTable
    let traits: EnabledTraits
    let files: any FileSystem
    /// The user's.
    let environment: [String: String]
    /// What was fetched or unpacked for targets.
    var artifacts: [TargetID: Artifacts.Place] = [:]
    /// What is known of the packages already.
    var unchanged: UnchangedPackages?
    var memory: PackageMemory?

    struct Result {
        var graph: TargetGraph
        var notes: [WorkspaceNote]
        var links: [String]
        var packages: [PackageID: WorkspaceParts.Package]
    }

    func assembled() throws(ManifestError) -> Result {
        if let known = unchanged?.everything(table, traits) { return known }
        let pkgConfig = PkgConfig(files: files, environment: environment)
        let known = try unchanged?.nearlyEverything(table, traits, describe: package) {
            (package, declared) throws(ManifestError) in
            try read(package, declared, pkgConfig)
        }
        if let known { return known }
        let use = try TargetUse(table: table, traits: traits)
        // What nothing uses is not looked at.
        let ids = table.ids.filter {
            table[$0]!.role == .member || !(use.targets[$0] ?? []).isEmpty || isSystemPackage($0)
        }
        let assembled = try parallelMap(ids) { (id) throws(ManifestError) in
            let package = table[id]!, traits = self.traits[id], declared = use.targets[id] ?? []
            let known =
                unchanged?.targets(of: package, traits: traits, declared: declared)
                ?? memory?.targets(of: package, traits: traits, declared: declared)
            let result = if let known { known } else { try read(package, declared, pkgConfig) }
            return WorkspaceParts.Package(manifest: package, traits: traits, declared: declared, result: result)
        }
        var targets: [Target] = []
        var products: [Product] = []
        let existing = Set(assembled.flatMap(\.result.targets).map(\.id))
        let systemPackages = Set(table.ids.filter(isSystemPackage))
        for (id, part) in zip(ids, assembled) {
            let package = table[id]!, group = part.result
            let inherited = systemLibraries(seenBy: package, systemPackages)
            targets += group.targets.map { target in
                var target = target
                target.dependencies += dependencies(of: target, use, existing) + inherited
                target.plugins = (use.plugins[target.id] ?? []).filter(existing.contains)
                return target
            }
            products += try self.products(of: package, group.targets, use)
        }
        if table.acceptsUnknownProducts {
            let known = Set(products.map(\.id))
            products += use.products.subtracting(known).map { Product(id: $0, kind: .automaticLibrary, targets: []) }
        }
        try checkUnsafeFlags(targets, use)
        let packages = ids.map { self.package(table[$0]!) }
        var graph = try self.graph(packages, targets, products)
        if let renamed = try renamed(targets, products, use) { graph = try self.graph(packages, renamed, products) }
        let links = zip(ids, assembled).flatMap { id, part in
            part.result.links.map { PackagePath.joined(table[id]!.path, $0) }
        }
        return Result(
            graph: graph, notes: assembled.flatMap(\.result.notes), links: links,
            packages: Dictionary(uniqueKeysWithValues: zip(ids, assembled)))
    }

    private func read(_ package: LoadedManifest, _ declared: [DeclaredTarget], _ pkgConfig: PkgConfig)
        throws(ManifestError) -> TargetAssembly.Result
    {
        let traits = self.traits[package.id]
        let artifacts =
            self.artifacts.isEmpty
            ? [:]
            : Dictionary(
                declared.compactMap { each in self.artifacts[TargetID(package.id, each.name)].map { (each.name, $0) } }
            ) { first, _ in first }
        func assembly(_ files: any FileSystem) -> TargetAssembly {
            TargetAssembly(
                package: package, traits: traits, declared: declared, pkgConfig: pkgConfig, artifacts: artifacts,
                files: files)
        }
        guard let memory else { return try assembly(files).assembled() }
        return try memory.noting(package, traits, declared) { (files) throws(ManifestError) in
            try assembly(files).assembled()
        }
    }

    private func graph(_ packages: [Package], _ targets: [Target], _ products: [Product]) throws(ManifestError)
        -> TargetGraph
    {
        do { return try TargetGraph(packages: packages, targets: targets, products: products) } catch {
            throw .graph(error)
        }
    }

    /// The targets under the names by which others want them; nil where nobody does.
    private func renamed(_ targets: [Target], _ products: [Product], _ use: TargetUse) throws(ManifestError)
        -> [Target]?
    {
        let wishes = use.dependencies.compactMapValues { dependencies -> [ModuleAliases.Wish]? in
            let found = dependencies.compactMap { dependency -> ModuleAliases.Wish? in
                guard case .product(let id) = dependency.meaning, !dependency.aliases.isEmpty else { return nil }
                return .init(product: id, aliases: dependency.aliases)
            }
            return found.isEmpty ? nil : found
        }
        if wishes.isEmpty { return nil }
        return try ModuleAliases(targets: targets, products: products, wishes: wishes).applied(to: targets)
    }

    private func package(_ loaded: LoadedManifest) -> Package {
        var version: String?
        if case .external(let pin) = loaded.role, case .version(let chosen) = pin.state { version = chosen.description }
        let manifest = loaded.manifest
        return Package(
            id: loaded.id, displayName: manifest.name, identity: loaded.identity, folder: loaded.path,
            manifest: loaded.path == "." ? loaded.manifestName : loaded.path + "/" + loaded.manifestName,
            toolsVersion: manifest.toolsVersion, version: version, traits: traits[loaded.id].sorted(),
            cLanguageStandard: manifest.cLanguageStandard, cxxLanguageStandard: manifest.cxxLanguageStandard,
            swiftLanguageModes: manifest.swiftLanguageModes, defaultLocalization: manifest.defaultLocalization)
    }

    private func dependencies(
        of target: Target, _ use: TargetUse, _ existing: Set<TargetID>
    ) -> [Conditional<TargetDependency>] {
        var result: [Conditional<TargetDependency>] = []
        for dependency in use.dependencies[target.id] ?? [] {
            switch dependency.meaning {
            case .target(let name):
                let id = TargetID(target.id.package, name)
                // A target without any file is none: what depends on it does without, as in SwiftPM. One that was never
                // declared is an error.
                if existing.contains(id) || !table[id.package]!.manifest.targets.contains(where: { $0.name == name }) {
                    result.append(Conditional(.target(id), when: dependency.configuration))
                }
            case .product(let id): result.append(Conditional(.product(id), when: dependency.configuration))
            }
        }
        return result
    }

    /// A package that is itself a system library is seen by everything in the packages that depend on it.
    private func systemLibraries(seenBy package: LoadedManifest, _ systemPackages: Set<PackageID>) -> [Conditional<
        TargetDependency
    >] {
        if systemPackages.isEmpty { return [] }
        return package.manifest.dependencies.compactMap { dependency in
            guard let id = table.package(meantBy: dependency, of: package.id), systemPackages.contains(id) else {
                return nil
            }
            return Conditional(.target(TargetID(id, table[id]!.manifest.name)))
        }
    }

    private func isSystemPackage(_ id: PackageID) -> Bool {
        // Such packages declare no targets, so nearly none has to be looked at.
        let package = table[id]!
        return package.manifest.targets.isEmpty && files.isFile(package.folder / "module.modulemap")
    }

    // MARK: Products

    private func products(
        of package: LoadedManifest, _ targets: [Target], _ use: TargetUse
    ) throws(ManifestError) -> [Product] {
        let names = Set(targets.map(\.id.name))
        var result: [Product] = []
        for declared in package.manifest.products where use.products.contains(ProductID(package.id, declared.name)) {
            let id = ProductID(package.id, declared.name)
            for name in declared.targets where !names.contains(name) { throw .emptyProduct(id, target: name) }
            guard let kind = GraphAssembly.kind(declared.kind) else { continue }
            result.append(Product(id: id, kind: kind, targets: declared.targets.map { TargetID(package.id, $0) }))
        }
        guard package.role == .member else { return result }
        // SwiftPM makes a program of every executable target that no product makes one of.
        var taken = Set(package.manifest.products.map(\.name))
        for product in package.manifest.products where product.kind == .executable || product.kind == .snippet {
            taken.formUnion(product.targets)
        }
        for target in targets where target.kind == .executable && !taken.contains(target.id.name) {
            result.append(
                Product(
                    id: ProductID(package.id, target.id.name), kind: .executable, targets: [target.id],
                    isDeclared: false))
        }
        taken.formUnion(result.map(\.id.name))
        for target in targets where target.kind == .snippet && !taken.contains(target.id.name) {
            result.append(
                Product(
                    id: ProductID(package.id, target.id.name), kind: .snippet, targets: [target.id], isDeclared: false))
        }
        return result
    }

    private static func kind(_ kind: DeclaredProduct.Kind) -> Product.Kind? {
        switch kind {
        case .executable: .executable
        case .automaticLibrary: .automaticLibrary
        case .staticLibrary: .staticLibrary
        case .dynamicLibrary: .dynamicLibrary
        case .plugin: .plugin
        case .snippet: .snippet
        case .macro: .macro
        case .test: nil
        }
    }

    // MARK: Unsafe flags

    /// A dependency that is wanted by version may not bring unsafe flags, unless its tools version is 6.2 or later.
    private func checkUnsafeFlags(_ targets: [Target], _ use: TargetUse) throws(ManifestError) {
        var unsafe: Set<PackageID> = []
        // What a system library is found with is the machine's, not the package's.
        for target in targets where target.id.package.isExternal && target.kind != .system {
            guard let package = table[target.id.package], case .external(let pin) = package.role,
                case .version = pin.state, package.manifest.toolsVersion < ToolsVersion(6, 2)
            else { continue }
            guard target.settings.contains(where: GraphAssembly.isUnsafe), unsafe.insert(package.id).inserted else {
                continue
            }
            let dependents = table.ids.filter { id in
                table[id]!.manifest.dependencies.contains { table.package(meantBy: $0, of: id) == package.id }
            }
            throw .unsafeFlags(target: target.id, neededBy: dependents.first ?? package.id)
        }
    }

    private static func isUnsafe(_ setting: Conditional<Setting>) -> Bool {
        switch setting.value {
        case .swift(.unsafeFlags), .linkerUnsafeFlags: true
        case .clangUnsafeFlags(_, let words): !words.allSatisfy { $0.hasPrefix("-Wno-error=") }
        default: false
        }
    }
}
