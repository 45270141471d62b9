import CLinux
import Dispatch
import Glibc
import Synchronization

extension LocalCommandRunner {
    /// Starts a program that goes on beside this process and reads what `FedProgram.give` is given from its standard
    /// input. The command's own input and time limit do not count; its `outputLimit` holds for both streams together.
    /// Nil after `endAll`.
    public func startFed(_ command: Command) throws(CommandError) -> FedProgram? {
        do throws(StartError) {
            let input = try Pipe(blocking: .reading), output = try Pipe()
            let wake = try WakeEvent()
            let process = try groups.start { () throws(StartError) in
                try spawn(command, input: input.reading, output: output.writing, errors: output.writing, lock: nil)
            }
            guard let process else { return nil }
            input.reading.close()
            output.writing.close()
            let program = FedProgram(RunningProgram(process, groups), wake)
            do throws(StartError) {
                try startThread { program.waitForEnd() }
            } catch {
                kill(-process, SIGKILL)
                _ = groups.finish(process)
                throw error
            }
            do throws(StartError) {
                let ends = Handover((input: input.writing, output: output.reading))
                try startThread { program.feed(ends.value.input, ends.value.output, limit: command.outputLimit) }
            } catch {
                program.kill()
                throw error
            }
            return program
        } catch {
            throw error.about(command)
        }
    }
}

/// Something that one thread makes and another one uses.
// Sendable because the maker does not use the value after it was handed over.
private struct Handover<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// A program that runs beside this process and is given what happens, as it happens. May be used from any thread.
///
/// Nobody waits for it: what it has not read yet is kept in memory, up to a bound. It need not read.
public final class FedProgram: Sendable {
    /// How a program ended that was fed.
    public struct End: Hashable, Sendable {
        public var exit: Exit
        /// It did not end by itself in time, and was stopped.
        public var wasStopped: Bool
        /// What it printed on both streams, up to the limit.
        public var output: [UInt8]
    }

    private struct State: Sendable {
        var waiting: [[UInt8]] = []
        var waitingBytes = 0
        /// Nothing more will be given.
        var isComplete = false
        /// It reads no more, or has ended.
        var isDeaf = false
        var output: [UInt8] = []
    }

    private let program: RunningProgram
    private let wake: WakeEvent
    private let state = Mutex(State())
    /// Signalled when `output` is whole.
    private let isRead = DispatchSemaphore(value: 0)

    init(_ program: RunningProgram, _ wake: WakeEvent) { (self.program, self.wake) = (program, wake) }

    /// Gives it bytes, and returns at once. False: it has `bound` bytes or more to read already, and does not get these.
    /// What a program does not want to read counts as given.
    public func give(_ bytes: [UInt8], bound: Int) -> Bool {
        let isTaken = state.withLock { state in
            if state.isDeaf || state.isComplete { return true }
            if state.waitingBytes >= bound { return false }
            state.waiting.append(bytes)
            state.waitingBytes += bytes.count
            return true
        }
        if isTaken { wake.wake() }
        return isTaken
    }

    /// Nothing more will be given: its input ends once it has read all of it.
    public func complete() {
        state.withLock { $0.isComplete = true }
        wake.wake()
    }

    /// Calls `complete`, and waits until it ends by itself. After `seconds` it is asked to end (`SIGTERM`), and killed
    /// with all that it started after another second. To be called once.
    public func finish(within seconds: Double) -> End {
        complete()
        var wasStopped = false
        if isRead.wait(timeout: .now() + max(0, seconds)) == .timedOut {
            wasStopped = true
            program.stop(grace: 1)
            isRead.wait()
        }
        return End(exit: program.exit ?? .cancelled, wasStopped: wasStopped, output: state.withLock { $0.output })
    }

    func waitForEnd() {
        program.waitForEnd()
        wake.wake()
    }

    func kill() { program.stop(grace: 0) }

    /// Writes what there is to read, and takes in what is printed, until the program has ended.
    func feed(_ input: Descriptor, _ output: Descriptor, limit: Int?) {
        // The signal goes to the thread that writes, and ends with it.
        var pipes = sigset_t()
        sigemptyset(&pipes)
        sigaddset(&pipes, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipes, nil)

        var printed = CapturedStream(output, limit: limit)
        var rest = ArraySlice<UInt8>()
        while program.exit == nil {
            if rest.isEmpty, let next = next(input) { rest = next }
            var polled = [
                pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: printed.pollable, events: Int16(POLLIN), revents: 0),
                pollfd(fd: rest.isEmpty ? -1 : input.number, events: Int16(POLLOUT), revents: 0),
            ]
            if poll(&polled, nfds_t(polled.count), -1) == -1 { continue }
            if polled[0].revents != 0 { wake.sleep() }
            if polled[1].revents != 0 { printed.takeIn() }
            if polled[2].revents != 0, !write(&rest, input) {
                rest = []
                input.close()
                state.withLock { state in
                    state.isDeaf = true
                    (state.waiting, state.waitingBytes) = ([], 0)
                }
            }
        }
        printed.drain()
        state.withLock { state in
            state.isDeaf = true
            (state.waiting, state.waitingBytes) = ([], 0)
            state.output = printed.bytes
        }
        isRead.signal()
    }

    /// What is to be written next. Ends the input where nothing more will come.
    private func next(_ input: Descriptor) -> ArraySlice<UInt8>? {
        let (waiting, isComplete) = state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, state.isComplete)
        }
        if waiting.isEmpty, isComplete { input.close() }
        return waiting.isEmpty ? nil : ArraySlice(waiting.joined())
    }

    /// False: nobody reads any more.
    private func write(_ rest: inout ArraySlice<UInt8>, _ input: Descriptor) -> Bool {
        let count = rest.withUnsafeBytes { Glibc.write(input.number, $0.baseAddress, $0.count) }
        if count == -1 { return errno == EAGAIN || errno == EINTR }
        rest = rest.dropFirst(count)
        state.withLock { $0.waitingBytes = max(0, $0.waitingBytes - count) }
        return true
    }
}
