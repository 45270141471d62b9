import Disk
import Targets

/// All packages whose manifests are known, and what their dependencies mean.
struct PackageTable {
    private(set) var packages: [PackageID: LoadedManifest] = [:]
    private var byFolder: [AbsolutePath: PackageID] = [:]
    private var localByIdentity: [String: [PackageID]] = [:]
    /// Of packages from elsewhere not all is known: a product that none offers may have been one.
    var acceptsUnknownProducts = false

    mutating func add(_ package: LoadedManifest) {
        packages[package.id] = package
        byFolder[package.folder] = package.id
        if !package.isExternal { localByIdentity[package.identity, default: []].append(package.id) }
    }

    subscript(id: PackageID) -> LoadedManifest? { packages[id] }

    /// Sorted by name.
    var ids: [PackageID] { packages.keys.sorted() }

    func locals(withIdentity identity: String) -> [PackageID] { localByIdentity[identity] ?? [] }

    /// The only local package of that identity, of which there is one at least.
    func local(withIdentity identity: String) throws(ManifestError) -> LoadedManifest {
        let found = locals(withIdentity: identity)
        guard found.count == 1, let package = packages[found[0]] else {
            throw .ambiguousIdentity(identity, found.sorted())
        }
        return package
    }

    /// The package that a dependency of `package` means; nil where it is not loaded. A package of the workspace stands
    /// for every external one of its identity.
    func package(meantBy dependency: DeclaredDependency, of package: PackageID) -> PackageID? {
        switch dependency.source {
        case .folder(let path):
            guard let folder = packages[package]?.folder else { return nil }
            return byFolder[AbsolutePath(path, in: folder)]
        case .sourceControl, .registry:
            if let local = localByIdentity[dependency.identity]?.first { return local }
            let external = PackageID.external(dependency.identity)
            return packages[external] == nil ? nil : external
        }
    }

    /// The product that a target of `package` means by a name, and perhaps a package's name.
    func product(_ name: String, in packageName: String?, wantedBy package: PackageID) -> ProductID? {
        guard let manifest = packages[package]?.manifest else { return nil }
        func offered(by dependency: DeclaredDependency) -> ProductID? {
            guard let id = self.package(meantBy: dependency, of: package),
                packages[id]!.manifest.products.contains(where: { $0.name == name })
            else { return nil }
            return ProductID(id, name)
        }
        let wanted = (packageName ?? name).lowercased()
        for dependency in manifest.dependencies
        where dependency.nameForTargets == wanted || dependency.identity == wanted {
            if let product = offered(by: dependency) { return product }
        }
        // Older manifests need not name the package, and newer ones may mean the only one that has such a product.
        if packageName != nil, manifest.toolsVersion >= ToolsVersion(5, 8) { return nil }
        let found = Set(manifest.dependencies.compactMap(offered))
        return found.count == 1 ? found.first : nil
    }

    /// What stands for a product that no known package offers; nil where that is an error.
    func unknownProduct(_ name: String, in packageName: String?) -> ProductID? {
        acceptsUnknownProducts ? ProductID(.external((packageName ?? name).lowercased()), name) : nil
    }

    /// The products of the package that `package` depends on under that name; nil where it depends on none.
    func products(offeredBy name: String?, wantedBy package: PackageID) -> [String]? {
        guard let wanted = name?.lowercased(),
            let dependency = packages[package]?.manifest.dependencies.first(where: {
                $0.nameForTargets == wanted || $0.identity == wanted
            }), let id = self.package(meantBy: dependency, of: package)
        else { return nil }
        return packages[id]?.manifest.products.map(\.name).sorted()
    }

    /// All names that a target of `package` could have meant.
    func candidates(for package: PackageID) -> [String] {
        guard let manifest = packages[package]?.manifest else { return [] }
        var names = Set(manifest.targets.map(\.name))
        for dependency in manifest.dependencies {
            guard let id = self.package(meantBy: dependency, of: package) else { continue }
            names.formUnion(packages[id]!.manifest.products.map(\.name))
        }
        return names.sorted()
    }
}
