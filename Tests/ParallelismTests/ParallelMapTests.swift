import Dispatch
import Parallelism
import Synchronization
import Testing

@Suite struct ParallelMapTests {
    private struct Failure: Error, Equatable { var item: Int }

    @Test(arguments: [0, 1, 2, 3, 1000]) func inOrder(_ count: Int) {
        #expect(parallelMap(Array(0..<count)) { $0 * 2 } == (0..<count).map { $0 * 2 })
    }

    /// The error is the one that a plain loop would have met, however the threads run.
    @Test func theFirstErrorIsThrown() {
        for _ in 0..<50 {
            #expect(throws: Failure(item: 7)) {
                try parallelMap(Array(0..<200)) { item throws(Failure) in
                    if item >= 7 { throw Failure(item: item) }
                    return item
                }
            }
        }
    }

    @Test func noItemIsBegunAfterAnError() {
        let begun = Mutex(0)
        #expect(throws: Failure(item: 0)) {
            try parallelMap(Array(0..<100_000)) { item throws(Failure) in
                begun.withLock { $0 += 1 }
                throw Failure(item: item)
            }
        }
        #expect(begun.withLock { $0 } <= processorCount())
    }

    @Test func noMoreAtOnceThanAllowed() {
        for width in [0, 1, 2] {
            let now = Mutex((running: 0, most: 0))
            _ = parallelMap(Array(0..<200), width: width) { _ in
                now.withLock { now in
                    now.running += 1
                    now.most = max(now.most, now.running)
                }
                now.withLock { $0.running -= 1 }
            }
            #expect(now.withLock { $0.most } <= max(1, width))
        }
    }

    /// Maps within maps must not wait for each other's threads.
    @Test func nested() {
        let sums = parallelMap(Array(0..<20)) { outer in parallelMap(Array(0..<20)) { outer * $0 }.reduce(0, +) }
        #expect(sums == (0..<20).map { $0 * 190 })
    }

    @Test func processors() { #expect(processorCount() >= 1) }
}

@Suite struct ConfinedTests {
    @Test func stateIsTouchedOnItsQueue() {
        let count = Confined(0, on: DispatchQueue(label: "test"))
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<100 { count.async { $0 += 1 } }
        }
        #expect(count.sync { $0 } == 400)
        count.queue.sync { count.access { $0 = 1 } }
        #expect(count.sync { $0 } == 1)
    }

    @Test func anotherQueueIsStopped() async {
        await #expect(processExitsWith: .failure) {
            Confined(0, on: DispatchQueue(label: "test")).access { $0 += 1 }
        }
    }
}
