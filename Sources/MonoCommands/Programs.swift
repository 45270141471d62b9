import Subprocesses
import Synchronization
import Workspaces

/// The programs that a command starts, and how they are ended when somebody asks mono to end.
struct Programs: Sendable {
    private(set) var commands = LocalCommandRunner()
    let cancellation: Cancellation
    /// Listens from now on; so this is to be made once, before there is a second thread.
    let signals: TerminationSignals
    private let ending: Ending

    init() {
        let ending = Ending(), cancellation = Cancellation()
        (self.ending, self.cancellation) = (ending, cancellation)
        signals = TerminationSignals(cancelling: cancellation, ending: commands) { ending.run() }
    }

    private init(_ other: Programs, _ cancellation: Cancellation) {
        (self.ending, self.signals, self.cancellation) = (other.ending, other.signals, cancellation)
        commands = other.commands
    }

    /// The same, of which `cancellation` alone ends what is started.
    func with(_ cancellation: Cancellation) -> Programs { Programs(self, cancellation) }

    /// Calls `body` before a second signal ends the process. It must not block.
    func beforeEnding(_ body: @escaping @Sendable () -> Void) { ending.body.withLock { $0 = body } }

    private final class Ending: Sendable {
        let body = Mutex<@Sendable () -> Void>({})

        func run() { body.withLock { $0 }() }
    }

    /// Calls `body`. Whatever it throws once somebody asked mono to end comes of that, and is reported as that. What a
    /// build's observers have reported is not reported again.
    func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let undone as BuildNotDone {
            throw BuildEnded(code: ExitCode(failureOf: undone.summary, signal: signals.received) ?? .buildFailed)
        } catch {
            if let signal = signals.received { throw Interrupted(signal: signal) }
            throw error
        }
    }
}

/// Somebody asked mono to end.
struct Interrupted: Reportable {
    var signal: Int32
    var report: ErrorReport { ErrorReport(severity: .note, code: .interrupted(signal: signal), what: "stopped") }
}

/// A build did not do what it was to do, and its observers have said why.
struct BuildEnded: Error {
    var code: ExitCode
}
