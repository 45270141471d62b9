import Disk
import Subprocesses

/// Commands of which nobody knows what they go by: once one was run, no look at files tells what comes of it. What
/// toolchains are asked is; SwiftPM's answers are remembered by all that they go by, which is looked at.
struct UnobservedCommands: CommandRunner {
    private let commands: any CommandRunner
    private let log: LookLog

    init(_ commands: any CommandRunner, _ log: LookLog) { (self.commands, self.log) = (commands, log) }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        log.giveUp()
        return try commands.run(command, cancellation: cancellation)
    }

    func lend(_ descriptor: Int32) { commands.lend(descriptor) }
    func takeBack(_ descriptor: Int32) { commands.takeBack(descriptor) }
}
