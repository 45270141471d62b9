import BuildEngine
import Subprocesses

/// `mono build`: builds what changed, restores the rest.
enum BuildCommand: Subcommand {
    static let syntax = CommandSyntax<BuildOptions>(
        "build", "builds what changed and restores the rest", defaults: BuildOptions(),
        arguments: BuildOptions.arguments + [
            .positional(
                "TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)),
                help: "what to build; everything of the workspace's own packages, unless told otherwise"
            ) { $0.requests.append($1) }
        ])

    static func run(_ options: BuildOptions, in session: Session) throws -> ExitCode {
        let commands = LocalCommandRunner(), cancellation = Cancellation()
        let signals = TerminationSignals(cancelling: cancellation, ending: commands)
        let console = BuildConsole(session.terminal)
        do {
            let work = try BuildWork(options, in: session, commands: commands, cancellation: cancellation, requests: options.requests)
            let observers = try BuildObservers(options, work.workspace, session, console)
            let summary = work.build(observers: observers.all, cancellation: cancellation)
            if let signal = signals.received { return .interrupted(signal: signal) }
            if !summary.succeeded { return .buildFailed }
            return work.plan.leftOut.isEmpty ? .success : .leftOut
        } catch {
            if let signal = signals.received { return .interrupted(signal: signal) }
            throw error
        }
    }
}
