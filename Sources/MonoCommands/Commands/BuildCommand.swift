import BuildEngine
import BuildPlanning
import Subprocesses
import Targets

/// `mono build`: builds what changed, restores the rest.
enum BuildCommand: Subcommand {
    static let syntax = CommandSyntax<BuildOptions>(
        "build", "builds what changed and restores the rest", defaults: BuildOptions(),
        arguments: BuildOptions.arguments + [
            .positional("TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)), help: "what to build; everything of the workspace's own packages, unless told otherwise") {
                $0.requests.append($1)
            }
        ])

    static func run(_ options: BuildOptions, in session: Session) throws -> ExitCode {
        let commands = LocalCommandRunner(), cancellation = Cancellation()
        let signals = TerminationSignals(cancelling: cancellation, ending: commands)
        let work = try BuildWork(options, in: session, commands: commands, cancellation: cancellation, requests: options.requests)
        let summary = work.build(observers: [PlainProgress(session.terminal)], cancellation: cancellation)
        if let signal = signals.received { return .interrupted(signal: signal) }
        if !summary.succeeded { return .buildFailed }
        return work.plan.leftOut.isEmpty ? .success : .leftOut
    }
}

struct PlainProgress: BuildObserver {
    let terminal: Terminal
    init(_ terminal: Terminal) { self.terminal = terminal }
    func actionStarted(_ start: ActionStart) { terminal.output.print("\(start.isIncremental ? "~" : "")\(start.action.id) [\(start.slots.count)]") }
    func actionFinished(_ report: ActionReport) {
        if case .failed(let failure) = report.outcome { terminal.output.print("failed \(report.action.id): \(failure)") }
        if let un = report.unpublished { terminal.output.print("unpublished \(report.action.id): \(un)") }
    }
    func diagnosed(_ diagnostics: Diagnostics) { terminal.output.print(diagnostics.text) }
    func buildFinished(_ summary: BuildSummary) {
        terminal.output.print("ran \(summary.ran) hits \(summary.hits) failures \(summary.failures.count) wall \(Double(summary.wall) / 1e9) cpu \(Double(summary.spentCPU)/1000) saved \(Double(summary.savedCPU)/1000) problems \(summary.cacheProblems)")
    }
}
