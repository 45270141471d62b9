import BuildEngine

/// `mono build`: builds what changed, restores the rest.
enum BuildCommand: Subcommand {
    static let syntax = CommandSyntax<BuildOptions>(
        "build", "builds what changed and restores the rest", defaults: BuildOptions(),
        arguments: BuildOptions.affectedArguments + BuildOptions.arguments + BuildOptions.verificationArguments + [
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
        let work = try programs.interruptible {
            try BuildWork(options, in: session, programs: programs, requests: options.requests)
        }
        let reporting = try BuildReporting(options, work, in: session)
        let summary = work.build(observers: reporting.observers, cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }
        if let failure = ExitCode(failureOf: summary.verification) { return failure }
        return work.plan.leftOut.isEmpty ? .success : .leftOut
    }
}
