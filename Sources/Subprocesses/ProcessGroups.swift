import CLinux
import Glibc
import Synchronization

/// The process groups of the programs that run now. May be used from any thread.
final class ProcessGroups: Sendable {
    private struct State: Sendable {
        var live: Set<pid_t> = []
        var closed = false
    }

    private let state = Mutex(State())

    /// Starts a program; nil after `endAll`. The lock is held while it starts, so that `endAll` misses none.
    func start(_ spawn: () throws(StartError) -> pid_t) throws(StartError) -> pid_t? {
        try state.withLock { state throws(StartError) in
            if state.closed { return nil }
            let process = try spawn()
            state.live.insert(process)
            return process
        }
    }

    /// Waits for a program that has ended. Returns its status, and the seconds it and its children spent on processors.
    func finish(_ process: pid_t) -> (status: Int32, cpu: Double) {
        // Under the lock: once it has been waited for, its number may belong to someone else.
        state.withLock { state in
            state.live.remove(process)
            var status: Int32 = 0
            var used = rusage()
            while wait4(process, &status, 0, &used) == -1, errno == EINTR {}
            return (status, seconds(used.ru_utime) + seconds(used.ru_stime))
        }
    }

    func endAll() {
        state.withLock { state in
            state.closed = true
            for process in state.live {
                kill(-process, SIGKILL)
                _ = mono_signal_session(process, SIGKILL)
            }
        }
    }

    private func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
