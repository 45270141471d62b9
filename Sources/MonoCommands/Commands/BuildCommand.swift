import BuildEngine
import BuildPlanning
import Disk
import TestRunning

/// `mono build`: builds what changed, restores the rest.
enum BuildCommand: Subcommand {
    static let syntax = CommandSyntax<BuildOptions>(
        "build", "builds what changed and restores the rest", defaults: BuildOptions(),
        arguments: BuildOptions.affectedArguments + BuildOptions.productArguments + BuildOptions.arguments + BuildOptions.verificationArguments + [
            .positional(
                "TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)),
                help: "what to build: names, PACKAGE:NAME, or folders and files; unless told, everything of the workspace's own packages"
            ) { $0.requests.append($1) }
        ],
        examples: [
            .init(line: "mono build", meaning: "everything, as far as it changed"),
            .init(line: "mono build -c release calculator", meaning: "one product, optimised"),
            .init(line: "mono build --affected --since origin/main", meaning: "what a branch can have changed, as 'mono affected' names it"),
            .init(line: "mono build --dry-run --explain", meaning: "what would run, and why"),
            .init(line: "mono build --verify=20%", meaning: "and see whether a fifth of what came from the cache is what the tools make"),
            .init(line: "mono build --shared-cache /mnt/ci:ro", meaning: "with what the CI has built"),
        ])

    static func run(_ options: BuildOptions, in session: Session) throws -> ExitCode {
        if options.isDryRun, options.verifiedPercent != nil {
            throw ErrorReport(code: .usage, what: "'--verify' runs the tools, and '--dry-run' runs nothing")
        }
        if options.verificationSeed != nil, options.verifiedPercent == nil {
            throw ErrorReport(code: .usage, what: "'--verify-seed' says nothing without '--verify'", hint: "add '--verify=20%'")
        }
        try options.checkAffected()
        let programs = Programs()
        if options.showsProductsFolder {
            let place = try programs.interruptible { try ResultsPlace(options, in: session, programs: programs) }
            session.terminal.output.print((place.root / place.layout.products).string)
            return .success
        }
        var facts: RuntimeFactsMemory?
        let work = try programs.interruptible {
            guard options.buildsTests else { return try BuildWork(options, in: session, programs: programs, requests: options.requests) }
            return try BuildWork(options, in: session, programs: programs) { try goalWithTests(options, in: $0, session, programs, &facts) }
        }
        if options.buildsTests, !options.requests.isEmpty, let leftOut = work.plan.leftOut.first { throw PlanningError.cannotBuild(leftOut) }
        let reporting = try BuildReporting(options, work, in: session)
        let summary = work.build(observers: reporting.observers, cancellation: programs.cancellation)
        if !options.isDryRun { facts?.save() }
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }
        if let failure = ExitCode(failureOf: summary.verification) { return failure }
        return work.plan.leftOut.isEmpty ? .success : .leftOut
    }

    /// What is built without tests, and what `mono test` builds. `facts`: what is found out about tests' sources, to be kept for the next time.
    private static func goalWithTests(
        _ options: BuildOptions, in workspace: OpenWorkspace, _ session: Session, _ programs: Programs, _ facts: inout RuntimeFactsMemory?
    ) throws -> BuildRequest.Goal {
        let selection = GoalSelection(workspace, in: session), memory = TestWork.memory(of: workspace)
        var (goal, tests) = try selection.goalWithTests(options.requests, products: options.products)
        if options.isAffectedOnly {
            let affected = Set(try AffectedSelection(options.comparison, in: workspace, session, programs).answer.targets)
            (goal, tests) = (.among(affected), tests.filter(affected.contains))
        }
        facts = memory
        return .and(goal, tests: tests.map { TestWork.program(of: $0, in: workspace, options.configuration, memory).program })
    }
}
