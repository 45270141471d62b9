import Foundation
import Glibc

/// What one run of a program took.
public struct Run: Sendable {
    /// Seconds on the wall, from before the start to after the end.
    public var wall: Double
    /// Seconds of processor time, with all programs that it started and waited for.
    public var processor: Double
    public var output: String
}

/// A program with its arguments and its working folder.
public struct Program: Sendable {
    public var executable: String
    public var arguments: [String]
    public var folder: String
    /// Set on top of this process's own variables.
    public var variables: [String: String] = [:]
    /// The output is what it writes to the standard output alone.
    public var leavesErrorsOut = false

    public init(_ executable: String, _ arguments: [String], in folder: String, variables: [String: String] = [:]) {
        (self.executable, self.arguments, self.folder, self.variables) = (executable, arguments, folder, variables)
    }

    public var shown: String { ([executable] + arguments).joined(separator: " ") }

    /// Runs it to its end; an exit code that is not accepted is an error. Its output goes to a file, so that no reader
    /// keeps it waiting. So is one that is not done after `timeLimit` seconds.
    public func run(accepting codes: Set<Int32> = [0], timeLimit: Double? = nil) throws -> Run {
        let log = NSTemporaryDirectory() + "/mono-bench-\(getpid()).log", errors = log + ".errors"
        defer {
            unlink(log)
            unlink(errors)
        }
        let end = try finish(writing: log, errors: errors, timeLimit: timeLimit)
        if end.hasTimedOut { throw RunError("'\(shown)' in \(folder) did not end within \(seconds(timeLimit ?? 0))") }
        let output = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        guard codes.contains(end.code) else {
            let said = output + ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")
            let last = said.split(separator: "\n").suffix(20).joined(separator: "\n")
            throw RunError("'\(shown)' in \(folder) failed (code \(end.code)):\n\(last)")
        }
        return Run(wall: end.wall, processor: end.processor, output: output)
    }

    /// How a run came to its end.
    public struct End: Sendable {
        public var wall, processor: Double
        /// The exit code, or 128 and the signal's number.
        public var code: Int32
        public var hasTimedOut: Bool
    }

    /// Runs it to its end, whatever that is, and leaves its output in `log`. `timeLimit`: in seconds; the program then
    /// has a process group of its own, of which nothing is left when this returns, or when this process is interrupted.
    public func finish(writing log: String, errors: String? = nil, timeLimit: Double? = nil) throws -> End {
        guard chdir(folder) == 0 else { throw RunError("cannot enter \(folder)") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        if leavesErrorsOut {
            posix_spawn_file_actions_addopen(&actions, 2, errors ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if timeLimit != nil { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }

        let started = now()
        var process = pid_t()
        let code = posix_spawnp(&process, executable, &actions, &attributes, &words, &settings)
        guard code == 0 else { throw RunError("cannot start \(executable): \(String(cString: strerror(code)))") }
        let hasTimedOut = timeLimit.map { ProcessGroup(leader: process).wait(atMost: $0) } ?? false
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
        let wall = now() - started
        let signal = status & 0x7f
        return End(
            wall: wall, processor: amount(usage.ru_utime) + amount(usage.ru_stime),
            code: signal == 0 ? status >> 8 : 128 + signal, hasTimedOut: hasTimedOut)
    }

    private func amount(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// Seconds by a clock that nobody sets.
public func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
