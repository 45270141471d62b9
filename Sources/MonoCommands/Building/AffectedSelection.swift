import AffectedTargets
import Disk
import GitHistory
import PackageManifests
import Targets
import TestRunning

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

    init(_ options: AffectedOptions, in workspace: OpenWorkspace, _ session: Session, _ programs: Programs) throws {
        guard let revision = options.revision else { throw ErrorReport(code: .usage, what: "compared with what?", hint: "add '--since REV'") }
        do {
            let finding = AffectedFinding(workspace: workspace, options: options, session: session, programs: programs)
            (answer, base) = try programs.interruptible { try finding.find(revision) }
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
        AffectedQuery.End(workspace: workspace.loaded, files: workspace.files, testInputs: workspace.configuration.testInputs)
    }

    func find(_ revision: String) throws -> (AffectedAnswer, base: String?) {
        let repository = try GitRepository(around: root, in: session, programs)
        let base = try options.isExact ? repository.commit(revision) : repository.commonAncestor(of: revision)
        let places = places(in: repository)
        let untilNow = try repository.changes(since: base, to: .workTree, in: places)
        guard options.isCommitted else {
            if untilNow.isEmpty { return (AffectedQuery(before: now, after: now, changes: []).answer(), base.name) }
            let before = try end(before: untilNow, repository, revision)
            return (AffectedQuery(before: before, after: now, changes: untilNow, reading: reading(now.workspace.graph)).answer(), base.name)
        }
        let head = try repository.commit("HEAD")
        let uncommitted = try repository.changes(since: head, to: .workTree, in: places)
        let changes = try repository.changes(since: base, to: .commit(head), in: places)
        guard let after = uncommitted.isEmpty ? now : try end(before: uncommitted, repository, "HEAD") else {
            throw ErrorReport(code: .usage, what: "'\(root)' holds no workspace in the current commit", hint: "leave '--committed' away")
        }
        let before = try end(before: untilNow, repository, revision)
        return (AffectedQuery(before: before, after: after, changes: changes, reading: reading(after.workspace.graph)).answer(), base.name)
    }

    /// What tests may read, by their sources as they are on the disk: what was looked at before is remembered.
    private func reading(_ graph: TargetGraph) -> (TargetID) -> AffectedQuery.TestReading {
        let memory = TestWork.memory(of: workspace)
        return { [root] target in
            let needs = TestNeeds(of: target, in: graph, root: root, .debug, memory)
            var reading = AffectedQuery.TestReading(packages: Set(needs.asking.map(\.package)))
            switch needs.reach {
            case .unknown: reading.isAnything = true
            case .package: reading.packages.insert(target.package)
            case .ownFolder, .resources: reading.packages.remove(target.package)
            }
            reading.starts = TestWork.executables(for: target, in: graph, needs).flatMap { graph.products[$0]?.targets ?? [] }
            return reading
        }
    }

    /// The root; the files around it that choose the toolchain; and where links lead that targets contain.
    private func places(in repository: GitRepository) -> [AbsolutePath] {
        var places = [root], folder = root
        while folder != repository.top, folder.isInside(repository.top) {
            folder = folder.parent
            places.append(folder / AffectedQuery.toolchainFile)
        }
        let outside = FileOwners(of: workspace.loaded, files: workspace.files).placesOutside
        return places + Set(outside.filter { $0.isInside(repository.top) }).sorted()
    }

    /// The workspace before some changes; nil where there was none.
    private func end(before changes: [ChangedFile], _ repository: GitRepository, _ revision: String) throws -> AffectedQuery.End? {
        let files = try EarlierFiles(of: repository, before: changes, disk: workspace.files) { path in
            path.name.hasPrefix("Package") || ["mono.json", "mirrors.json"].contains(path.name)
        }
        let status = WaitingStatus("reading '\(revision)'", on: session.terminal)
        defer { status.end() }
        do {
            let configuration = try WorkspaceConfiguration.find(from: root, files: files, home: session.home)
            guard configuration.root == root else { return nil }
            let loaded = try workspace.loader.loadEarlier(
                configuration, in: files, now: workspace.loaded, cancellation: programs.cancellation) { status.show($0) }
            return AffectedQuery.End(workspace: loaded, files: files, testInputs: configuration.testInputs)
        } catch {
            if let failure = files.failure { throw failure }
            if case .noWorkspace = error { return nil }
            var report = error.report
            report.what = "the workspace as it was cannot be read ('\(revision)'): \(report.what)"
            report.hint = [report.hint, "'--fallback all' goes on with all targets"].compactMap { $0 }.joined(separator: "; ")
            throw report
        }
    }
}
