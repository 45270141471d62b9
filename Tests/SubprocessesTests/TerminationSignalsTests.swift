import Glibc
import Synchronization
import Testing

@testable import Subprocesses

@Suite struct TerminationSignalsTests {
    /// The signals are sent to the listening thread alone: other threads of the test's process would die of them.
    @Test func firstAndSecondSignal() {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        let cancellation = Cancellation()
        let last = Mutex<[Int32]>([])
        let signals = TerminationSignals([SIGUSR1, SIGUSR2], cancelling: cancellation) { signal in
            last.withLock { $0.append(signal) }
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)

        #expect(signals.received == nil && !cancellation.isRequested)
        pthread_kill(signals.thread, SIGUSR2)
        #expect(eventually { cancellation.isRequested })
        #expect(signals.received == SIGUSR2)
        #expect(last.withLock { $0 } == [])
        pthread_kill(signals.thread, SIGUSR1)
        #expect(eventually { last.withLock { $0 } == [SIGUSR1] })
        #expect(signals.received == SIGUSR2)
    }

    /// In a process of its own, the way a program uses it: the second signal ends the programs that run, then this one.
    @Test func theSecondSignalEndsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let cancellation = Cancellation(), runner = LocalCommandRunner()
            let signals = TerminationSignals(cancelling: cancellation, ending: runner)
            pthread_kill(signals.thread, SIGINT)
            guard eventually({ cancellation.isRequested }), signals.received == SIGINT else { exit(1) }
            pthread_kill(signals.thread, SIGTERM)
            while true { pause() }
        }
    }
}

@Suite struct ReplacingTests {
    @Test func theProcessBecomesTheProgram() async throws {
        await #expect(processExitsWith: .exitCode(42)) {
            var set = sigset_t()
            sigfillset(&set)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            signal(SIGPIPE, SIG_IGN)
            let script =
                #"[ "$A" = 1 ] && [ "$(pwd)" = /usr ] && [ "$1" = "x y" ] && grep -q 'SigBlk:.0000000000000000' /proc/self/status && exit 42"#
            try replaceProcess(
                with: Command(
                    "/bin/sh", ["-c", script, "sh", "x y"], folder: "/usr",
                    environment: ["A": "1", "PATH": "/usr/bin:/bin"]))
        }
    }

    @Test func whatCannotBeStarted() {
        #expect(throws: CommandError(executable: "/no/such/program", code: ENOENT)) {
            try replaceProcess(with: Command("/no/such/program", [], folder: "/"))
        }
        #expect(throws: CommandError(executable: "/bin/sh", code: ENOENT, obstacle: .folder)) {
            try replaceProcess(with: Command("/bin/sh", [], folder: "/no/such/folder"))
        }
    }
}
