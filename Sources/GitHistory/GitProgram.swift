import Disk
import Subprocesses

/// Starts git, so that nothing of the user's habits changes what it prints.
struct GitProgram: Sendable {
    /// Reading a large work tree's state from a slow disk takes minutes at worst.
    private static let limit = 1_800.0

    let program: AbsolutePath
    let commands: any CommandRunner
    let environment: [String: String]
    let cancellation: Cancellation

    init(
        files: any FileSystem, commands: any CommandRunner, environment: [String: String], cancellation: Cancellation
    ) throws(GitError) {
        guard let program = files.program("git", on: environment["PATH"]) else { throw .noGit }
        // The rest stays: a partial clone fetches what is asked for, with the user's agents and proxies. A hook's git
        // tells its children which repository and index they are in; here the folder says that.
        var variables = environment.filter { !GitProgram.directing.contains($0.key) }
        variables["LC_ALL"] = "C"
        // No refreshed index is written: that would be a change under the feet of others.
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        variables["GIT_TERMINAL_PROMPT"] = "0"
        (self.program, self.commands, self.environment, self.cancellation) = (
            program, commands, variables, cancellation
        )
    }

    private static let directing: Set<String> = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
        "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
        "GIT_TRACE", "GIT_SHALLOW_FILE",
    ]

    /// What came of it, whether it succeeded or not.
    func run(
        _ arguments: [String], in folder: AbsolutePath, input: [UInt8] = [], _ more: [String: String] = [:]
    ) throws(GitError) -> CommandResult {
        let command = Command(
            program.string, arguments, folder: folder.string, environment: environment.merging(more) { $1 },
            input: input,
            timeLimit: GitProgram.limit)
        let result: CommandResult
        do { result = try commands.run(command, cancellation: cancellation) } catch { throw .notStarted(error) }
        switch result.exit {
        case .code: return result
        case .signal: throw .failed(arguments: arguments, diagnostics: String(decoding: result.errors, as: UTF8.self))
        case .timedOut: throw .tookTooLong(arguments: arguments, limit: GitProgram.limit)
        case .cancelled: throw .cancelled
        }
    }

    /// What it printed. Throws where it did not succeed.
    func output(
        _ arguments: [String], in folder: AbsolutePath, input: [UInt8] = [], _ more: [String: String] = [:]
    ) throws(GitError) -> [UInt8] {
        let result = try run(arguments, in: folder, input: input, more)
        guard result.succeeded else {
            throw .failed(arguments: arguments, diagnostics: String(decoding: result.errors, as: UTF8.self))
        }
        return result.output
    }

    /// The line that it printed; nil where it did not succeed.
    func line(_ arguments: [String], in folder: AbsolutePath) throws(GitError) -> String? {
        let result = try run(arguments, in: folder)
        guard result.succeeded else { return nil }
        let text = String(decoding: result.output, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
