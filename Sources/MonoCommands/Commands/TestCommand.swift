import BuildPlanning
import CodeCoverage
import Disk
import Targets
import TestRunning
import Workspaces

/// `mono test [TARGET…]`: builds test targets and runs their tests, but for those whose results are known.
enum TestCommand: Subcommand {
    static let syntax = CommandSyntax<TestOptions>(
        "test", "builds test targets and runs their tests",
        discussion: [
            """
            mono does not run a target's tests again if its program and the files that the tests read are those of a \
            run that passed. The output of tests goes to standard output, mono's own to standard error.
            """
        ],
        defaults: TestOptions(),
        arguments: TestOptions.arguments + [
            .positional(
                "TARGET|PATH", .any, reads: .text("NAME", completion: .names(.tests)),
                help:
                    """
                    test targets: names, PACKAGE:NAME, features, or folders and files (default: all of the workspace's \
                    own packages)
                    """
            ) { $0.requests.append($1) }
        ],
        examples: [
            .init(line: "mono test", meaning: "all tests that a change can have affected since they passed"),
            .init(line: "mono test NIOCoreTests --filter ByteBuffer", meaning: "some tests of one target"),
            .init(
                line: "mono test --affected --since origin/main",
                meaning: "the tests that a branch can have affected"),
            .init(line: "mono test --runs 20 --filter testFlaky", meaning: "how often a test passes"),
        ])

    static func run(_ options: TestOptions, in session: Session) throws -> ExitCode {
        try options.build.checkIndex()
        try options.build.checkAffected()
        if options.buildsAll, !options.requests.isEmpty {
            throw ErrorReport(
                code: .usage, what: "'--build-all' builds everything, and names choose some",
                help: "leave the names or '--build-all' away")
        }
        try options.build.watch.check(
            options.build.namesThatWatchNothing + (options.lists ? ["--list"] : [])
                + (options.showsCoveragePath ? ["--show-codecov-path"] : []))
        let programs = Programs()
        guard options.build.watch.isOn else { return try once(options, in: session, programs) }
        let workspace = try programs.interruptible { try session.workspace(options.build, programs) }
        let loop = WatchLoop(
            session: session, options: options.build.watch, workspace: workspace, programs: programs,
            written: options.writtenFiles(in: session),
            waiting: .init(keys: "Enter to test again, a to run all tests, q to quit"))
        return try loop.run { round in
            var options = options
            options.build = options.build.inRound(round)
            if round.runsAll { options.usesCache = false }
            return try once(options, in: round.session, round.programs, isSilent: round.isSilent)
        }
    }

    /// `isSilent`: nothing is said if all results are known.
    private static func once(
        _ options: TestOptions, in session: Session, _ programs: Programs, isSilent: Bool = false
    ) throws -> ExitCode {
        if options.showsCoveragePath {
            session.terminal.output.print(try coveragePath(options, in: session, programs))
            return .success
        }
        let selection = try options.selection()
        let closed = try programs.interruptible { try session.workspace(options.build, programs) }
        return try ObserverPrograms.around(options.isUnobserved ? nil : closed.configuration, in: session, programs) {
            try test(options, selection, in: closed, isSilent: isSilent, observing: $0, session, programs)
        }
    }

    private static func test(
        _ options: TestOptions, _ selection: TestSelection, in closed: Workspace, isSilent: Bool,
        observing observers: ObserverStart, _ session: Session, _ programs: Programs
    ) throws -> ExitCode {
        let workspace = try session.open(closed, programs)
        if let path = options.xunitFile {
            try ReportPlaces(graph: workspace.loaded.graph, root: workspace.root)
                .check(session.path(path), for: "--xunit-output")
        }
        options.removeOldResults(in: session)
        let (targets, goal) = try programs.interruptible { try chosen(options, in: workspace, session, programs) }
        session.phases.enter(.planning)
        var work = try programs.interruptible {
            try workspace.planTests(
                targets, besides: goal, options.settings(in: session),
                asking: options.build.asking(workspace, in: session, programs))
        }
        if !options.requests.isEmpty, let leftOut = work.build.plan.leftOut.first {
            throw PlanningError.cannotBuild(leftOut)
        }
        _ = try EnforcedRules(work.build).check(session)
        let observers = try BuildReporting(
            options.build, work.build, in: session, isQuiet: true, observing: observers.programs
        ).observers
        var summary = work.build.build(observers: observers, cancellation: programs.cancellation)
        let isWhole = ExitCode(failureOf: summary, signal: programs.signals.received) == nil
        if isWhole || work.build.settings.keepsGoing, !options.build.isDryRun,
            let completed = try programs.interruptible({
                try work.completed(after: summary, asking: options.build.asking(workspace, in: session, programs))
            })
        {
            work = completed
            // A trace is of one build.
            summary = work.build.build(
                observers: observers.filter { !($0 is TraceLog) }, cancellation: programs.cancellation)
        }
        let failure = ExitCode(failureOf: summary, signal: programs.signals.received)
        let tests = TestingRun(
            options: options, selection: selection, session: session, programs: programs, work: work, summary: summary,
            built: work.builtTests(summary), observers: observers.compactMap { $0 as? any RunObserver },
            isSilent: isSilent)
        if let failure, failure != .buildFailed || tests.built.isEmpty || !work.build.settings.keepsGoing {
            return failure
        }
        if options.build.isDryRun { return failure ?? .success }
        if options.lists {
            try tests.list()
            return failure ?? .success
        }
        let code = try tests.run(jobs: workspace.jobs, after: failure)
        session.finishSending(workspace.cache, programs, after: summary.cacheProblems)
        return code
    }
}

