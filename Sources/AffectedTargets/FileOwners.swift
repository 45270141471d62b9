import Disk
import PackageManifests
import Targets

/// Which targets of a workspace a file has to do with, by what the graph says.
public struct FileOwners {
    public enum Role: Hashable, Sendable {
        /// The target is made of it.
        case input
        /// A file of the package that the target's run, or tools with flags that mono does not understand, may read.
        case mayBeRead
    }

    private struct Link {
        var path, destination: AbsolutePath
    }

    private let graph: TargetGraph
    private let root: AbsolutePath
    private let packages: [AbsolutePath: PackageID]
    private let targets: [PackageID: [Target]]
    private let links: [Link]
    /// Their flags may name any file of the workspace.
    private let curious: [Target]
    private let upwards: UpwardIncludes

    /// `files`: what the workspace was read from. `other`: those of another state of it, in which much may be the same.
    public init(of workspace: LoadedWorkspace, files: any FileSystem, like other: FileOwners? = nil) {
        (graph, root) = (workspace.graph, workspace.root)
        links = FileOwners.links(of: workspace, files)
        upwards = UpwardIncludes(files: files)
        if let other, root == other.root, let replaced = workspace.graph.packagesReplaced(since: other.graph),
            replaced.allSatisfy({ workspace.graph.packages[$0]?.folder == other.graph.packages[$0]?.folder })
        {
            var targets = other.targets
            for package in replaced where targets[package] != nil {
                targets[package] = FileOwners.targets(of: package, workspace.graph)
            }
            (packages, self.targets) = (other.packages, targets)
            curious = other.curious.filter { !replaced.contains($0.id.package) }
                + replaced.sorted().flatMap { targets[$0]?.filter(FileOwners.isCurious) ?? [] }
            return
        }
        let local = graph.packages.values.filter { !$0.isExternal }
        packages = Dictionary(local.map { (workspace.root / $0.folder, $0.id) }) { first, _ in first }
        let own = graph.byPackage.keys.filter { !$0.isExternal }.sorted()
        let targets = own.map { FileOwners.targets(of: $0, workspace.graph) }
        self.targets = Dictionary(uniqueKeysWithValues: zip(own, targets))
        curious = targets.flatMap { $0.filter(FileOwners.isCurious) }
    }

    private static func targets(of package: PackageID, _ graph: TargetGraph) -> [Target] { graph.byPackage[package]?.compactMap { graph.targets[$0] } ?? [] }

    private static func links(of workspace: LoadedWorkspace, _ files: any FileSystem) -> [Link] {
        workspace.links.compactMap { path in
            let link = workspace.root / path
            return files.resolve(link).map { Link(path: link, destination: $0) }
        }
    }

    /// Folders outside the workspace that links in targets lead to.
    public static func placesOutside(of workspace: LoadedWorkspace, files: any FileSystem) -> [AbsolutePath] {
        links(of: workspace, files).map(\.destination).filter { !$0.isInside(workspace.root) }
    }

    /// What the file at `path`, which need not be there, means to whom. `isFolder`: everything in that folder.
    public func owners(of path: AbsolutePath, isFolder: Bool = false) -> [TargetID: Role] {
        var found: [TargetID: Role] = [:]
        let paths = [path] + aliases(of: path)
        for path in paths {
            if isFolder { addEverything(in: path, &found) }
            addInputs(path, &found)
        }
        let isClaimed = !found.isEmpty
        if isClaimed, isFolder || paths.contains(where: isCompiled) { return found }
        for path in paths {
            // A manifest counts by what it says; but tests may read it like any other file.
            if !isClaimed, isFolder || !isManifest(path) { for target in curious { found[target.id] = .mayBeRead } }
            guard let package = package(around: path) else { continue }
            for target in targets[package] ?? [] where target.kind == .test && found[target.id] == nil { found[target.id] = .mayBeRead }
        }
        return found
    }

