import AffectedTargets
import Disk
import GitHistory
import PackageManifests
import Subprocesses
import Targets
import TestRunning

/// The targets that a change reaches.
public struct AffectedTargetsFound: Sendable {
    public var answer: AffectedAnswer
    /// The commit that was compared with; nil where everything counts because that could not be found out.
    public var base: String?

    public init(answer: AffectedAnswer, base: String?) { (self.answer, self.base) = (answer, base) }

    /// Every target of the workspace, for where git cannot tell.
    public static func everything(in workspace: OpenWorkspace) -> AffectedTargetsFound {
        AffectedTargetsFound(answer: .everything(in: workspace.loaded.graph), base: nil)
    }
}

/// The workspace as it was cannot be read.
public struct EarlierWorkspaceError: Error {
    /// As it was asked for.
    public var revision: String
    public var fault: ManifestError
}

/// The current commit holds no workspace in that root, and nothing but commits was to be compared.
public struct NotCommitted: Error, Hashable, Sendable {
    public var root: AbsolutePath
}

extension OpenWorkspace {
    /// The repository that the workspace lies in. Throws `GitError`.
    public func repository(_ cancellation: Cancellation) throws(GitError) -> GitRepository {
        try GitRepository(
            around: root, files: files, commands: commands, environment: settings.environment.variables,
            cancellation: cancellation)
    }

    /// Finds the targets that a change reaches. Nothing is built. `early`: what git was asked already, while the
    /// workspace was opened.
    ///
    /// Throws `GitError`, `EarlierWorkspaceError`, `NotCommitted`, `ManifestError`.
    public func affected(
        _ comparison: Comparison, early: AffectedChanges? = nil, _ cancellation: Cancellation = Cancellation(),
        progress: @escaping WorkspaceProgress = { _ in }
    ) throws -> AffectedTargetsFound {
        let finding = AffectedFinding(
            workspace: self, comparison: comparison, cancellation: cancellation, progress: progress)
        let (answer, base) = try finding.find(early)
        return AffectedTargetsFound(answer: answer, base: base)
    }
}

private struct AffectedFinding {
    let workspace: OpenWorkspace
    let comparison: Comparison
    let cancellation: Cancellation
    let progress: WorkspaceProgress

    private var root: AbsolutePath { workspace.root }
    private var now: AffectedQuery.End {
        AffectedQuery.End(
            workspace: workspace.loaded, files: workspace.files, testInputs: workspace.configuration.testInputs,
            wiring: workspace.configuration.wiring)
    }

    func find(_ early: AffectedChanges?) throws -> (AffectedAnswer, base: String?) {
        let found: AffectedChanges, owners: FileOwners?
        var early = early
        // Git was asked before the load wrote it.
        if workspace.loaded.notes.contains(where: { if case .lockWritten = $0 { true } else { false } }) { early = nil }
        if let early, early.isWholeRepository {
            (found, owners) = (early, nil)
        } else {
            let all = FileOwners(of: workspace.loaded, files: workspace.files)
            let declared = workspace.configuration.testInputs.files.map { AbsolutePath($0, in: root) }
            let outside = all.placesOutside.union(declared).union(workspace.placesSeenOutside()).filter {
                !$0.isInside(root)
            }.sorted()
            if let early, early.covers(outside) {
                found = early
            } else {
                found = try AffectedChanges(
                    comparison, in: workspace.repository(cancellation), at: root, and: outside, files: workspace.files)
            }
            owners = all
        }
        let base = found.base.name
        guard let committed = found.committed else {
            if found.untilNow.isEmpty { return (.nothing(in: workspace.loaded.graph), base) }
            let before = try end(before: found.untilNow, found.repository, comparison.revision)
            return (answer(before, now, found.untilNow, owners, found), base)
        }
        guard
            let after = committed.uncommitted.isEmpty
                ? now : try end(before: committed.uncommitted, found.repository, "HEAD")
        else {
            throw NotCommitted(root: root)
        }
        return (
            answer(
                try end(before: found.untilNow, found.repository, comparison.revision), after, committed.changes,
                committed.uncommitted.isEmpty ? owners : nil, found), base
        )
    }

    private func answer(
        _ before: AffectedQuery.End?, _ after: AffectedQuery.End, _ changes: [ChangedFile], _ owners: FileOwners?,
        _ found: AffectedChanges
    ) -> AffectedAnswer {
        let owners = owners ?? FileOwners(of: after.workspace, files: after.files)
        let readings = TestReadings(
            after.workspace.graph, root: root, owners: owners, since: found,
            workspace.readRecords(in: found.repository))
        return AffectedQuery(before: before, after: after, changes: changes, owners: owners, reading: readings.of)
            .answer()
    }

    /// The workspace before some changes; nil where there was none.
    private func end(before changes: [ChangedFile], _ repository: GitRepository, _ revision: String) throws
        -> AffectedQuery.End?
    {
        progress(.reading(revision: revision))
        defer { progress(.settled) }
        do {
            return try EarlierEnd(workspace: workspace, cancellation: cancellation, progress: progress).read(
                before: changes, repository)
        } catch let error as ManifestError {
            throw EarlierWorkspaceError(revision: revision, fault: error)
        }
    }
}
