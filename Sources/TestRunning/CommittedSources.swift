import AffectedTargets
import Digests
import Disk
import GitHistory
import PackageManifests
import Parallelism
import Targets

/// Spares a look at all sources of a workspace whenever git is asked what changed: what they say of tests is remembered
/// for the commit that is compared with, and git says which of them are others now.
final class CommittedSources {
    private let graph: TargetGraph
    private let root: AbsolutePath
    private let files: any FileSystem
    private let found: AffectedChanges
    private let path: AbsolutePath
    /// Targets with sources that are others than in the commit.
    let touched: Set<TargetID>
    /// Targets that may make tests read more, and what they say.
    private(set) var loud: [TargetID: SourcesFacts] = [:]
    /// Targets of which nothing is known.
    private(set) var unknown: Set<TargetID> = []
    /// Which sources the targets of the workspace's own packages have.
    private let lists: [PackageID: ContentDigest]
    /// What holds for the commit; of packages where not all does, it is `parts`.
    private var record: CommittedFacts
    private var parts: [PackageID: [String: CommittedFacts.Entry]] = [:]
    private var isOfOtherCommit = true

    init(
        _ graph: TargetGraph, root: AbsolutePath, files: any FileSystem, since found: AffectedChanges,
        sourceFolders: Set<String>
    ) {
        (self.graph, self.root, self.files, self.found) = (graph, root, files, found)
        path = root / ".mono/state/committed-sources"
        let own = graph.byPackage.keys.filter { !$0.isExternal }
        lists = Dictionary(
            uniqueKeysWithValues: zip(own, parallelMap(own) { [graph] in CommittedSources.lists(of: $0, graph) }))
        let owners = SourceOwners(graph, root: root)
        touched = owners.targets(of: found.untilNow)
        record = CommittedFacts(commit: found.base.name, sourceFolders: sourceFolders, packages: [:])
        var others: Set<TargetID> = []
        if let old = (try? files.read(path)).flatMap({ try? CommittedFacts($0) }), old.sourceFolders == sourceFolders,
            let between = CommittedSources.changes(since: old.commit, found, root)
        {
            isOfOtherCommit = old.commit != found.base.name
            others = owners.targets(of: between)
            record.packages = old.packages
        }
        let uncertain = Set(others.map(\.package) + touched.map(\.package))
        for package in own {
            guard let known = record.packages[package] else {
                unknown.formUnion(graph.byPackage[package] ?? [])
                continue
            }
            let isWhole = known.lists == lists[package]
            if isWhole, known.areSilent, !uncertain.contains(package) { continue }
            sort(package, known.targets, isWhole: isWhole, without: others)
        }
    }

    private static func lists(of package: PackageID, _ graph: TargetGraph) -> ContentDigest {
        CommittedFacts.lists(
            of: (graph.byPackage[package] ?? []).compactMap { graph.targets[$0] },
            in: graph.packages[package]?.folder ?? ".")
    }

    /// What is different between the commit of the record and the one that is compared with; nil where that commit is
    /// gone.
    private static func changes(since old: String, _ found: AffectedChanges, _ root: AbsolutePath) -> [ChangedFile]? {
        if old == found.base.name { return [] }
        guard let commit = try? found.repository.commit(old) else { return nil }
        return try? found.repository.changes(since: commit, to: .commit(found.base), in: [root])
    }

    /// Takes over what holds of a package's targets, one by one.
    private func sort(
        _ package: PackageID, _ known: [String: CommittedFacts.Entry], isWhole: Bool, without others: Set<TargetID>
    ) {
        let folder = graph.packages[package]?.folder ?? "."
        var kept: [String: CommittedFacts.Entry] = [:]
        for id in graph.byPackage[package] ?? [] {
            guard let entry = known[id.name], !others.contains(id), let target = graph.targets[id],
                isWhole || entry.list == CommittedFacts.list(of: target, in: folder)
            else {
                unknown.insert(id)
                continue
            }
            kept[id.name] = entry
            if touched.contains(id) { continue }
            if let facts = entry.facts {
                if !facts.areSilent { loud[id] = facts }
            } else {
                unknown.insert(id)
            }
        }
        parts[package] = kept
    }

