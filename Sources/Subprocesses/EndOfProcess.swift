import CLinux
import Glibc

/// The end of a program, as something that `poll` sees.
///
/// The end of its output is not its end: what it started may hold the pipe for hours.
struct EndOfProcess {
    private let handle: Descriptor?
    private let event: WakeEvent?

    var descriptor: Int32 { handle?.number ?? event?.descriptor ?? -1 }

    /// `process` is a child that nobody waits for before this has been seen.
    init(_ process: pid_t, usesHandle: Bool) throws(StartError) {
        if usesHandle, let handle = try? Descriptor(mono_process_handle(process)) {
            (self.handle, event) = (handle, nil)
            return
        }
        // A kernel before 5.3, or a sandbox that does not know the call: a thread waits instead.
        let event = try WakeEvent()
        (handle, self.event) = (nil, event)
        try startThread {
            var information = siginfo_t()
            while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
            event.wake()
        }
    }
}

/// Runs `body` on a thread of its own.
@discardableResult
func startThread(_ body: @escaping @Sendable () -> Void) throws(StartError) -> pthread_t {
    final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
            return nil
        }, box.toOpaque())
    if code != 0 {
        box.release()
        throw .system(code)
    }
    pthread_detach(thread)
    return thread
}

/// Runs `body` on a thread of its own, for which nobody waits. Returns false where the system has no thread to give.
public func startDetachedThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    do {
        try startThread(body)
        return true
    } catch {
        return false
    }
}
