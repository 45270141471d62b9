import Subprocesses
import Workspaces

/// The programs that a command starts, and how they are ended when somebody asks mono to end.
struct Programs: Sendable {
    let commands = LocalCommandRunner()
    let cancellation = Cancellation()
    /// Listens from now on; so this is to be made once, before there is a second thread.
    let signals: TerminationSignals

    init() { signals = TerminationSignals(cancelling: cancellation, ending: commands) }

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
