import Dispatch
import Foundation
import Glibc
import Synchronization

/// A program that was started as the leader of a process group, with all that it starts.
struct ProcessGroup {
    let leader: pid_t

    /// Seconds in which a program must end that is asked to.
    private static let patience = 15.0
    /// For the handler of signals, which can reach nothing else. (On Linux Dispatch's sources see no signal that is
    /// ignored.)
    nonisolated(unsafe) private static var running: pid_t = 0

    private static let endAll: @convention(c) (Int32) -> Void = { number in
        kill(-running, SIGINT)
        sleep(1)
        kill(-running, SIGKILL)
        _exit(128 + number)
    }

    /// Returns when the leader has ended, and before it is waited for; nothing of the group is left then. True where
    /// `seconds` were over. When this process is interrupted, the group is ended too.
    func wait(atMost seconds: Double) -> Bool {
        let hasTimedOut = Mutex(false)
        let queue = DispatchQueue(label: "process group")
        let leader = leader
        ProcessGroup.running = leader
        for number in [SIGINT, SIGTERM] { signal(number, ProcessGroup.endAll) }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + seconds)
        let after = DispatchSource.makeTimerSource(queue: queue)
        after.schedule(deadline: .now() + seconds + ProcessGroup.patience)
        // SwiftPM and mono end their own children when they are interrupted.
        timer.setEventHandler {
            hasTimedOut.withLock { $0 = true }
            kill(-leader, SIGINT)
        }
        after.setEventHandler { kill(-leader, SIGKILL) }
        timer.resume()
        after.resume()

        var information = siginfo_t()
        while waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        // What is on the queue ends before its leader's number can be somebody else's.
        queue.sync {
            timer.cancel()
            after.cancel()
        }
        kill(-leader, SIGKILL)
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        ProcessGroup.running = 0
        return hasTimedOut.withLock { $0 }
    }
}
