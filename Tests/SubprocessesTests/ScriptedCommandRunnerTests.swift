import Glibc
import Subprocesses
import Testing

@Suite struct ScriptedCommandRunnerTests {
    let runner = ScriptedCommandRunner()

    private func run(_ executable: String, _ arguments: String...) throws -> CommandResult {
        try runner.run(Command(executable, arguments, folder: "/"))
    }

    @Test func rulesInTheirOrder() throws {
        runner.answer("swiftc", ["--version"], times: 1, with: CommandResult(exit: .code(0), output: Array("1".utf8)))
        runner.answer("swiftc", with: CommandResult(exit: .code(1)))
        runner.answer(where: { $0.arguments.contains("-x") }) { command, _ throws(CommandError) in
            CommandResult(exit: .code(Int32(command.arguments.count)))
        }
        #expect(try run("/usr/bin/swiftc", "--version", "-v").output == Array("1".utf8))
        #expect(try run("/usr/bin/swiftc", "--version").exit == .code(1))
        #expect(try run("/bin/other", "a", "-x").exit == .code(2))
        #expect(throws: CommandError(executable: "/bin/other", code: ENOENT)) { try run("/bin/other") }
        #expect(runner.commands.map(\.arguments) == [["--version", "-v"], ["--version"], ["a", "-x"], []])
        #expect(runner.unexpectedCommands.map(\.executable) == ["/bin/other"])
        runner.forgetCommands()
        #expect(runner.commands.isEmpty && runner.unexpectedCommands.isEmpty)
    }

    @Test func answersMayThrowAndSeeTheCancellation() throws {
        runner.answer("bad") { command, _ throws(CommandError) in
            throw CommandError(executable: command.executable, code: EACCES)
        }
        runner.answer("seen") { _, cancellation throws(CommandError) in
            cancellation.request()
            return CommandResult(exit: cancellation.isRequested ? .cancelled : .code(0))
        }
        #expect(throws: CommandError(executable: "/bad", code: EACCES)) { try run("/bad") }
        let cancellation = Cancellation()
        let command = Command("/seen", [], folder: "/")
        #expect(try runner.run(command, cancellation: cancellation).exit == .cancelled)
        #expect(cancellation.isRequested)
        // As the real one: nothing is started any more.
        #expect(try runner.run(command, cancellation: cancellation).exit == .cancelled)
        #expect(runner.commands.count == 2)
    }
}
