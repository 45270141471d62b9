import AffectedTargets
import Disk
import GitHistory
import PackageManifests
import Targets

/// What to compare with, and what to do where that cannot be found out.
struct AffectedOptions: Hashable, Sendable {
    enum Fallback: String, CaseIterable, Hashable, Sendable { case all }

    /// As it was typed.
    var revision: String?
    var isExact = false
    var isCommitted = false
    var fallback: Fallback?

    static var arguments: [Argument<AffectedOptions>] {
        [
            .option("--since", reads: .text("REV"), help: "compare with where the current commit and REV parted; REV is anything that git resolves") {
                $0.revision = $1
            },
            .flag("--exact", help: "compare with REV itself") { $0.isExact = true },
            .flag("--committed", help: "leave out what is not committed: edits in the work tree and untracked files") { $0.isCommitted = true },
            .option("--fallback", reads: .choice(), help: "where git cannot tell (a shallow clone, no repository): say so, and go on with all targets") {
                $0.fallback = $1
            },
        ]
    }
}

/// Finds the targets of an open workspace that a change reaches.
struct AffectedSelection {
    let answer: AffectedAnswer
    /// The commit that was compared with; nil where everything counts because that could not be found out.
    let base: String?

    /// `changes`: what git was asked already.
    init(
        _ options: AffectedOptions, in workspace: OpenWorkspace, _ session: Session, _ programs: Programs,
        changes: Result<AffectedChanges, any Error>? = nil
    ) throws {
        guard let revision = options.revision else { throw ErrorReport(code: .usage, what: "compared with what?", hint: "add '--since REV'") }
        do {
            let finding = AffectedFinding(workspace: workspace, options: options, session: session, programs: programs)
            (answer, base) = try programs.interruptible { try finding.find(revision, changes) }
        } catch let error as Reportable where options.fallback == .all && !(error is Interrupted) {
            var report = error.report
            report.severity = .warning
            report.what += "; so every target counts as affected"
            let errors = session.terminal.errors
            errors.print(report.rendered(errors.style))
            (answer, base) = (.everything(in: workspace.loaded.graph), nil)
        }
    }
}

private struct AffectedFinding {
    let workspace: OpenWorkspace
    let options: AffectedOptions
    let session: Session
    let programs: Programs

    private var root: AbsolutePath { workspace.root }
    private var now: AffectedQuery.End {
        AffectedQuery.End(workspace: workspace.loaded, files: workspace.files, testInputs: workspace.configuration.testInputs, wiring: workspace.configuration.wiring)
    }

    func find(_ revision: String, _ early: Result<AffectedChanges, any Error>?) throws -> (AffectedAnswer, base: String?) {
        let found: AffectedChanges, owners: FileOwners?
        var early = try early?.get()
        // Git was asked before the load wrote it.
        if workspace.loaded.notes.contains(where: { if case .lockWritten = $0 { true } else { false } }) { early = nil }
        if let early, early.isWholeRepository {
            (found, owners) = (early, nil)
        } else {
            let all = FileOwners(of: workspace.loaded, files: workspace.files)
            let declared = workspace.configuration.testInputs.files.map { AbsolutePath($0, in: root) }
            let outside = all.placesOutside.union(declared).filter { !$0.isInside(root) }.sorted()
            if let early, early.covers(outside) {
                found = early
            } else {
                found = try AffectedChanges(options, since: revision, at: root, and: outside, session, programs)
            }
            owners = all
        }
        let base = found.base.name
        guard let committed = found.committed else {
            if found.untilNow.isEmpty { return (.nothing(in: workspace.loaded.graph), base) }
            let before = try end(before: found.untilNow, found.repository, revision)
            return (answer(before, now, found.untilNow, owners, found), base)
        }
        guard let after = committed.uncommitted.isEmpty ? now : try end(before: committed.uncommitted, found.repository, "HEAD") else {
            throw ErrorReport(code: .usage, what: "'\(root)' holds no workspace in the current commit", hint: "leave '--committed' away")
        }
        return (answer(try end(before: found.untilNow, found.repository, revision), after, committed.changes, committed.uncommitted.isEmpty ? owners : nil, found), base)
    }

    private func answer(
        _ before: AffectedQuery.End?, _ after: AffectedQuery.End, _ changes: [ChangedFile], _ owners: FileOwners?, _ found: AffectedChanges
    ) -> AffectedAnswer {
        let readings = TestReadings(after.workspace.graph, in: workspace, since: found)
        return AffectedQuery(before: before, after: after, changes: changes, owners: owners, reading: readings.of).answer()
    }

    /// The workspace before some changes; nil where there was none.
    private func end(before changes: [ChangedFile], _ repository: GitRepository, _ revision: String) throws -> AffectedQuery.End? {
        let status = WaitingStatus("reading '\(revision)'", on: session.terminal)
        defer { status.end() }
        do {
            return try EarlierEnd(workspace: workspace, session: session, programs: programs).read(before: changes, repository, status)
        } catch let error as ManifestError {
            var report = error.report
            report.what = "the workspace as it was cannot be read ('\(revision)'): \(report.what)"
            report.hint = [report.hint, "'--fallback all' goes on with all targets"].compactMap { $0 }.joined(separator: "; ")
            throw report
        }
    }
}
