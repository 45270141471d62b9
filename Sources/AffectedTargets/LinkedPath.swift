import Disk
import PackageManifests
import Targets

/// A path by which targets reach files, and that leads through symbolic links.
struct LinkedPath {
    var path: AbsolutePath
    var way: PathLookup.Way

    /// Those that listings of targets' folders showed; and unless `onlyListed`, those to packages, and to what
    /// manifests name by a path of which no listing tells: SwiftPM's own folders, and what lies in the package's, are
    /// listed.
    static func all(of workspace: LoadedWorkspace, _ lookup: PathLookup, onlyListed: Bool) -> [LinkedPath] {
        var paths = Set(workspace.links.map { workspace.root / $0 })
        if !onlyListed { paths.formUnion(suspects(in: workspace)) }
        return paths.compactMap { path in
            let way = lookup.way(to: path)
            return way.links.isEmpty ? nil : LinkedPath(path: path, way: way)
        }
    }

    private static func suspects(in workspace: LoadedWorkspace) -> Set<AbsolutePath> {
        let graph = workspace.graph, root = workspace.root
        var paths: Set<AbsolutePath> = []
        for (id, targets) in graph.byPackage where !id.isExternal {
            guard let package = graph.packages[id].map({ root / $0.folder }) else { continue }
            paths.insert(package)
            for target in targets.compactMap({ graph.targets[$0] }) {
                let slashes = target.folder.utf8.count { $0 == UInt8(ascii: "/") }
                // The last component was listed, and so was the first.
                if slashes > 1 { paths.insert((package / target.folder).parent) }
                for path in target.resourcePaths where !isInside(path, target.folder) { paths.insert(package / path) }
                if target.isReadByClang { paths.formUnion(target.headerFolders.map { package / $0 }) }
                if target.hasUnsafeFlags { paths.formUnion(FlagPaths(of: target, root: root, package: package).places) }
                guard let artifacts = target.artifacts else { continue }
                let libraries = artifacts.libraries.flatMap {
                    [$0.path] + $0.headers + [$0.moduleMap].compactMap { $0 }
                }
                paths.formUnion((libraries + artifacts.programs.map(\.path) + artifacts.files).map { root / $0 })
            }
        }
        return paths
    }

    private static func isInside(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: folder.utf8) && path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }
}
