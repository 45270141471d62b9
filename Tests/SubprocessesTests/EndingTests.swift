import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Subprocesses

/// How programs are brought to their end. Each twice: with a handle of the process, and as on kernels that have none.
/// Nothing here depends on how fast the machine is: what must be ended would run for ever, and what waits is told when.
@Suite struct EndingTests {
    static let forms = [true, false]

    private func runner(_ usesHandles: Bool, grace: Double = 60) -> LocalCommandRunner {
        LocalCommandRunner(grace: grace, usesProcessHandles: usesHandles)
    }

    @Test(arguments: forms) func timeLimit(_ handles: Bool) throws {
        let result = try runner(handles).run(shell("echo begun; while :; do :; done", timeLimit: 0.3))
        #expect(result.exit == .timedOut)
        #expect(try runner(handles).run(shell("echo quick", timeLimit: 1_000)).outputText == "quick\n")
    }

    /// The program goes on after being asked to end, and so does what it started.
    @Test(arguments: forms) func whoDoesNotListenIsKilled(_ handles: Bool) throws {
        let script =
            "trap '' TERM; sh -c 'trap \"\" TERM; while :; do sleep 1000; done' & echo $!; while :; do sleep 1000; done"
        let result = try runner(handles, grace: 0.05).run(shell(script, timeLimit: 0.3))
        #expect(result.exit == .timedOut)
        #expect(result.outputText == "" || eventually { hasEnded(result.outputText) })
    }

    /// SwiftPM evaluates a manifest in a process group of its own: one with an endless loop went on when SwiftPM was
    /// ended.
    @Test(arguments: forms) func whatIsInAGroupOfItsOwnIsEndedToo(_ handles: Bool) throws {
        let script = "set -m; sh -c 'trap \"\" TERM HUP; while :; do sleep 1000; done' & echo $!; wait"
        let result = try runner(handles, grace: 0.05).run(
            Command("/bin/bash", ["-c", script], folder: "/", environment: ["PATH": "/usr/bin:/bin"], timeLimit: 0.5))
        #expect(result.exit == .timedOut)
        #expect(result.outputText != "" && eventually { hasEnded(result.outputText) })
    }

    /// A program may use its grace to clean up; what it says meanwhile is kept.
    @Test(arguments: forms) func timeToCleanUp(_ handles: Bool) throws {
        let cancellation = Cancellation()
        let result = try whenTouched(cancellation) { file in
            try runner(handles).run(
                shell("trap 'echo cleaned; exit 0' TERM; : > \(file); while :; do sleep 0.01; done"),
                cancellation: cancellation)
        }
        #expect(result.exit == .cancelled)
        #expect(result.outputText == "cleaned\n")
    }

    @Test(arguments: forms) func cancellationFromAnotherThread(_ handles: Bool) throws {
        let cancellation = Cancellation()
        let result = try whenTouched(cancellation) { file in
            try runner(handles).run(shell("sleep 1000 & echo $!; : > \(file); wait"), cancellation: cancellation)
        }
        #expect(result.exit == .cancelled)
        #expect(eventually { hasEnded(result.outputText) })
        // Before it starts, and it does not start.
        #expect(
            try runner(handles).run(shell("echo started"), cancellation: cancellation)
                == CommandResult(exit: .cancelled))
    }

    @Test(arguments: forms) func aStoppedProgramIsEnded(_ handles: Bool) throws {
        #expect(try runner(handles, grace: 0.05).run(shell("kill -STOP $$", timeLimit: 0.3)).exit == .timedOut)
    }

    /// What the program leaves behind holds the pipes. The program's end counts, what was left is ended, and what it
    /// said is there.
    @Test(arguments: forms) func whatIsLeftBehind(_ handles: Bool) throws {
        let result = try runner(handles).run(shell("sleep 1000 & echo $!; exit 5"))
        #expect(result.exit == .code(5))
        #expect(eventually { hasEnded(result.outputText) })
    }

    private static let daemon = """
        f=$(mktemp); setsid sh -c 'echo $$; echo begun > '$f'; exec sleep 1000' &
        while [ ! -s $f ]; do sleep 0.01; done; rm $f
        """

    /// Whoever is stopped takes along what he started, in whatever session.
    @Test(arguments: forms) func whoIsStoppedWithASessionOfHisChild(_ handles: Bool) throws {
        let result = try runner(handles).run(shell(EndingTests.daemon + "; exec sleep 1000", timeLimit: 1))
        #expect(result.exit == .timedOut)
        #expect(eventually { hasEnded(result.outputText) })
    }

    /// Of a program that is watched, every session is known, whatever became of who made it.
    @Test func sessionsOfAWatchedProgram() throws {
        var command = shell("(" + EndingTests.daemon + ") & wait")
        command.isWatched = true
        let result = try LocalCommandRunner().run(command)
        #expect(result.exit == .code(0))
        // Where the kernel lets nobody watch, or these tests are watched themselves, it is out of reach.
        guard case .success(let accesses)? = result.accesses else {
            kill(try #require(pid_t(result.outputText.trimmed)), SIGKILL)
            return
        }
        #expect(eventually { hasEnded(result.outputText) })
        #expect(!accesses.limits.contains(.processes))
    }

    /// Someone in a session of his own is out of reach; he holds the pipes, and nobody waits for him.
    @Test(arguments: forms) func whoIsOutOfReach(_ handles: Bool) throws {
        let result = try runner(handles).run(shell(EndingTests.daemon))
        #expect(result.exit == .code(0))
        kill(try #require(pid_t(result.outputText.trimmed)), SIGKILL)
    }

    /// The program closes its streams long before it ends.
    @Test(arguments: forms) func closedStreamsAreNotTheEnd(_ handles: Bool) throws {
        #expect(try runner(handles).run(shell("exec >&- 2>&-; sleep 0.05; exit 6")).exit == .code(6))
    }

    @Test(arguments: forms) func noZombies(_ handles: Bool) throws {
        let result = try runner(handles).run(shell("echo $$"))
        // Waited for: there is no such process any more, not even as a zombie (unless the number is in use again).
        let process = try #require(pid_t(result.outputText.trimmed))
        #expect(waitpid(process, nil, WNOHANG) == -1 && errno == ECHILD)
    }

    @Test func endAll() throws {
        let runner = LocalCommandRunner()
        let ended = Mutex<[Exit]>([])
        let begun = Cancellation()
        _ = begun.onRequest { runner.endAll() }
        let result = try whenTouched(begun) { file in
            try runner.run(shell("trap '' TERM; : > \(file); while :; do sleep 1000; done"))
        }
        ended.withLock { $0.append(result.exit) }
        #expect(ended.withLock { $0 } == [.signal(SIGKILL)])
        #expect(try runner.run(shell("echo started")) == CommandResult(exit: .cancelled))
    }

    /// Runs `body` with the path of a file, and requests the cancellation, on another thread, once the file is there.
    private func whenTouched(
        _ cancellation: Cancellation, _ body: (String) throws -> CommandResult
    ) throws -> CommandResult {
        var template = Array("/tmp/mono-tests-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        let file = folder + "/begun"
        defer {
            unlink(file)
            rmdir(folder)
        }
        try startThread {
            if !eventually({ access(file, F_OK) == 0 }) { Issue.record("the program did not begin") }
            cancellation.request()
        }
        return try body(file)
    }
}
