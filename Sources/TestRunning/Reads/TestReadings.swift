import AffectedTargets
import Disk
import GitHistory
import PackageManifests
import Targets

/// What test targets read, for a query: what they were seen to ask for in a state of the workspace that is no other, as
/// far as that can matter, than the commit that is compared with.
public final class TestReadings {
    private let graph: TargetGraph
    private let root: AbsolutePath
    private let owners: FileOwners
    private let found: AffectedChanges
    private let records: ReadRecords
    private lazy var own = records.own
    /// Nearest first; each is asked for when it is needed.
    private lazy var commits = [found.base.name] + earlierCommits()
    private lazy var head = try? found.repository.commit("HEAD").name
    private var known: [String: ReadRecord] = [:]
    private var differences: [SeenState: Difference] = [:]

    private struct SeenState: Hashable {
        var commit: String
        var uncommitted: [String]
    }

    /// What is not the same in a state and in the commit that is compared with.
    private struct Difference {
        var changes: [ChangedFile]
        /// Targets that are made of something else, with all that depend on them; nil for all.
        var targets: Set<TargetID>?
    }

    /// How far back the cache is asked.
    private static let mostCommits = 30

    public init(
        _ graph: TargetGraph, root: AbsolutePath, owners: FileOwners, since found: AffectedChanges,
        _ records: ReadRecords
    ) {
        (self.graph, self.root, self.owners, self.found, self.records) = (graph, root, owners, found, records)
    }

    /// Nil where nobody has seen it run in such a state.
    public func of(_ test: TargetID) -> AffectedQuery.TestReading? {
        if let seen = own.targets[test], let reading = reading(seen, of: test) { return reading }
        for commit in commits {
            guard let seen = record(of: commit).targets[test] else { continue }
            return reading(seen, of: test)
        }
        return nil
    }

    private func reading(_ seen: SeenReads, of test: TargetID) -> AffectedQuery.TestReading? {
        let state = SeenState(commit: seen.commit, uncommitted: seen.uncommitted)
        let difference = differences[state] ?? difference(from: state)
        differences[state] = difference
        guard let difference, let targets = difference.targets else { return nil }
        let starts = seen.executables.flatMap { graph.products[$0]?.targets ?? [] }
        guard !targets.contains(test), !starts.contains(where: targets.contains),
            seen.executables.allSatisfy({ graph.products[$0] != nil })
        else { return nil }
        let reading = seen.reading(in: root, starts: starts)
        // Of what lies outside of the workspace git was asked where it was known to be read.
        guard found.covers(reading.files.union(reading.listed).filter { !$0.isInside(root) && !$0.isOfGit }) else {
            return nil
        }
        // What lies in the repository itself changes with each commit.
        let isSameCommit = seen.commit == found.base.name && seen.commit == head
        if reading.files.union(reading.listed).contains(where: \.isOfGit), !isSameCommit { return nil }
        // Which folders were there then, nobody knows.
        return difference.changes.contains { reading.sees($0) { _ in false } } ? nil : reading
    }

    private func record(of commit: String) -> ReadRecord {
        if let record = known[commit] { return record }
        let record = records.record(of: commit) ?? ReadRecord()
        known[commit] = record
        return record
    }

    private func earlierCommits() -> [String] {
        (try? found.repository.ancestors(of: found.base, atMost: TestReadings.mostCommits).map(\.name)) ?? []
    }

    // MARK: Differences

    private func difference(from state: SeenState) -> Difference? {
        var changes = state.uncommitted.map {
            // What it was then, nobody knows.
            ChangedFile(path: AbsolutePath($0, in: root), earlier: nil, now: .file)
        }
        if state.commit != found.base.name {
            guard let commit = try? found.repository.commit(state.commit),
                let between = try? found.repository.changes(since: commit, to: .commit(found.base), in: [root])
            else { return Difference(changes: [], targets: nil) }
            changes += between
        }
        return Difference(changes: changes, targets: targets(madeOf: changes))
    }

    private func targets(madeOf changes: [ChangedFile]) -> Set<TargetID>? {
        var found: Set<TargetID> = []
        for change in changes {
            if change.now == .folder { return nil }
            guard let around = owners.mayDefine(change.path) else { return nil }
            found.formUnion(around)
            found.formUnion(owners.owners(of: change.path).keys)
        }
        if found.isEmpty { return found }
        for id in graph.order
        where !found.contains(id)
            && (graph.dependencies(of: id) + (graph.targets[id]?.plugins ?? [])).contains(where: found.contains)
        {
            found.insert(id)
        }
        return found
    }
}

extension AbsolutePath {
    /// In the repository itself, of which no commit tells.
    fileprivate var isOfGit: Bool { string.hasSuffix("/.git") || string.contains("/.git/") }
}
