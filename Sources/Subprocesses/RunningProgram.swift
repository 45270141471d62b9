import CLinux
import Dispatch
import Glibc
import Synchronization

extension LocalCommandRunner {
    /// Starts a program that goes on beside this process, with its standard output and errors, and no input. It gets a
    /// session of its own; the command's input and limits do not count. `ended` is called once, on a thread of its own,
    /// when it has ended. Nil after `endAll`.
    public func start(
        _ command: Command, ended: @escaping @Sendable (RunningProgram) -> Void
    ) throws(CommandError) -> RunningProgram? {
        do throws(StartError) {
            let input = try Descriptor.forInput([])
            let output = try Descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
            let errors = try Descriptor(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3))
            let process = try groups.start { () throws(StartError) in
                try spawn(command, input: input, output: output, errors: errors, lock: nil)
            }
            guard let process else { return nil }
            let program = RunningProgram(process, groups)
            do throws(StartError) {
                try startThread {
                    program.waitForEnd()
                    ended(program)
                }
            } catch {
                kill(-process, SIGKILL)
                _ = groups.finish(process)
                throw error
            }
            return program
        } catch {
            throw error.about(command)
        }
    }
}

/// A program that runs beside this process. May be used from any thread.
public final class RunningProgram: Sendable {
    private struct State: Sendable {
        var exit: Exit?
        var isStopped = false
    }

    let process: pid_t
    private let groups: ProcessGroups
    private let state = Mutex(State())
    private let end = DispatchSemaphore(value: 0)

    init(_ process: pid_t, _ groups: ProcessGroups) { (self.process, self.groups) = (process, groups) }

    /// How it ended; nil while it runs.
    public var exit: Exit? { state.withLock { $0.exit } }

    /// Whether `stop` was called before it ended.
    public var wasStopped: Bool { state.withLock { $0.isStopped } }

    /// Asks it to end (`SIGTERM`), kills it after `grace` seconds, and returns when it has ended and all that it
    /// started has been killed. Returns whether it ended by itself in that time.
    @discardableResult
    public func stop(grace: Double) -> Bool {
        // They may be in sessions of their own, as Foundation starts programs.
        let descendants = exit == nil ? ProcessTree.descendants(of: process) : []
        defer { for each in descendants { each.kill() } }
        signal(SIGTERM) { $0.isStopped = true }
        if end.wait(timeout: .now() + grace) == .success {
            end.signal()
            return true
        }
        signal(SIGKILL) { _ in }
        end.wait()
        // Others may wait, too.
        end.signal()
        return false
    }

    /// The lock is held: once the program has been waited for, its number may belong to another.
    private func signal(_ number: Int32, _ note: (inout State) -> Void) {
        state.withLock { state in
            if state.exit != nil { return }
            note(&state)
            kill(-process, number)
        }
    }

    func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        state.withLock { state in
            // It is dead and not waited for: its session's number is still its own.
            kill(-process, SIGKILL)
            var rounds = 0
            while mono_signal_session(process, SIGKILL) > 1, rounds < 10 { rounds += 1 }
            state.exit = Exit(status: groups.finish(process).status)
        }
        end.signal()
    }
}
