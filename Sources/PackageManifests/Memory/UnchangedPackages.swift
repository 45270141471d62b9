import Disk
import PackageResolution
import Targets

/// All files that are others than they were at an earlier time.
public struct EarlierChanges: Sendable {
    /// Regular files at both ends: only what they hold is different.
    let edited: [AbsolutePath]
    /// What was added, removed, or is something else now; for a folder all of it.
    let rearranged: [AbsolutePath]

    public init(edited: [AbsolutePath], rearranged: [AbsolutePath]) {
        (self.edited, self.rearranged) = (edited, rearranged)
    }
}

/// What a load of the workspace as it is found out, for a load of it as it was: it holds where nothing changed that it
/// was made of.
///
/// Nearly all changes touch few packages of many. In doubt a package is read again, through git: that takes time, no
/// more.
struct UnchangedPackages: Sendable {
    private let workspace: LoadedWorkspace
    private let parts: WorkspaceParts
    private let disk: any FileSystem
    private let edited, rearranged: Set<AbsolutePath>
    /// Folders with something in them or below them that was edited, or rearranged.
    private let withEdits, withRearranged: Set<AbsolutePath>
    /// Folders with a manifest that is another one.
    private let withManifests: Set<AbsolutePath>

    /// Nil where nothing is known for sure. `files`: those that `now` was loaded from. `environment`: the user's.
    init?(of now: LoadedWorkspace, changes: EarlierChanges, files: any FileSystem, environment: [String: String]) {
        guard let parts = now.parts else { return nil }
        (workspace, self.parts, disk) = (now, parts, files)
        (edited, rearranged) = (Set(changes.edited), Set(changes.rearranged))
        withEdits = UnchangedPackages.folders(around: changes.edited)
        withRearranged = UnchangedPackages.folders(around: changes.rearranged)
        withManifests = Set((changes.edited + changes.rearranged).filter { $0.name.hasPrefix("Package") }.map(\.parent))
        // The user's mirrors count in all manifests.
        if let home = environment["HOME"], home.hasPrefix("/"), isTouched(AbsolutePath(home) / Mirrors.folder) {
            return nil
        }
    }

    /// The package in `folder`, where its manifests and all that they may have asked for are the same.
    func manifest(in folder: AbsolutePath, as role: LoadedManifest.Role) -> WorkspaceParts.Manifest? {
        guard let known = parts.manifests[folder], known.package.role == role, known.evaluated.isRemembered,
            known.evaluated.isFromOwnFiles,
            !withManifests.contains(folder), !isTouched(folder / Mirrors.folder), isInPlace(folder)
        else { return nil }
        return known
    }

    /// The package's targets, where it has the same files, with the same meaning.
    func targets(of package: LoadedManifest, traits: Set<String>, declared: [DeclaredTarget]) -> TargetAssembly.Result?
    {
        guard let known = parts.packages[package.id], known.manifest == package, known.traits == traits,
            known.declared == declared,
            known.result.links.isEmpty, !withRearranged.contains(package.folder), isInPlace(package.folder)
        else { return nil }
        for target in known.result.targets {
            switch target.kind {
            // pkg-config's files may lie anywhere; what a bundle holds is in a file of its own.
            case .system, .binary: return nil
            // What a lone source holds says how it is compiled.
            case .executable, .snippet, .macro:
                if target.sources.count == 1, edited.contains(package.folder / target.sources[0]) { return nil }
            case .library, .test, .plugin: break
            }
        }
        for target in declared {
            if target.resources.contains(where: { $0.path.split(separator: "/").contains("..") }) { return nil }
            // Folders that no listing showed may be links.
            if let path = target.path, path != ".", !isInPlace(AbsolutePath(path, in: package.folder)) { return nil }
        }
        return known.result
    }

    /// The whole of it, where these are its packages and nothing of them is different.
    func everything(_ table: PackageTable, _ traits: EnabledTraits) -> GraphAssembly.Result? {
        guard table.packages.count == parts.manifests.count else { return nil }
        for (id, package) in table.packages {
            guard parts.manifests[package.folder]?.package == package else { return nil }
            if let known = parts.packages[id] {
                if targets(of: package, traits: traits[id], declared: known.declared) == nil { return nil }
            } else if withRearranged.contains(package.folder) || !isInPlace(package.folder) {
                // Nothing used it; it may have been a system library.
                return nil
            }
        }
        let notes = parts.packages.keys.sorted().flatMap { parts.packages[$0]!.result.notes }
        return GraphAssembly.Result(
            graph: workspace.graph, notes: notes, links: workspace.links, packages: parts.packages)
    }

