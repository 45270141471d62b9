import Glibc
import Synchronization

/// Turns the signals by which people and systems ask a program to end (Ctrl-C, `kill`, a closed terminal) into a
/// `Cancellation`.
///
/// The first signal requests the cancellation: what runs is asked to end, and this process goes on to clean up and to
/// end itself. The second ends everything at once: all programs are killed, and this process dies of the signal, so
/// that whoever started it sees that.
public final class TerminationSignals: Sendable {
    private struct State: Sendable {
        var received: Int32?
        var thread = pthread_t()
    }

    private let state = Mutex(State())
    private let cancellation: Cancellation
    private let last: @Sendable (Int32) -> Void

    /// Starts to listen, for the rest of the process's life. To be called on the main thread before any other thread is
    /// started: the signals are blocked here, and threads inherit that; one that does not would take a signal and die
    /// of it. A signal that is ignored already (as `nohup` does) stays ignored.
    ///
    /// `beforeEnding` is called before the second signal ends the process, for what must not be left behind (a hidden
    /// cursor). It must not block.
    public convenience init(
        cancelling cancellation: Cancellation, ending runner: LocalCommandRunner,
        beforeEnding: @escaping @Sendable () -> Void = {}
    ) {
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { !TerminationSignals.isIgnored($0) }
        self.init(signals, cancelling: cancellation) { signal in
            runner.endAll()
            beforeEnding()
            TerminationSignals.die(of: signal)
        }
    }

    /// `last` is called on the second signal.
    init(_ signals: [Int32], cancelling cancellation: Cancellation, last: @escaping @Sendable (Int32) -> Void) {
        (self.cancellation, self.last) = (cancellation, last)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        if signals.isEmpty { return }
        let listened = set
        let thread = try? startThread { [self] in
            var set = listened
            var signal: Int32 = 0
            while true { if sigwait(&set, &signal) == 0 { receive(signal) } }
        }
        if let thread {
            state.withLock { $0.thread = thread }
        } else {
            // No thread, no listening: then the signals had better do what they do by themselves.
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
        }
    }

    /// The first signal that came; nil while none has.
    public var received: Int32? { state.withLock { $0.received } }

    /// The thread that listens, so that a test can send a signal to it alone.
    var thread: pthread_t { state.withLock { $0.thread } }

    private func receive(_ signal: Int32) {
        let isFirst = state.withLock { state in
            defer { state.received = state.received ?? signal }
            return state.received == nil
        }
        if isFirst { cancellation.request() } else { last(signal) }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        if sigaction(signal, nil, &action) != 0 { return false }
        // SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Ends this process by `signal`, which nobody may catch any more.
    private static func die(of signal: Int32) -> Never {
        Glibc.signal(signal, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
        _exit(128 + signal)
    }
}
