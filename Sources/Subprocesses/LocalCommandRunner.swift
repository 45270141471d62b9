import Glibc
import Synchronization

/// Runs programs on this machine.
///
/// Each program gets a session of its own, so that it and what it starts can be ended together, and so that one that
/// would ask something on the terminal fails instead of waiting for ever. It inherits nothing but what its `Command`
/// says: no descriptors but the standard ones and the lock that it may hold, no blocked or ignored signals. When it has
/// ended, what it started and left behind is ended too. A process that makes a session of its own, as daemons do, is
/// ended with a program that is watched, and with one that is stopped while the process is one of its descendants;
/// otherwise it is out of reach.
public final class LocalCommandRunner: CommandRunner {
    let groups = ProcessGroups()
    /// In seconds: how long a program may take to end by itself after it was asked to (`SIGTERM`); then it is killed.
    private let grace: Double
    private let usesProcessHandles: Bool
    private let watchObstacle: WatchObstacle?
    private let lent = Mutex<Int32?>(nil)

    public convenience init() { self.init(grace: 1) }

    /// `usesProcessHandles: false` and `watchObstacle` are for tests of what other kernels get.
    init(grace: Double, usesProcessHandles: Bool = true, watchObstacle: WatchObstacle? = nil) {
        (self.grace, self.usesProcessHandles, self.watchObstacle) = (grace, usesProcessHandles, watchObstacle)
    }

    /// From now on programs that may hold a lock inherit this descriptor, above 2, until `takeBack`. The first one that
    /// is lent counts.
    public func lend(_ descriptor: Int32) { lent.withLock { $0 = $0 ?? descriptor } }

    public func takeBack(_ descriptor: Int32) { lent.withLock { if $0 == descriptor { $0 = nil } } }

    /// Kills every program that runs, and starts no more: for the last moments of this process. Returns at once.
    public func endAll() { groups.endAll() }

    public func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        var wait: UInt32 = 1
        while true {
            if cancellation.isRequested { return CommandResult(exit: .cancelled) }
            do throws(StartError) {
                return try runOnce(command, cancellation)
            } catch {
                // `spawn` waits itself; a program that is watched says this later.
                if command.isWatched, case .program(ETXTBSY) = error, wait <= 2048 {
                    usleep(wait * 1000)
                    wait *= 2
                    continue
                }
                throw error.about(command)
            }
        }
    }

    private func runOnce(_ command: Command, _ cancellation: Cancellation) throws(StartError) -> CommandResult {
        let start = monotonicNow()
        let input = try Descriptor.forInput(command.input)
        let output = try Pipe(), errors = try Pipe()
        let wake = try WakeEvent()
        let lock = command.holdsLock ? lent.withLock { $0 } : nil
        var watched: Result<WatchedStart, WatchObstacle>?
        let process = try groups.start {
            () throws(StartError) in
            if command.isWatched {
                if let watchObstacle {
                    watched = .failure(watchObstacle)
                } else {
                    watched = try spawnWatched(
                        command, input: input, output: output.writing, errors: errors.writing, lock: lock)
                }
                if case .success(let start) = watched { return start.process }
            }
            return try spawn(command, input: input, output: output.writing, errors: errors.writing, lock: lock)
        }
        guard let process else { return CommandResult(exit: .cancelled) }
        // The ends are ours alone now; theirs must go, or the pipes would never come to their end.
        input.close()
        output.writing.close()
        errors.writing.close()

        let end: EndOfProcess
        do throws(StartError) {
            end = try EndOfProcess(process, usesHandle: usesProcessHandles)
        } catch {
            kill(-process, SIGKILL)
            _ = groups.finish(process)
            throw error
        }
        let token = cancellation.onRequest { wake.wake() }
        defer { cancellation.forget(token) }
        var watch = ProcessWatch(
            process: process, output: output.reading, errors: errors.reading,
            deadline: command.timeLimit.map { start + $0 }, grace: grace, outputLimit: command.outputLimit)
        if case .success(let start) = watched { watch.calls = CallWatch(start.listener, session: process) }
        watch.untilEnd(end, cancelled: wake)
        let (status, cpu) = groups.finish(process)
        watch.calls?.end()
        if case .success(let start) = watched, watch.verdict == nil, let code = start.failure {
            throw StartError.program(code)
        }
        var result = CommandResult(
            exit: watch.verdict ?? Exit(status: status), output: watch.output.bytes, errors: watch.errors.bytes,
            wall: monotonicNow() - start, cpu: cpu)
        result.accesses = watched?.map { _ in watch.calls?.accesses ?? FileAccesses() }
        return result
    }
}

extension Exit {
    /// What `wait4` says.
    init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .code(status >> 8 & 0xff) : .signal(signal)
    }
}

/// In seconds, from some moment on, never backwards.
func monotonicNow() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
