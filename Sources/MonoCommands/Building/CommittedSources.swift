import Digests
import Disk
import GitHistory
import PackageManifests
import Parallelism
import Targets
import TestRunning

/// Spares a look at all sources of a workspace whenever git is asked what changed: what they say of tests is remembered for the commit that is
/// compared with, and git says which of them are others now.
final class CommittedSources {
    private let graph: TargetGraph
    private let root: AbsolutePath
    private let files: any FileSystem
    private let found: AffectedChanges
    private let path: AbsolutePath
    /// Targets of the workspace's own packages, and which sources each has.
    private let lists: [TargetID: ContentDigest]
    /// Targets with sources that are others than in the commit.
    private let touched: Set<TargetID>
    /// What holds for the commit.
    private var known: [TargetID: CommittedFacts.Entry] = [:]
    private var isOfOtherCommit = true

    init(_ graph: TargetGraph, root: AbsolutePath, files: any FileSystem, since found: AffectedChanges) {
        (self.graph, self.root, self.files, self.found) = (graph, root, files, found)
        path = root / ".mono/state/committed-sources"
        let own = graph.order.filter { !$0.package.isExternal }
        let digests = parallelMap(own) { [graph] id in
            CommittedFacts.list(of: graph.targets[id]!, in: graph.packages[id.package]?.folder ?? ".")
        }
        lists = Dictionary(uniqueKeysWithValues: zip(own, digests))
        let owners = SourceOwners(graph, root: root)
        touched = owners.targets(of: found.untilNow)
        guard let record = (try? files.read(path)).flatMap(CommittedFacts.init) else { return }
        var between: [ChangedFile] = []
        if record.commit != found.base.name {
            // Where that commit is gone, nothing is known.
            guard let commit = try? found.repository.commit(record.commit),
                let changes = try? found.repository.changes(since: commit, to: .commit(found.base), in: [root])
            else { return }
            between = changes
        }
        isOfOtherCommit = record.commit != found.base.name
        let others = owners.targets(of: between)
        known = record.entries.filter { id, entry in lists[id] == entry.list && !others.contains(id) }
    }

    /// Tells `memory` what is known.
    func tell(_ memory: RuntimeFactsMemory) {
        for (id, entry) in known {
            guard let facts = entry.facts, !touched.contains(id), let target = graph.targets[id], let package = graph.packages[id.package] else { continue }
            memory.know(facts, of: target, in: root / package.folder)
        }
    }

    /// Remembers what was found out about `targets`, all of whose sources `memory` has seen.
    func remember(_ targets: [TargetID], _ memory: RuntimeFactsMemory) {
        let new = targets.filter { known[$0] == nil && !touched.contains($0) && lists[$0] != nil }
        if new.isEmpty, !isOfOtherCommit { return }
        if !new.isEmpty {
            guard let committed = try? found.repository.regularFiles(of: found.base, in: root) else { return }
            for id in new {
                guard let target = graph.targets[id], let package = graph.packages[id.package], let list = lists[id] else { continue }
                let folder = root / package.folder
                let paths = target.sources.map { folder / $0 }
                guard paths.allSatisfy(committed.contains) else {
                    known[id] = CommittedFacts.Entry(list: list, facts: nil)
                    continue
                }
                // What was written since git looked, or just before, may be something else than git saw.
                guard paths.allSatisfy({ files.status($0)?.isSettled(at: found.began) ?? false }) else { continue }
                known[id] = CommittedFacts.Entry(list: list, facts: memory.facts(of: target, in: folder))
            }
        }
        try? files.write(CommittedFacts(commit: found.base.name, entries: known).bytes, to: path)
    }
}

/// Finds the targets that files are sources of.
private struct SourceOwners {
    private let root: AbsolutePath
    private let packages: [AbsolutePath: [Target]]

    init(_ graph: TargetGraph, root: AbsolutePath) {
        self.root = root
        let byPackage = Dictionary(grouping: graph.targets.values, by: \.id.package)
        packages = Dictionary(
            graph.packages.values.filter { !$0.isExternal }.map { (root / $0.folder, byPackage[$0.id] ?? []) }) { $0 + $1 }
    }

    func targets(of changes: [ChangedFile]) -> Set<TargetID> {
        var found: Set<TargetID> = []
        for change in changes {
            let isFolder: Bool
            if case .submodule? = change.earlier { isFolder = true } else { isFolder = change.now == .folder }
            if isFolder {
                // Nothing is known of what lies in it.
                for (folder, targets) in packages where folder.isInside(change.path) || change.path.isInside(folder) { found.formUnion(targets.map(\.id)) }
                continue
            }
            var folder = change.path
            while folder != root, folder.isInside(root) {
                folder = folder.parent
                guard let targets = packages[folder] else { continue }
                let name = Array(change.path.relative(to: folder).utf8)
                for target in targets where target.sources.contains(where: { $0.utf8.elementsEqual(name) }) { found.insert(target.id) }
            }
        }
        return found
    }
}
