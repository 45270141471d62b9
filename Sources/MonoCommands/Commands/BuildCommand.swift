import BuildEngine
import BuildPlanning
import Disk
import Targets
import Workspaces

/// `mono build`: builds what changed, restores the rest.
enum BuildCommand: Subcommand {
    static let syntax = CommandSyntax<BuildOptions>(
        "build", "builds what changed and restores the rest", defaults: BuildOptions(),
        arguments: BuildOptions.affectedArguments + BuildOptions.watchArguments + BuildOptions.productArguments
            + BuildOptions.arguments + BuildOptions.verificationArguments + [BuildOptions.indexArgument] + [
                .positional(
                    "TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)),
                    help:
                        """
                        what to build: names, PACKAGE:NAME, or folders and files (default: all of the workspace's own \
                        packages)
                        """
                ) { $0.requests.append($1) }
            ],
        examples: [
            .init(line: "mono build", meaning: "everything that changed"),
            .init(line: "mono build -c release calculator", meaning: "one product, optimised"),
            .init(
                line: "mono build --affected --since origin/main",
                meaning: "what a branch can have changed"),
            .init(line: "mono build --dry-run --explain", meaning: "what would run, and why"),
            .init(
                line: "mono build --verify=20%",
                meaning: "check a fifth of the cached results against the tools"),
            .init(line: "mono build --shared-cache /mnt/ci:ro", meaning: "with the results of CI"),
        ])

    static func run(_ options: BuildOptions, in session: Session) throws -> ExitCode {
        if options.isDryRun, options.verifiedPercent != nil {
            throw ErrorReport(code: .usage, what: "'--verify' runs the tools, and '--dry-run' runs nothing")
        }
        if options.verificationSeed != nil, options.verifiedPercent == nil {
            throw ErrorReport(
                code: .usage, what: "'--verify-seed' says nothing without '--verify'", help: "add '--verify=20%'")
        }
        try options.checkIndex()
        try options.checkAffected()
        try options.watch.check(options.namesThatWatchNothing)
        let programs = Programs()
        guard options.watch.isOn else { return try once(options, in: session, programs) }
        let workspace = try programs.interruptible { try session.workspace(options, programs) }
        let loop = WatchLoop(
            session: session, options: options.watch, workspace: workspace, programs: programs,
            written: options.writtenFiles(in: session), waiting: .init(keys: "Enter to build again, q to quit"))
        return try loop.run { try once(options.inRound($0), in: $0.session, $0.programs, round: $0) }
    }

    /// `round`: the one that it is, of several.
    private static func once(
        _ options: BuildOptions, in session: Session, _ programs: Programs, round: WatchRound? = nil
    ) throws -> ExitCode {
        let closed = try programs.interruptible { try session.workspace(options, programs) }
        if options.showsProductsFolder {
            let platform = try programs.interruptible { try closed.platform() }
            let layout = BuildLayout(configuration: options.configuration, platform: platform)
            session.terminal.output.print((closed.root / layout.products).string)
            return .success
        }
        return try ObserverPrograms.around(options.isDryRun ? nil : closed.configuration, in: session, programs) {
            try build(options, closed, round, observing: $0, session, programs)
        }
    }

    private static func build(
        _ options: BuildOptions, _ closed: Workspace, _ round: WatchRound?, observing observers: ObserverStart,
        _ session: Session, _ programs: Programs
    ) throws -> ExitCode {
        let request = UpToDateRequest(options, in: session)
        let workspace: OpenWorkspace
        switch try request.map({ try session.open(closed, unless: $0, always: options.isAccountedFor, programs) }) {
        case .upToDate(let known):
            // The first of several rounds finds out which packages are to be watched.
            if round?.isFirst == true { _ = try session.open(closed, programs) }
            if round?.isSilent == true { return .success }
            observers.programs?.report(known, options, jobs: closed.jobs)
            return BuildReporting.report(known, of: closed, options, in: session)
        case .open(let opened): workspace = opened
        case nil: workspace = try session.open(closed, programs)
        }
        return try build(
            options, request, isQuiet: round?.isSilent == true, in: workspace, observing: observers, session, programs)
    }

    private static func build(
        _ options: BuildOptions, _ request: UpToDateRequest?, isQuiet: Bool, in workspace: OpenWorkspace,
        observing observers: ObserverStart, _ session: Session, _ programs: Programs
    ) throws -> ExitCode {
        let goal =
            try options.buildsTests
            ? goalWithTests(options, in: workspace, session, programs)
            : options.goal(in: workspace, session, programs)
        // Programs that observe builds hear of every action.
        let mayBePart = request != nil && !options.isAccountedFor && workspace.configuration.observers.isEmpty
        let build = try options.plan(goal, mayBePart: mayBePart, in: workspace, session, programs)
        if options.buildsTests, !options.requests.isEmpty, let leftOut = build.plan.leftOut.first {
            throw PlanningError.cannotBuild(leftOut)
        }
        let enforced = try EnforcedRules(build).check(session)
        let reporting = try BuildReporting(
            options, build, in: session, isQuiet: isQuiet, observing: observers.programs)
        let summary = build.build(
            observers: reporting.observers, cancellation: programs.cancellation,
            noting: request.map { UpToDateWords($0, said: enforced + reporting.said) })
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }
        if let failure = ExitCode(failureOf: summary.verification) { return failure }
        if let failure = ExitCode(failureOfFilesAmong: reporting.observers) { return failure }
        return build.plan.leftOut.isEmpty ? .success : .leftOut
    }

    /// What is built without tests, and what `mono test` builds.
    private static func goalWithTests(
        _ options: BuildOptions, in workspace: OpenWorkspace, _ session: Session, _ programs: Programs
    ) throws -> BuildRequest.Goal {
        var (goal, tests) = try GoalSelection(workspace, from: session.folder).goalWithTests(
            options.requests, products: options.products)
        if options.isAffectedOnly {
            let affected = try options.comparison.targets(in: workspace, session, programs)
            (goal, tests) = (.among(affected), tests.filter(affected.contains))
        }
        return .and(goal, tests: workspace.testPrograms(of: tests))
    }
}

extension BuildOptions {
    /// Those of its options that make no sense in a build that is repeated, as they are typed.
    var namesThatWatchNothing: [String] {
        [
            (isDryRun, "--dry-run"), (verifiedPercent != nil, "--verify"), (showsProductsFolder, "--show-bin-path"),
        ].filter(\.0).map(\.1)
    }

    /// Files that mono itself writes where the user likes.
    func writtenFiles(in session: Session) -> [AbsolutePath] {
        [eventFile, traceFile, reportFile].compactMap { $0.map(session.path) }
    }
}
