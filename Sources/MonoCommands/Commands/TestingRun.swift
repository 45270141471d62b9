import BuildEngine
import BuildPlanning
import CodeCoverage
import Disk
import Subprocesses
import TestRunning
import Workspaces

/// Tests whose programs are built: lists or runs them, and says what came of it.
struct TestingRun {
    let options: TestOptions
    let selection: TestSelection
    let session: Session
    let programs: Programs
    let work: PlannedTests
    let summary: BuildSummary
    let built: [BuildPlan.TestPlacement]
    /// Of the build, that want to know of the tests too.
    let observers: [any RunObserver]
    /// Nothing is said if all results are known.
    let isSilent: Bool

    func list() throws {
        for target in work.targets(built, of: summary, coverage: coverage) {
            for name in try work.names(of: target, selection, programs.cancellation) {
                session.terminal.output.print(name)
            }
        }
    }

    /// `failure`: of the build, which left other tests without a program.
    func run(jobs: Int, after failure: ExitCode?) throws -> ExitCode {
        let coverage = coverage
        try coverage?.prepare()
        let targets = work.targets(built, of: summary, coverage: coverage)
        let reports = try reports(of: targets, jobs: jobs, after: failure)
        if let coverage, !programs.cancellation.isRequested, !targets.isEmpty { try report(coverage) }
        if programs.cancellation.isRequested { return .interrupted(signal: programs.signals.received ?? 2) }
        if let failure { return failure }
        if !reports.allSatisfy(\.passed) { return .testsFailed }
        if let failure = ExitCode(failureOfFilesAmong: observers) { return failure }
        // A name with a mistake in it would keep a job green. Among what a change affects there may be none.
        if selection.wantsSome, !options.build.isAffectedOnly, reports.allSatisfy(\.hasNoTests) { return .testsFailed }
        return work.build.plan.leftOut.isEmpty ? .success : .leftOut
    }

    private var coverage: CoverageCollection? { options.build.measuresCoverage ? work.coverage : nil }

    private func reports(of targets: [TestTarget], jobs: Int, after failure: ExitCode?) throws -> [TestReport] {
        let isLater = options.build.watch.isLaterRound
        let showsAll = !options.isParallel && !isLater || session.global.isVerbose
        let printer = TestPrinter(
            BuildConsole(session.terminal), showsAll: showsAll, saysWhy: options.saysWhy, since: session.start,
            root: work.build.workspace.root, folder: session.folder, files: work.build.workspace.files,
            saysKnown: !isLater)
        session.phases.enter(.tests)
        let reports = work.session(options.session(selection, jobs: jobs), programs.cancellation)
            .run(targets, observer: TestObservers(observers: [printer] + observers))
        session.phases.enter(nil)
        for observer in observers { observer.allTestsFinished() }
        work.save()
        // What a part of the tests read says nothing of the others.
        if selection.isAll { work.remember(reports) }
        if let path = options.xunitFile {
            let report = JUnitReport(reports, root: work.build.workspace.root, files: work.build.workspace.files)
            try LocalFileSystem().writeNamed(Array(report.text.utf8), to: session.path(path))
        }
        let planned = work.build.plan.tests
        let isKnown = reports.count == planned.count && reports.allSatisfy(\.isKnown)
        if !isSilent || !isKnown { printer.sum(up: reports, of: planned.count, selection) }
        if failure != nil { printer.report(notBuilt: planned.filter { !built.contains($0) }.map(\.target)) }
        return reports
    }

    private func report(_ coverage: CoverageCollection) throws {
        let counted = try coverage.collect(work.countingPrograms(summary), cancellation: programs.cancellation)
        let report = CoverageReport(counted, graph: work.build.workspace.loaded.graph)
        let errors = session.terminal.errors
        for line in report.lines(errors.style) { errors.print(line) }
        errors.print("written to \(coverage.export.relative(to: work.build.workspace.root))")
    }
}