    // MARK: Inputs

    private func addInputs(_ path: AbsolutePath, _ found: inout [TargetID: Role]) {
        for (folder, package) in packagesAround(path) {
            let relative = path.relative(to: folder)
            for target in targets[package] ?? [] where isInput(path, relative, of: target, in: folder) { found[target.id] = .input }
        }
    }

    private func isInput(_ path: AbsolutePath, _ relative: String, of target: Target, in package: AbsolutePath) -> Bool {
        if FileOwners.contains(relative, target.sources) || FileOwners.contains(relative, target.headers) { return true }
        if case .own(let map) = target.moduleMap, map.utf8.elementsEqual(relative.utf8) { return true }
        if target.resourcePaths.contains(where: { path.isInside(package / $0) }) { return true }
        switch (target.kind, target.language) {
        case (.binary, _): return path.isInside(package / target.folder)
        // A source may include any file that it finds.
        case (_, .clang):
            if isSwift(path) { return false }
            return searched(by: target).contains { path.isInside(package / $0) } || upwards.of(target, in: package).contains(path)
        default: return false
        }
    }

    /// Folders in which a C target's compiles find files without help of a dependency.
    private func searched(by target: Target) -> [String] {
        [target.folder] + [target.publicHeaders].compactMap { $0 }
            + target.settings.compactMap { setting in
                if case .clangHeaderSearchPath(_, let folder) = setting.value { folder } else { nil }
            }
    }

    /// For a folder of which nothing more is known.
    private func addEverything(in folder: AbsolutePath, _ found: inout [TargetID: Role]) {
        for (package, targets) in targets {
            guard let home = graph.packages[package].map({ root / $0.folder }) else { continue }
            for target in targets where home.isInside(folder) || (home / target.folder).isInside(folder) || folder.isInside(home / target.folder) {
                found[target.id] = .input
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

    /// The innermost package whose folder the path lies in.
    public func package(around path: AbsolutePath) -> PackageID? { packagesAround(path).first?.1 }

    private func isManifest(_ path: AbsolutePath) -> Bool {
        let name = path.name
        if path.parent == root, name == WorkspaceConfiguration.fileName { return true }
        guard packages[path.parent] != nil || path.parent == root else { return false }
        return name == "Package.swift" || name == "Package.resolved" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
    }

    /// True for sources and headers, and not for resources and what else a target may be made of.
    private func isCompiled(_ path: AbsolutePath) -> Bool {
        packagesAround(path).contains { folder, package in
            let relative = path.relative(to: folder)
            return (targets[package] ?? []).contains { FileOwners.contains(relative, $0.sources) || FileOwners.contains(relative, $0.headers) }
        }
    }

    private func isSwift(_ path: AbsolutePath) -> Bool { path.fileExtension == "swift" }

    /// The other paths by which targets reach the same file, through links.
    private func aliases(of path: AbsolutePath) -> [AbsolutePath] {
        links.compactMap { link in
            guard path.isInside(link.destination) else { return nil }
            return path == link.destination ? link.path : link.path / path.relative(to: link.destination)
        }
    }

    /// A target some of whose flags name files, which only the tools themselves understand.
    private static func isCurious(_ target: Target) -> Bool {
        if target.kind == .system { return false }
        if !target.plugins.isEmpty { return true }
        return target.settings.contains { setting in
            switch setting.value {
            case .swift(.unsafeFlags(let words)), .clangUnsafeFlags(_, let words), .linkerUnsafeFlags(let words):
                words.contains { $0.utf8.contains(UInt8(ascii: "/")) || $0.utf8.contains(UInt8(ascii: ".")) }
            default: false
            }
        }
    }

    /// `paths` are sorted by their bytes.
    private static func contains(_ path: String, _ paths: [String]) -> Bool {
        var low = 0, high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].utf8.lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
        }
        return low < paths.count && paths[low].utf8.elementsEqual(path.utf8)
    }
}
