import Glibc

/// A program that runs beside this one, and no longer than it. Its owner stops it.
public struct Background: Sendable {
    public let process: pid_t

    /// Starts the words, with their output in `log`. A second shell ends it if this program dies first, whatever the
    /// reason.
    private static let script = """
        log=$1 owner=$2; shift 2
        "$@" > "$log" 2>&1 < /dev/null &
        echo $!
        exec > /dev/null 2>&1 < /dev/null
        (while kill -0 $owner && kill -0 $!; do sleep 1; done; kill -KILL $!) &
        """

    public init(_ words: [String], in folder: String, log: String) throws {
        let run = try Program(
            "/bin/sh", ["-c", Background.script, "sh", log, "\(getpid())"] + words, in: folder
        ).run()
        guard let first = run.output.split(separator: "\n").first, let process = pid_t(first) else {
            throw RunError("'\(words.joined(separator: " "))' was not started: \(run.output)")
        }
        self.process = process
    }

    public var isRunning: Bool { kill(process, 0) == 0 }

    /// Ends it at once, and returns when it is gone.
    public func stop() {
        kill(process, SIGKILL)
        for _ in 0..<1000 where isRunning { usleep(5000) }
    }
}