    /// The whole of it, where these are its packages and those that are different look the same to all others: only
    /// they are read again. Nil where that may not be all.
    func nearlyEverything(
        _ table: PackageTable, _ traits: EnabledTraits, describe: (LoadedManifest) -> Package,
        read: (LoadedManifest, [DeclaredTarget]) throws(ManifestError) -> TargetAssembly.Result
    ) throws(ManifestError) -> GraphAssembly.Result? {
        guard table.packages.count == parts.manifests.count else { return nil }
        var others: [(package: LoadedManifest, known: WorkspaceParts.Package)] = []
        for (id, package) in table.packages {
            guard let known = parts.manifests[package.folder]?.package, known.id == id else { return nil }
            guard let part = parts.packages[id] else {
                if known != package || withRearranged.contains(package.folder) || !isInPlace(package.folder) {
                    return nil
                }
                continue
            }
            if known == package, targets(of: package, traits: traits[id], declared: part.declared) != nil { continue }
            guard package.looksLike(known), traits[id] == part.traits else { return nil }
            others.append((package, part))
        }
        var packages = parts.packages, replaced: [Target] = []
        for (package, known) in others.sorted(by: { $0.package.id < $1.package.id }) {
            // The same names in the same order, which are in use for the same reasons.
            let names = Set(known.declared.map(\.name))
            let declared = package.manifest.targets.filter { names.contains($0.name) }
            let result = try read(package, declared)
            guard result.targets.count == known.result.targets.count else { return nil }
            for (target, old) in zip(result.targets, known.result.targets) {
                guard target.id == old.id, target.kind == old.kind, target.dependencies == old.dependencies,
                    let now = workspace.graph.targets[target.id],
                    now.moduleAliases.isEmpty
                else { return nil }
                var target = target
                (target.dependencies, target.plugins) = (now.dependencies, now.plugins)
                replaced.append(target)
            }
            packages[package.id] = WorkspaceParts.Package(
                manifest: package, traits: known.traits, declared: declared, result: result)
        }
        guard let graph = workspace.graph.replacing(others.map { describe($0.package) }, replaced) else { return nil }
        let ids = packages.keys.sorted()
        return GraphAssembly.Result(
            graph: graph, notes: ids.flatMap { packages[$0]!.result.notes },
            links: ids.flatMap { id in packages[id]!.result.links.map { PackagePath.joined(table[id]!.path, $0) } },
            packages: packages)
    }

    /// True where the folder is no link, lies behind none, and did so before.
    private func isInPlace(_ folder: AbsolutePath) -> Bool {
        var above = folder
        while above.string != "/" {
            if rearranged.contains(above) { return false }
            above = above.parent
        }
        return disk.resolve(folder) == folder
    }

    private func isTouched(_ path: AbsolutePath) -> Bool {
        rearranged.contains(path) || withEdits.contains(path) || withRearranged.contains(path)
    }

    private static func folders(around paths: [AbsolutePath]) -> Set<AbsolutePath> {
        var folders: Set<AbsolutePath> = []
        for path in paths {
            var folder = path
            while folder.string != "/" {
                folder = folder.parent
                if !folders.insert(folder).inserted { break }
            }
        }
        return folders
    }
}

extension LoadedManifest {
    /// True where no other package can tell the two apart: they differ at most in what their targets are made of.
    fileprivate func looksLike(_ other: LoadedManifest) -> Bool {
        // What a package without targets is depends on its files.
        guard !isExternal, !manifest.targets.isEmpty, id == other.id, role == other.role, identity == other.identity,
            folder == other.folder,
            path == other.path, manifest.targets.count == other.manifest.targets.count
        else { return false }
        func outside(_ manifest: Manifest) -> Manifest {
            var manifest = manifest
            manifest.targets = []
            (manifest.defaultLocalization, manifest.cLanguageStandard, manifest.cxxLanguageStandard) = (nil, nil, nil)
            manifest.swiftLanguageModes = []
            return manifest
        }
        return outside(manifest) == outside(other.manifest)
            && zip(manifest.targets, other.manifest.targets).allSatisfy { one, two in
                one.name == two.name && one.kind == two.kind && one.dependencies == two.dependencies
                    && one.plugins == two.plugins
                    && one.commandVerb == two.commandVerb
            }
    }
}
