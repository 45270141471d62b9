import Dispatch
import Glibc
import Subprocesses
import Synchronization

/// A `mono-remote` that was started, and the connection by which it sees that somebody still wants it.
final class RunningProgram: Sendable {
    private final class Ending: Sendable {
        let reason = Mutex<String?>(nil)
    }

    private struct Lifeline: ~Copyable {
        var connection: CallConnection?
    }

    let socket: String
    private let folder: String
    private let cancellation = Cancellation()
    private let ending = Ending()
    private let lifeline = Mutex(Lifeline())

    /// `folder` holds the socket, and goes with the program.
    init(_ command: Command, socket: String, folder: String, _ commands: any CommandRunner) {
        (self.socket, self.folder) = (socket, folder)
        let (cancellation, ending) = (cancellation, ending)
        // A thread of its own, which waits for the program's end.
        DispatchQueue(label: "mono.remote-calls").async {
            let reason = RunningProgram.run(command, cancellation, commands)
            ending.reason.withLock { $0 = reason }
        }
    }

    /// Why it runs no more, for people.
    var endedBecause: String? { ending.reason.withLock { $0 } }

    /// The same, of one whose connection broke: it may take a moment until its end is known.
    func endedSoon() -> String? {
        for _ in 0..<50 {
            if let endedBecause { return endedBecause }
            usleep(2000)
        }
        return nil
    }

    private static func run(
        _ command: Command, _ cancellation: Cancellation, _ commands: any CommandRunner
    ) -> String {
        do throws(CommandError) {
            let result = try commands.run(command, cancellation: cancellation)
            let said = String(decoding: result.errors.prefix(2000), as: UTF8.self).split(separator: "\n").first
            return "'\(command.executable)' " + (said.map { "says: \($0)" } ?? "ended")
        } catch {
            return "'\(command.executable)' cannot be started: error \(error.code)"
        }
    }

    func waitUntilItListens(seconds: Double) throws(CallFault) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if connectLifeline() { return }
            if let endedBecause { throw .noProgram(endedBecause) }
            if ContinuousClock.now > deadline { throw .noProgram("it does not listen") }
            usleep(2000)
        }
    }

    private func connectLifeline() -> Bool {
        lifeline.withLock { lifeline in
            lifeline.connection = CallConnection.open(socket: socket)
            return lifeline.connection != nil
        }
    }

    /// It sees that nobody wants it, and is ended where it has not started to look.
    func end() {
        let wasListening = lifeline.withLock { lifeline in
            let found = lifeline.connection.take()
            return found != nil
        }
        if !wasListening { cancellation.request() }
        unlink(socket)
        rmdir(folder)
    }
}
