import CLinux
import Glibc

/// One running program, watched by the thread that started it: takes in what it prints, and ends it when its time is up
/// or nobody wants it any more.
struct ProcessWatch {
    let process: pid_t
    /// On the clock of `monotonicNow`.
    var deadline: Double?
    /// In seconds, between asking and killing.
    let grace: Double
    var output, errors: CapturedStream
    /// Why this watch ended the program; nil where it ended by itself.
    private(set) var verdict: Exit?
    private var killTime: Double?
    /// What it had started when it was to end: some may be in sessions of their own.
    private var descendants: [ProcessTree.Member] = []
    /// Of a program that is watched.
    var calls: CallWatch?

    init(process: pid_t, output: Descriptor, errors: Descriptor, deadline: Double?, grace: Double, outputLimit: Int?) {
        (self.process, self.deadline, self.grace) = (process, deadline, grace)
        (self.output, self.errors) = (
            CapturedStream(output, limit: outputLimit), CapturedStream(errors, limit: outputLimit)
        )
    }

    /// Returns when the program has ended, all it started has been killed, and all it printed is here. It remains to be
    /// waited for.
    mutating func untilEnd(_ end: EndOfProcess, cancelled: WakeEvent) {
        while true {
            var looks = [
                pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0),
                // Once is enough: it stays awake.
                pollfd(fd: verdict == nil ? cancelled.descriptor : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output.pollable, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors.pollable, events: Int16(POLLIN), revents: 0),
                pollfd(fd: calls?.pollable ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&looks, nfds_t(looks.count), timeout)
            if ready > 0 {
                if looks[2].revents != 0 { output.takeIn() }
                if looks[3].revents != 0 { errors.takeIn() }
                if looks[4].revents != 0 { calls?.takeIn(looks[4].revents) }
                // First, so that a program that came to its end is never said to have been stopped.
                if looks[0].revents != 0 { break }
                if looks[1].revents != 0 { stop(.cancelled) }
            }
            let now = monotonicNow()
            if let deadline, now >= deadline { stop(.timedOut) }
            if let killTime, now >= killTime {
                killAll()
                self.killTime = nil
            }
        }
        if verdict != nil { killAll() }
        // The program has not been waited for yet, so the number of its group can be no other group's.
        kill(-process, SIGKILL)
        output.drain()
        errors.drain()
    }

    /// Kills the program and all it started: also what is in a group of its own, as manifests are that SwiftPM
    /// evaluates (one with an endless loop went on for ever). Whoever starts a process while it is killed is killed
    /// with it in the next round.
    private func killAll() {
        kill(-process, SIGKILL)
        var rounds = 0
        // The program itself stays, dead, until it is waited for.
        while mono_signal_session(process, SIGKILL) > 1, rounds < 10 { rounds += 1 }
        for each in descendants { each.kill() }
    }

    private mutating func stop(_ reason: Exit) {
        deadline = nil
        if verdict != nil { return }
        verdict = reason
        killTime = monotonicNow() + grace
        descendants = ProcessTree.descendants(of: process)
        kill(-process, SIGTERM)
    }

    /// In milliseconds, rounded up, until the next thing to do; -1 for ever.
    private var timeout: Int32 {
        guard let next = [deadline, killTime].compactMap({ $0 }).min() else { return -1 }
        let left = ((next - monotonicNow()) * 1000).rounded(.up)
        return left > 0 ? Int32(min(left, 1e9)) : 0
    }
}
