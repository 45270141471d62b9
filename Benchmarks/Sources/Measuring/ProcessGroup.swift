import Dispatch
import Foundation
import Glibc
import Synchronization

/// A program that was started as the leader of a process group, with all that it starts.
struct ProcessGroup {
    let leader: pid_t

    /// Seconds in which a program must end that is asked to.
    private static let patience = 15.0

    /// Returns when the leader has ended, and before it is waited for; nothing of the group is left then. True where `seconds` were over. When this process is
    /// interrupted, the group is ended too.
    func wait(atMost seconds: Double) -> Bool {
        let hasTimedOut = Mutex(false)
        let queue = DispatchQueue(label: "process group")
        let leader = leader
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                kill(-leader, SIGINT)
                usleep(300_000)
                kill(-leader, SIGKILL)
                exit(128 + number)
            }
            source.resume()
            return source
        }
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
            signals.forEach { $0.cancel() }
        }
        kill(-leader, SIGKILL)
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        return hasTimedOut.withLock { $0 }
    }
}
