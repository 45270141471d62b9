import Foundation

/// A program that was started, with its output going to files: nothing can fill up while nobody reads.
final class ProgramRun {
    struct Ended {
        /// 128 and the signal's number where one ended it.
        var status: Int32
        var output, errors: String
        var timedOut: Bool
    }

    private let process: pid_t
    private let outputFile, errorFile: String

    /// Starts `program` as the head of a process group of its own.
    init(
        _ program: String, _ arguments: [String], folder: String, environment: [String: String], input: String,
        scratch: String
    ) throws {
        (outputFile, errorFile) = (scratch + ".out", scratch + ".err")
        let inputFile = scratch + ".in"
        try input.write(toFile: inputFile, atomically: false, encoding: .utf8)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        // Whoever runs the tests may ignore signals; the program must not inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        // `env` changes into the folder, and becomes the program.
        let argv = (["env", "--chdir=\(folder)", program] + arguments).map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, "/usr/bin/env", &actions, &attributes, argv, envp)
        guard code == 0 else { throw ScriptFailure("cannot start \(program): \(String(cString: strerror(code)))") }
        process = child
    }

    /// Sends a signal to the whole group, as a terminal does for Ctrl-C.
    func signal(_ number: Int32) { kill(-process, number) }

    /// Waits for the end, or kills the whole group after `limit` seconds.
    func wait(limit: Double) throws -> Ended {
        let deadline = Date(timeIntervalSinceNow: limit)
        var status: Int32 = 0
        var timedOut = false
        // Looked at often: a wait that blocks could not be given up.
        while waitpid(process, &status, WNOHANG) == 0 {
            if !timedOut, Date() > deadline {
                timedOut = true
                signal(SIGKILL)
            }
            usleep(2000)
        }
        let ended = status & 0x7F
        return Ended(
            status: ended == 0 ? (status >> 8) & 0xFF : 128 + ended, output: try text(outputFile),
            errors: try text(errorFile),
            timedOut: timedOut)
    }

    /// What it has printed to its standard errors so far.
    var printed: String { (try? text(errorFile)) ?? "" }

    private func text(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    }
}

/// What a line expected and did not see.
struct ScriptFailure: Error {
    var message: String
    init(_ message: String) { self.message = message }
}
