import Subprocesses
import Synchronization

/// Gives the lines of an event log to a program. A program that reads too slowly does not get all of them, and learns
/// how many it missed.
final class ProgramSink: EventSink {
    /// In bytes, of lines that a program has not read yet.
    static let bound = 16 << 20
    private static let block = 1 << 16

    private struct State {
        var pending: [UInt8] = []
        var lines = 0
        /// Since the last line that was given.
        var missed = 0
        var lost = 0
    }

    private let program: FedProgram
    private let state = Mutex(State())

    init(_ program: FedProgram) { self.program = program }

    /// How many lines it did not get.
    var lost: Int { state.withLock { $0.lost } }

    func add(_ line: String) {
        state.withLock { state in
            state.pending += line.utf8
            state.lines += 1
            if state.pending.count >= ProgramSink.block { give(&state, bound: ProgramSink.bound) }
        }
    }

    func flush() { state.withLock { give(&$0, bound: ProgramSink.bound) } }

    /// The last line was added: it arrives in any case.
    func complete() { state.withLock { give(&$0, bound: .max) } }

    private func give(_ state: inout State, bound: Int) {
        if state.pending.isEmpty, state.missed == 0 || bound != .max { return }
        let note = state.missed == 0 ? "" : "{\"event\":\"eventsLost\",\"lines\":\(state.missed)}\n"
        if program.give(Array(note.utf8) + state.pending, bound: bound) {
            state.missed = 0
        } else {
            state.missed += state.lines
            state.lost += state.lines
        }
        (state.pending, state.lines) = ([], 0)
    }
}

/// Passes the lines of one log on to several places.
struct SeveralSinks: EventSink {
    let sinks: [any EventSink]

    func add(_ line: String) { for sink in sinks { sink.add(line) } }
    func flush() { for sink in sinks { sink.flush() } }
}
