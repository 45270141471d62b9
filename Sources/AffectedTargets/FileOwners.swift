import Configuration
import Disk
import PackageManifests
import Targets

/// Which targets of a workspace a file has to do with, by what the graph says.
public struct FileOwners {
    public enum Role: Hashable, Sendable {
        /// The target is made of it.
        case input
        /// Tools with flags that mono does not understand may read it, and so may plugins.
        case mayBeRead
    }

    private let graph: TargetGraph
    private let root: AbsolutePath
    private let packages: [AbsolutePath: PackageID]
    private let targets: [PackageID: [Target]]
    private let links: [LinkedPath]
    /// Their flags may name any file of the workspace.
    private let curious: [Target]
    /// Targets that are built with plugins, by each package that their plugins see: their own, and those that they
    /// depend on. A command of a plugin may name any file there as an input, sources of other targets too.
    private let askingPlugins: [PackageID: [TargetID]]
    private let outer: OuterFiles?

    /// `files`: what the workspace was read from. `other`: those of another state of it, in which much may be the same.
    ///
    /// Where `other` is given, it alone knows what manifests do not list: what packages and declared folders lie
    /// behind, what flags name and what C sources include. That is enough. As long as both states say the same about a
    /// target, both look for its files in the same places one after another, until something at such a place is
    /// different: and that is a change which `other` knows.
    public init(of workspace: LoadedWorkspace, files: any FileSystem, like other: FileOwners? = nil) {
        (graph, root) = (workspace.graph, workspace.root)
        let lookup = PathLookup(files: files, root: workspace.root)
        links = LinkedPath.all(of: workspace, lookup, onlyListed: other != nil)
        outer = other == nil ? OuterFiles(of: workspace, files: files, lookup: lookup) : nil
        askingPlugins = FileOwners.askingPlugins(in: workspace.graph)
        if let other, root == other.root, let replaced = workspace.graph.packagesReplaced(since: other.graph),
            replaced.allSatisfy({ workspace.graph.packages[$0]?.folder == other.graph.packages[$0]?.folder })
        {
            var targets = other.targets
            for package in replaced where targets[package] != nil {
                targets[package] = FileOwners.targets(of: package, workspace.graph)
            }
            (packages, self.targets) = (other.packages, targets)
            curious =
                other.curious.filter { !replaced.contains($0.id.package) }
                + replaced.sorted().flatMap { targets[$0]?.filter(\.isCurious) ?? [] }
            return
        }
        let local = graph.packages.values.filter { !$0.isExternal }
        packages = Dictionary(local.map { (workspace.root / $0.folder, $0.id) }) { first, _ in first }
        let own = graph.byPackage.keys.filter { !$0.isExternal }.sorted()
        let targets = own.map { FileOwners.targets(of: $0, workspace.graph) }
        self.targets = Dictionary(uniqueKeysWithValues: zip(own, targets))
        curious = targets.flatMap { $0.filter(\.isCurious) }
    }

    private static func askingPlugins(in graph: TargetGraph) -> [PackageID: [TargetID]] {
        var found: [PackageID: [TargetID]] = [:]
        for (id, target) in graph.targets where !target.plugins.isEmpty && !id.package.isExternal {
            for package in Set(graph.closure(of: [id]).map(\.package)) { found[package, default: []].append(id) }
        }
        return found
    }

    private static func targets(of package: PackageID, _ graph: TargetGraph) -> [Target] {
        graph.byPackage[package]?.compactMap { graph.targets[$0] } ?? []
    }

    /// What counts outside of the workspace: where links lead, and what C sources and flags name there.
    public var placesOutside: Set<AbsolutePath> {
        Set((links.flatMap { [$0.way.end] + $0.way.links } + (outer?.places ?? [])).filter { !$0.isInside(root) })
    }

    /// What the file at `path`, which need not be there, means to whom. `isFolder`: everything in that folder.
    public func owners(of path: AbsolutePath, isFolder: Bool = false) -> [TargetID: Role] {
        var found: [TargetID: Role] = [:]
        let paths = [(path: path, isFolder: isFolder)] + aliases(of: path, isFolder: isFolder)
        for (path, isFolder) in paths {
            if isFolder { addEverything(in: path, &found) }
            addInputs(path, &found)
        }
        let isClaimed = !found.isEmpty
        for (path, isFolder) in paths {
            for target in outer?.owners(of: path, isFolder: isFolder) ?? [] { found[target] = .input }
        }
        if isFolder || !isSwift(path) && !isManifest(path) {
            for target in outer?.curious() ?? [] where found[target] == nil { found[target] = .mayBeRead }
        }
        // A plugin is handed its package as a folder: it may read the manifest as a text.
        if isClaimed || isManifest(path) {
            let packages = paths.flatMap { packagesAround($0.path).map(\.1) }
            for target in packages.flatMap({ askingPlugins[$0] ?? [] }) where found[target] == nil {
                found[target] = .mayBeRead
            }
        }
        if isClaimed, isFolder || paths.contains(where: { isCompiled($0.path) }) { return found }
        for (path, isFolder) in paths {
            // A manifest counts by what it says.
            if !isClaimed, isFolder || !isManifest(path) {
                for target in curious where found[target.id] == nil { found[target.id] = .mayBeRead }
            }
        }
        return found
    }

