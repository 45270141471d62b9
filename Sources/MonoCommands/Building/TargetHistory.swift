import AffectedTargets
import BuildEngine
import BuildPlanning
import Digests
import Disk
import GitHistory
import GraphAnalysis
import InterfaceDigests
import Targets

/// What the last commits did to targets: whose files they changed, and whether others see it, by the digests of interfaces before and after.
///
/// A digest is known where the cache holds the module of that state: the key is made from git's objects, and nothing is laid out or run for it.
final class TargetHistory {
    /// For each commit, newest first: the targets whose files it changed.
    private(set) var changes: [[TargetID: InterfaceChange]]

    private let workspace: OpenWorkspace
    private let work: (OpenWorkspace, Set<TargetID>) throws -> BuildWork
    private let session: Session
    private let programs: Programs
    private let repository: GitRepository
    private let commits: [RecentCommit]
    /// Before and after each commit, where they are others.
    private var digests: [(index: Int, target: TargetID, before: ContentDigest, after: ContentDigest)] = []
    private var parts: [ContentDigest: ABIParts?] = [:]
    private var interfaces: [TargetID: NamedInterface] = [:]

    /// `emitting`: how to emit the modules of states that the cache does not hold; nil leaves these unknown.
    init(
        _ commits: [RecentCommit], of repository: GitRepository, in workspace: OpenWorkspace, building options: BuildOptions, emits: Bool, _ session: Session,
        _ programs: Programs
    ) throws {
        (self.commits, self.repository, self.workspace, self.session, self.programs) = (commits, repository, workspace, session, programs)
        work = { try BuildWork(options, in: session, workspace: $0, goal: .compiles(of: $1)) }
        let owners = FileOwners(of: workspace.loaded, files: workspace.files), graph = workspace.loaded.graph
        let imported = Set(graph.order.flatMap { graph.dependencies(of: $0) })
        changes = commits.map { commit in
            let targets = Set(commit.paths.flatMap { path in owners.owners(of: path).filter { $0.value == .input }.keys })
            // What nobody depends on, nobody sees.
            return Dictionary(uniqueKeysWithValues: targets.map { ($0, imported.contains($0) ? .unknown : .same) })
        }
        let states = try self.states(options, emits: emits)
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
    private func states(_ options: BuildOptions, emits: Bool) throws -> [[TargetID: ContentDigest]] {
        let status = WaitingStatus("reading the history", on: session.terminal)
        defer { status.end() }
        let head = try repository.commit("HEAD")
        let uncommitted = try repository.changes(since: head, to: .workTree, in: [workspace.root])
        let first = commits.last.flatMap { try? repository.commit("\($0.commit.name)^1") }
        var states: [[TargetID: ContentDigest]] = []
        for index in 0...commits.count {
            let beside = [index - 1, index].filter(commits.indices.contains).reduce(into: Set<TargetID>()) { targets, index in
                targets.formUnion(changes[index].filter { $0.value == .unknown }.keys)
            }
            guard !beside.isEmpty, let commit = index < commits.count ? commits[index].commit : first else {
                states.append([:])
                continue
            }
            var found = try remembered(at: commit, of: beside, head, uncommitted, status)
            if emits, found?.values.contains(nil) ?? true { found = try emitted(at: commit, of: beside, options) }
            states.append(found?.compactMapValues { $0 } ?? [:])
        }
        return states
    }

    /// Of the targets that were there. Nil where that state cannot be read, or stood on other versions of external packages.
    private func remembered(
        at commit: GitRepository.Commit, of targets: Set<TargetID>, _ head: GitRepository.Commit, _ uncommitted: [ChangedFile], _ status: WaitingStatus
    ) throws -> [TargetID: ContentDigest?]? {
        // Between commits git compares trees; the work tree, every file of which it looks at, is compared once.
        let committed = commit == head ? [] : try repository.changes(since: commit, to: .commit(head), in: [workspace.root])
        let end = EarlierEnd(workspace: workspace, session: session, programs: programs)
        do {
            guard let earlier = try end.read(before: committed.followed(by: uncommitted), repository, status, isWanted: { _ in true }),
                earlier.workspace.pins == workspace.loaded.pins
            else { return nil }
            return try TargetHistory.digests(work(workspace.asItWas(earlier.workspace, in: earlier.files), targets), of: targets)
        } catch {
            if programs.cancellation.isRequested { throw error }
            return nil
        }
    }

    private func emitted(at commit: GitRepository.Commit, of targets: Set<TargetID>, _ options: BuildOptions) throws -> [TargetID: ContentDigest?] {
        var options = options
        options.keepsGoing = true
        let sources = EarlierSources(root: workspace.root, files: workspace.files, programs: programs, session: session)
        return try sources.withWorkspace(commit.name, like: workspace, options) { earlier in
            guard let (workspace, session) = earlier else { return [:] }
            let work = try BuildWork(options, in: session, workspace: workspace, goal: .compiles(of: targets)).emittingModules
            let summary = work.build(observers: [], cancellation: programs.cancellation)
            if summary.wasCancelled, let signal = programs.signals.received { throw Interrupted(signal: signal) }
            return TargetHistory.digests(work, of: targets)
        }
    }

    private static func digests(_ work: BuildWork, of targets: Set<TargetID>) -> [TargetID: ContentDigest?] {
        let work = work.emittingModules
        let inspected = work.inspect()
        var found: [TargetID: ContentDigest?] = [:]
        for action in work.plan.graph.actions.values where action.moduleOutput != nil || action.kind == .clangInterface {
            guard case .target(let id) = action.subject, targets.contains(id) else { continue }
            found[id] = .some(inspected[action.id]?.result?.interface)
        }
        return found
    }

    // MARK: What an interface would hold

    /// True where that commit changed what an interface of `to` would hold for `from`, or may have: by the names in the sources of `from`, and
    /// what the digests are made of.
    func changesInterface(_ index: Int, for from: TargetID, of to: TargetID) -> Bool {
        guard let entry = digests.first(where: { $0.index == index && $0.target == to }), let old = parts(of: entry.before), let new = parts(of: entry.after)
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
        let interface = NamedInterface(sources: (graph.targets[client]?.sources ?? []).compactMap { try? workspace.files.read(folder / $0) })
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
                path: change.path, earlier: change.earlier, now: last.map(\.now) ?? change.now, isUntracked: last?.isUntracked ?? false)
        }
        return all.values.sorted { $0.path < $1.path }
    }
}
