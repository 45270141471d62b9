import Dispatch
import Parallelism
import Testing

@Suite struct BackgroundTests {
    @Test("what came of the work is there for everybody who asks")
    func value() {
        let work = Background { 6 * 7 }
        #expect(work.wait() == 42 && work.wait() == 42)
    }

    @Test("each has a thread of its own, and begins without being waited for")
    func threads() {
        let many = 2 * processorCount() + 2
        let ready = DispatchSemaphore(value: 0), go = DispatchSemaphore(value: 0)
        let all = (0..<many).map { index in
            Background { () -> Int in
                ready.signal()
                go.wait()
                return index
            }
        }
        for _ in 0..<many { ready.wait() }
        for _ in 0..<many { go.signal() }
        #expect(all.map { $0.wait() } == Array(0..<many))
    }
}