    // MARK: Inputs

    private func addInputs(_ path: AbsolutePath, _ found: inout [TargetID: Role]) {
        for (folder, package) in packagesAround(path) {
            let relative = path.relative(to: folder)
            for target in targets[package] ?? [] where isInput(path, relative, of: target, in: folder) {
                found[target.id] = .input
            }
        }
    }

    private func isInput(_ path: AbsolutePath, _ relative: String, of target: Target, in package: AbsolutePath) -> Bool
    {
        if FileOwners.contains(relative, target.sources) || FileOwners.contains(relative, target.headers) {
            return true
        }
        if case .own(let map) = target.moduleMap, map.utf8.elementsEqual(relative.utf8) { return true }
        if let list = target.testList, list.path.utf8.elementsEqual(relative.utf8) { return true }
        if target.resourcePaths.contains(where: { path.isInside(package / $0) }) { return true }
        switch (target.kind, target.language) {
        case (.binary, _): return path.isInside(package / target.folder)
        // A source may include any file that it finds, and so may whoever imports a system library.
        case (.system, _), (_, .clang):
            return !isSwift(path) && !isManifest(path) && searched(by: target).contains { path.isInside(package / $0) }
        default: return false
        }
    }

    /// Folders in which a C target's compiles find files without help of a dependency.
    private func searched(by target: Target) -> [String] {
        [target.folder] + (target.isReadByClang ? target.headerFolders : [])
    }

    /// For a folder of which nothing more is known.
    private func addEverything(in folder: AbsolutePath, _ found: inout [TargetID: Role]) {
        for (package, targets) in targets {
            guard let home = graph.packages[package].map({ root / $0.folder }) else { continue }
            for target in targets {
                let isNear = searched(by: target).contains {
                    (home / $0).isInside(folder) || folder.isInside(home / $0)
                }
                if isNear || home.isInside(folder)
                    || target.resourcePaths.contains(where: {
                        (home / $0).isInside(folder) || folder.isInside(home / $0)
                    })
                {
                    found[target.id] = .input
                }
            }
        }
    }

    // MARK: Around

    private func packagesAround(_ path: AbsolutePath) -> [(AbsolutePath, PackageID)] {
        var result: [(AbsolutePath, PackageID)] = [], folder = path
        while folder != root, folder.isInside(root) {
            folder = folder.parent
            if let package = packages[folder] { result.append((folder, package)) }
        }
        return result
    }

    /// Targets of which the file may have said what they are made of, or which may have been made of it: those of its
    /// package for a manifest, and those in whose folders it lies. Nil: all of them.
    public func mayDefine(_ path: AbsolutePath) -> Set<TargetID>? {
        if path.name == AffectedQuery.toolchainFile { return nil }
        if isManifest(path) {
            guard path.name.hasSuffix(".swift"), let package = packages[path.parent] else { return nil }
            return Set((targets[package] ?? []).map(\.id))
        }
        var found: Set<TargetID> = []
        for (folder, package) in packagesAround(path) {
            for target in targets[package] ?? [] where path.isInside(folder / target.folder) { found.insert(target.id) }
        }
        return found
    }

    private func isManifest(_ path: AbsolutePath) -> Bool {
        let name = path.name
        if path.parent == root, name == WorkspaceConfiguration.fileName { return true }
        guard packages[path.parent] != nil || path.parent == root else { return false }
        return name == "Package.swift" || name == "Package.resolved"
            || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
    }

    /// True for sources and headers, and not for resources and what else a target may be made of.
    private func isCompiled(_ path: AbsolutePath) -> Bool {
        packagesAround(path).contains { folder, package in
            let relative = path.relative(to: folder)
            return (targets[package] ?? []).contains {
                FileOwners.contains(relative, $0.sources) || FileOwners.contains(relative, $0.headers)
            }
        }
    }

    private func isSwift(_ path: AbsolutePath) -> Bool { path.fileExtension == "swift" }

    /// The other paths by which targets reach the same file, through links; where it is such a link, or the way to one,
    /// all that they reach by it.
    private func aliases(of path: AbsolutePath, isFolder: Bool) -> [(path: AbsolutePath, isFolder: Bool)] {
        links.compactMap { link in
            if link.way.links.contains(path) { return (link.path, true) }
            if isFolder, ([link.way.end] + link.way.links).contains(where: { $0.isInside(path) }) {
                return (link.path, true)
            }
            guard path.isInside(link.way.end) else { return nil }
            return (path == link.way.end ? link.path : link.path / path.relative(to: link.way.end), isFolder)
        }
    }

    /// `paths` are sorted by their bytes.
    static func contains(_ path: String, _ paths: [String]) -> Bool {
        var low = 0, high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].utf8.lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
        }
        return low < paths.count && paths[low].utf8.elementsEqual(path.utf8)
    }
}