    /// Tells `memory` what is known.
    func tell(_ memory: RuntimeFactsMemory) {
        for id in graph.order where !id.package.isExternal && !unknown.contains(id) && !touched.contains(id) {
            guard let target = graph.targets[id], let package = graph.packages[id.package] else { continue }
            memory.know(loud[id] ?? SourcesFacts(), of: target, in: root / package.folder)
        }
    }

    /// Remembers what was found out about `targets`, all of whose sources `memory` has seen.
    func remember(_ targets: [TargetID], _ memory: RuntimeFactsMemory) {
        let new = targets.filter { parts[$0.package]?[$0.name] == nil && !touched.contains($0) && unknown.contains($0) }
        if new.isEmpty, !isOfOtherCommit { return }
        if !new.isEmpty {
            guard let committed = try? found.repository.regularFiles(of: found.base, in: root) else { return }
            for id in new {
                guard let target = graph.targets[id], let package = graph.packages[id.package] else { continue }
                let folder = root / package.folder, list = CommittedFacts.list(of: target, in: package.folder)
                let paths = (target.sources + target.headers).map { folder / $0 }
                guard paths.allSatisfy(committed.contains) else {
                    parts[id.package, default: [:]][id.name] = CommittedFacts.Entry(list: list, facts: nil)
                    continue
                }
                // What was written since git looked, or just before, may be something else than git saw.
                guard paths.allSatisfy({ files.status($0)?.isSettled(at: found.began) ?? false }) else { continue }
                parts[id.package, default: [:]][id.name] = CommittedFacts.Entry(
                    list: list, facts: memory.facts(of: target, in: folder))
            }
        }
        for (package, targets) in parts {
            guard let lists = lists[package] else { continue }
            let names = (graph.byPackage[package] ?? []).map(\.name)
            record.packages[package] = CommittedFacts.Package(lists: lists, names: names, targets: targets)
        }
        record.packages = record.packages.filter { lists[$0.key] != nil }
        try? files.write(record.bytes, to: path)
    }
}

/// Finds the targets that files are sources of.
private struct SourceOwners {
    private let root: AbsolutePath
    private let graph: TargetGraph
    private let packages: [AbsolutePath: PackageID]

    init(_ graph: TargetGraph, root: AbsolutePath) {
        (self.graph, self.root) = (graph, root)
        packages = Dictionary(graph.packages.values.filter { !$0.isExternal }.map { (root / $0.folder, $0.id) }) {
            first, _ in first
        }
    }

    func targets(of changes: [ChangedFile]) -> Set<TargetID> {
        var found: Set<TargetID> = []
        for change in changes {
            let isFolder: Bool
            if case .submodule? = change.earlier { isFolder = true } else { isFolder = change.now == .folder }
            if isFolder {
                // Nothing is known of what lies in it.
                for (folder, package) in packages where folder.isInside(change.path) || change.path.isInside(folder) {
                    found.formUnion(graph.byPackage[package] ?? [])
                }
                continue
            }
            var folder = change.path
            while folder != root, folder.isInside(root) {
                folder = folder.parent
                guard let package = packages[folder] else { continue }
                let name = Array(change.path.relative(to: folder).utf8)
                for id in graph.byPackage[package] ?? [] where graph.targets[id]?.holds(name) ?? false {
                    found.insert(id)
                }
            }
        }
        return found
    }
}

extension Target {
    fileprivate func holds(_ path: [UInt8]) -> Bool {
        sources.contains { $0.utf8.elementsEqual(path) } || headers.contains { $0.utf8.elementsEqual(path) }
    }
}
