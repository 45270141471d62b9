import Disk
import PackageManifests
import Synchronization
import Targets

/// Files that targets name beside all that lies in their folders: resources elsewhere, what flags name, what C sources
/// include.
final class OuterFiles: Sendable {
    private let graph: TargetGraph
    private let root: AbsolutePath
    private let files: any FileSystem
    private let lookup: PathLookup
    /// Files, or folders with all they hold.
    private let named: [AbsolutePath: [TargetID]]
    private let included = Mutex<IncludedFiles.Found?>(nil)

    /// `lookup`: in `files`.
    init(of workspace: LoadedWorkspace, files: any FileSystem, lookup: PathLookup) {
        (graph, root, self.files, self.lookup) = (workspace.graph, workspace.root, files, lookup)
        var named: [AbsolutePath: [TargetID]] = [:]
        for (id, target) in workspace.graph.targets where !id.package.isExternal {
            guard let package = workspace.graph.packages[id.package].map({ workspace.root / $0.folder }) else {
                continue
            }
            for path in target.resourcePaths where path.hasPrefix("..") {
                named[package / path, default: []].append(id)
            }
            guard target.hasUnsafeFlags else { continue }
            for place in FlagPaths(of: target, root: workspace.root, package: package).places {
                named[place, default: []].append(id)
            }
        }
        self.named = named
    }

    /// All of them.
    var places: [AbsolutePath] { Array(named.keys) + includedFiles().byPlace.keys }

    /// Whose compiles, links or tests read the file at `path`, or look for one there. `isFolder`: any file in that
    /// folder.
    func owners(of path: AbsolutePath, isFolder: Bool) -> Set<TargetID> {
        var found = Set(named[path] ?? [])
        // No C source includes Swift's, and no folder is searched for these.
        let isSwift = path.fileExtension == "swift" && !isFolder
        let maps = isSwift ? [] : [named, includedFiles().byPlace]
        for map in maps where !map.isEmpty {
            var around = path
            while true {
                found.formUnion(map[around] ?? [])
                if around == root || around.string == "/" { break }
                around = around.parent
            }
            if isFolder { for (place, targets) in map where place.isInside(path) { found.formUnion(targets) } }
        }
        return found
    }

    /// Targets that have the assembler read files which no text names. They may read any.
    func curious() -> [TargetID] { includedFiles().curious }

    /// The sources are read when the first change asks.
    private func includedFiles() -> IncludedFiles.Found {
        included.withLock { included in
            if let included { return included }
            let found = IncludedFiles(graph: graph, root: root, files: files, lookup: lookup).find()
            included = found
            return found
        }
    }
}

extension Target {
    /// Tools may read any file because of its flags, or of plugins.
    var isCurious: Bool {
        if kind == .system { return false }
        return !plugins.isEmpty
            || hasUnsafeFlags && FlagPaths(of: self, root: AbsolutePath("/"), package: AbsolutePath("/")).isCurious
    }
}
