import Subprocesses

/// The programs that a command starts, and how they are ended when somebody asks mono to end.
struct Programs {
    let commands = LocalCommandRunner()
    let cancellation = Cancellation()
    /// Listens from now on; so this is to be made once, before there is a second thread.
    let signals: TerminationSignals

    init() { signals = TerminationSignals(cancelling: cancellation, ending: commands) }

    /// Calls `body`. Whatever it throws once somebody asked mono to end comes of that, and is told as such.
    func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
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
