import Glibc
import Subprocesses
import Synchronization
import Testing

@Suite struct CancellationTests {
    @Test func handlersAreCalledOnce() {
        let cancellation = Cancellation()
        let calls = Mutex<[String]>([])
        _ = cancellation.onRequest { calls.withLock { $0.append("before") } }
        let forgotten = cancellation.onRequest { calls.withLock { $0.append("forgotten") } }
        cancellation.forget(forgotten)
        #expect(!cancellation.isRequested)
        cancellation.request()
        cancellation.request()
        #expect(cancellation.isRequested)
        let late = cancellation.onRequest { calls.withLock { $0.append("late") } }
        cancellation.forget(late)
        #expect(calls.withLock { $0 } == ["before", "late"])
    }

    @Test func waitingEndsWithTheRequest() {
        let cancellation = Cancellation()
        #expect(!cancellation.wait(seconds: 0.001))
        cancellation.request()
        // A minute would be noticed.
        #expect(cancellation.wait(seconds: 60))
    }
}