extension TestCommand {
    private static func coveragePath(
        _ options: TestOptions, in session: Session, _ programs: Programs
    ) throws -> String {
        let closed = try programs.interruptible { try session.workspace(options.build, programs) }
        let platform = try programs.interruptible { try closed.platform() }
        let layout = BuildLayout(configuration: options.build.configuration, platform: platform)
        return (closed.root / layout.coverage / "coverage.json").string
    }

    /// The test targets, and what is built beside them.
    private static func chosen(
        _ options: TestOptions, in workspace: OpenWorkspace, _ session: Session, _ programs: Programs
    ) throws -> (targets: [TargetID], besides: BuildRequest.Goal?) {
        let chosen = try GoalSelection(workspace, from: session.folder).tests(options.requests)
        // As with `swift test`: a job whose tests got lost does not pass, whatever a change affects.
        if chosen.isEmpty { throw GoalSelection.Failure.noTestTargets }
        guard options.build.isAffectedOnly else { return (chosen, options.buildsAll ? .everything : nil) }
        let affected = try options.build.comparison.targets(in: workspace, session, programs)
        return (chosen.filter(affected.contains), options.buildsAll ? .among(affected) : nil)
    }
}

extension TestOptions {
    fileprivate func selection() throws -> TestSelection {
        if isSerial, isParallel {
            throw ErrorReport(
                code: .usage, what: "'--parallel' runs test programs at once, and '--no-parallel' one test at a time",
                help: "leave one of them away")
        }
        var selection = try TestSelection(wanted: filters, unwanted: skips)
        selection.isSerial = isSerial
        return selection
    }

    /// How the programs are built; what the tests came to is sent with them.
    fileprivate func settings(in session: Session) -> BuildSettings {
        var settings = build.settings(in: session)
        settings.leavesSending = !lists && !build.isDryRun
        return settings
    }

    /// Where no test can be built, the results of an earlier run must not stand for those of this one. What is no
    /// plain file stays what it is.
    fileprivate func removeOldResults(in session: Session) {
        guard let path = xunitFile.map(session.path), !isUnobserved else { return }
        let files = LocalFileSystem()
        if files.linkStatus(path)?.kind == .file { try? files.remove(path) }
    }

    /// Nothing happens that programs want to know of.
    fileprivate var isUnobserved: Bool { build.isDryRun || lists }

    /// Files that mono itself writes where the user likes.
    func writtenFiles(in session: Session) -> [AbsolutePath] {
        build.writtenFiles(in: session) + (xunitFile.map { [session.path($0)] } ?? [])
    }

    func session(_ selection: TestSelection, jobs: Int) -> TestSession.Options {
        var options = TestSession.Options(
            selection: selection, timeLimit: timeLimit == 0 ? nil : Double(timeLimit),
            programsAtOnce: isParallel ? jobs : 1, runs: runs,
            usesCache: usesCache && !build.measuresCoverage)
        options.areHermetic = areHermetic
        return options
    }
}

extension TestNamesUnknown: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .testsFailed,
            what: "'\(target.name)' cannot say which tests it has: its program \(failure.ending.sentence)",
            details: String(decoding: failure.output, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(20).map(
                String.init))
    }
}

extension TestSelection.BadExpression: Reportable {
    var report: ErrorReport {
        ErrorReport(
            code: .usage, what: "'\(text)' is no regular expression",
            help: "'--filter' and '--skip' look for it in 'Module.Class/test'")
    }
}
