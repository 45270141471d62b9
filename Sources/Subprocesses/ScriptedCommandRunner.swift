import Glibc
import Synchronization

/// A runner for tests: it starts nothing, gives the answers that the test laid down, and remembers what it was asked.
public final class ScriptedCommandRunner: CommandRunner {
    /// What a program would do: it may look at the command and change files, as the program would.
    public typealias Answer = @Sendable (Command, Cancellation) throws(CommandError) -> CommandResult

    private struct Rule: Sendable {
        var matches: @Sendable (Command) -> Bool
        /// How often it answers yet; nil for ever.
        var left: Int?
        var answer: Answer
    }

    private struct State: Sendable {
        var rules: [Rule] = []
        var commands: [Command] = []
        var unexpected: [Command] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Answers commands that match, `times` times or for ever. Where several rules match, the one that was laid down
    /// first and is not used up answers.
    public func answer(
        times: Int? = nil, where matches: @escaping @Sendable (Command) -> Bool, with answer: @escaping Answer
    ) {
        state.withLock { $0.rules.append(Rule(matches: matches, left: times, answer: answer)) }
    }

    /// Answers commands whose executable has the name `name`, in any folder, and whose arguments start with
    /// `arguments`.
    public func answer(
        _ name: String, _ arguments: [String] = [], times: Int? = nil, with answer: @escaping Answer
    ) {
        self.answer(
            times: times,
            where: { command in
                let last = command.executable.split(separator: "/").last ?? ""
                return last == name && command.arguments.starts(with: arguments)
            }, with: answer)
    }

    /// The same with an answer that is always the same.
    public func answer(_ name: String, _ arguments: [String] = [], times: Int? = nil, with result: CommandResult) {
        answer(name, arguments, times: times) { _, _ throws(CommandError) in result }
    }

    /// All that was asked to run, in order.
    public var commands: [Command] { state.withLock { $0.commands } }

    /// What no rule matched. It was answered as a program that is not there.
    public var unexpectedCommands: [Command] { state.withLock { $0.unexpected } }

    /// Forgets what was asked, and keeps the rules.
    public func forgetCommands() {
        state.withLock { state in
            state.commands = []
            state.unexpected = []
        }
    }

    public func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        if cancellation.isRequested { return CommandResult(exit: .cancelled) }
        let answer: Answer? = state.withLock { state in
            state.commands.append(command)
            guard let at = state.rules.firstIndex(where: { $0.left != 0 && $0.matches(command) }) else {
                state.unexpected.append(command)
                return nil
            }
            if let left = state.rules[at].left { state.rules[at].left = left - 1 }
            return state.rules[at].answer
        }
        guard let answer else { throw CommandError(executable: command.executable, code: ENOENT) }
        return try answer(command, cancellation)
    }
}
