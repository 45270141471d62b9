import AffectedTargets
import BuildEngine
import BuildPlanning
import Digests
import Disk
import GitHistory
import GraphAnalysis
import InterfaceDigests
import Subprocesses
import Targets

/// What the last commits did to targets: whose files they changed, and whether others see it, by the digests of
/// interfaces before and after.
///
/// A digest is known where the cache holds the module of that state: the key is made from git's objects, and nothing is
/// laid out or run for it.
public final class TargetHistory {
    /// For each commit, newest first: the targets whose files it changed.
    public private(set) var changes: [[TargetID: InterfaceChange]]

    private let workspace: OpenWorkspace
    private let settings: BuildSettings
    private let cancellation: Cancellation
    private let progress: WorkspaceProgress
    private let repository: GitRepository
    private let commits: [RecentCommit]
    /// Before and after each commit, where they are others.
    private var digests: [(index: Int, target: TargetID, before: ContentDigest, after: ContentDigest)] = []
    private var parts: [ContentDigest: ABIParts?] = [:]
    private var interfaces: [TargetID: NamedInterface] = [:]

    /// Reads the history; some time long. `emits`: the modules of states that the cache does not hold are emitted;
    /// otherwise these stay unknown.
    ///
    /// Throws `GitError`, and what `open` and `plan` throw.
    public init(
        _ commits: [RecentCommit], of repository: GitRepository, in workspace: OpenWorkspace, _ settings: BuildSettings,
        emits: Bool,
        _ cancellation: Cancellation = Cancellation(), progress: @escaping WorkspaceProgress = { _ in }
    ) throws {
        (self.commits, self.repository, self.workspace, self.settings) = (commits, repository, workspace, settings)
        (self.cancellation, self.progress) = (cancellation, progress)
        let owners = FileOwners(of: workspace.loaded, files: workspace.files), graph = workspace.loaded.graph
        let imported = Set(graph.order.flatMap { graph.dependencies(of: $0) })
        changes = commits.map { commit in
            let targets = Set(
                commit.paths.flatMap { path in owners.owners(of: path).filter { $0.value == .input }.keys })
            // What nobody depends on, nobody sees.
            return Dictionary(uniqueKeysWithValues: targets.map { ($0, imported.contains($0) ? .unknown : .same) })
        }
        let states = try self.states(emits: emits)
        for index in commits.indices {
            for target in changes[index].keys {
                guard let before = states[index + 1][target], let after = states[index][target] else { continue }
                changes[index][target] = before == after ? .same : .changed
                if before != after { digests.append((index, target, before, after)) }
            }
        }
    }

    // MARK: Digests

    /// After each commit, and before the first; of the targets that commits beside it changed.
    private func states(emits: Bool) throws -> [[TargetID: ContentDigest]] {
        progress(.readingHistory)
        defer { progress(.settled) }
        let head = try repository.commit("HEAD")
        let uncommitted = try repository.changes(since: head, to: .workTree, in: [workspace.root])
        let first = commits.last.flatMap { try? repository.commit("\($0.commit.name)^1") }
        var states: [[TargetID: ContentDigest]] = []
        for index in 0...commits.count {
            let beside = [index - 1, index].filter(commits.indices.contains).reduce(into: Set<TargetID>()) {
                targets, index in
                targets.formUnion(changes[index].filter { $0.value == .unknown }.keys)
            }
            guard !beside.isEmpty, let commit = index < commits.count ? commits[index].commit : first else {
                states.append([:])
                continue
            }
            var found = try remembered(at: commit, of: beside, head, uncommitted)
            if emits, found?.values.contains(nil) ?? true { found = try emitted(at: commit, of: beside) }
            states.append(found?.compactMapValues { $0 } ?? [:])
        }
        return states
    }

    /// Of the targets that were there. Nil where that state cannot be read, or stood on other versions of external
    /// packages.
    private func remembered(
        at commit: GitRepository.Commit, of targets: Set<TargetID>, _ head: GitRepository.Commit,
        _ uncommitted: [ChangedFile]
    ) throws -> [TargetID: ContentDigest?]? {
        // Between commits git compares trees; the work tree, every file of which it looks at, is compared once.
        let committed =
            commit == head ? [] : try repository.changes(since: commit, to: .commit(head), in: [workspace.root])
        let end = EarlierEnd(workspace: workspace, cancellation: cancellation, progress: progress)
        do {
            guard
                let earlier = try end.read(
                    before: committed.followed(by: uncommitted), repository, isWanted: { _ in true }),
                earlier.workspace.pins == workspace.loaded.pins
            else { return nil }
            return try TargetHistory.digests(
                workspace.asItWas(earlier.workspace, in: earlier.files).plan(.compiles(of: targets), settings),
                of: targets)
        } catch {
            if cancellation.isRequested { throw error }
            return nil
        }
    }

    private func emitted(at commit: GitRepository.Commit, of targets: Set<TargetID>) throws -> [TargetID:
        ContentDigest?]
    {
        var settings = settings
        settings.keepsGoing = true
        return try EarlierSources(workspace: workspace, cancellation: cancellation).withWorkspace(commit.name) {
            earlier in
            guard let earlier else { return [:] }
            let build = try earlier.plan(.compiles(of: targets), settings).emittingModules
            if build.build(cancellation: cancellation).wasCancelled { throw Stopped() }
            return TargetHistory.digests(build, of: targets)
        }
    }

    private static func digests(_ build: PlannedBuild, of targets: Set<TargetID>) -> [TargetID: ContentDigest?] {
        let build = build.emittingModules
        let inspected = build.inspect()
        var found: [TargetID: ContentDigest?] = [:]
        for action in build.plan.graph.actions.values where action.moduleOutput != nil || action.kind == .clangInterface
        {
            guard case .target(let id) = action.subject, targets.contains(id) else { continue }
            found[id] = .some(inspected[action.id]?.result?.interface)
        }
        return found
    }

    // MARK: What an interface would hold

    /// True where that commit changed what an interface of `to` would hold for `from`, or may have: by the names in the
    /// sources of `from`, and what the digests are made of.
    public func changesInterface(_ index: Int, for from: TargetID, of to: TargetID) -> Bool {
        guard let entry = digests.first(where: { $0.index == index && $0.target == to }),
            let old = parts(of: entry.before), let new = parts(of: entry.after)
        else { return true }
        return interface(for: from).isChanged(from: old, to: new)
    }

    private func parts(of digest: ContentDigest) -> ABIParts? {
        if let known = parts[digest] { return known }
        let found = InterfaceDigesting.parts(of: digest, in: workspace.cache)
        parts[digest] = .some(found)
        return found
    }

    private func interface(for client: TargetID) -> NamedInterface {
        if let known = interfaces[client] { return known }
        let graph = workspace.loaded.graph
        let folder = workspace.root / (graph.packages[client.package]?.folder ?? ".")
        let interface = NamedInterface(
            sources: (graph.targets[client]?.sources ?? []).compactMap { try? workspace.files.read(folder / $0) })
        interfaces[client] = interface
        return interface
    }
}

extension [ChangedFile] {
    /// These changes, and those that came after them, as changes from the first state to the last.
    fileprivate func followed(by later: [ChangedFile]) -> [ChangedFile] {
        var all = Dictionary(later.map { ($0.path, $0) }) { $1 }
        for change in self {
            let last = all[change.path]
            all[change.path] = ChangedFile(
                path: change.path, earlier: change.earlier, now: last.map(\.now) ?? change.now,
                isUntracked: last?.isUntracked ?? false)
        }
        return all.values.sorted { $0.path < $1.path }
    }
}
