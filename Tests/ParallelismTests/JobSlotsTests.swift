import Dispatch
import Parallelism
import Synchronization
import Testing

@Suite struct JobSlotsTests {
    @Test func asManyAsAreFree() {
        let slots = JobSlots(count: 4)
        #expect(slots.take(atMost: 3) == 3)
        #expect(slots.take(atMost: 3) == 1)
        #expect(slots.takeNow(atMost: 3) == 0)
        slots.giveBack(2)
        #expect(slots.takeNow() == 1)
        #expect(slots.free == 1)
        slots.giveBack(3)
        #expect(slots.free == 4)
    }

    @Test func thereIsAlwaysOne() {
        let slots = JobSlots(count: 0)
        #expect(slots.count == 1)
        #expect(slots.take(atMost: -5) == 1)
    }

    @Test func whoAsksFirstIsServedFirst() {
        let slots = JobSlots(count: 2)
        let granted = Mutex<[String]>([])
        func ask(_ name: String, _ most: Int) {
            slots.take(atMost: most) { count in granted.withLock { $0.append("\(name) \(count)") } }
        }
        ask("a", 2)
        ask("b", 2)
        ask("c", 1)
        ask("d", 1)
        #expect(granted.withLock { $0 } == ["a 2"])
        slots.giveBack(1)
        #expect(granted.withLock { $0 } == ["a 2", "b 1"])
        // Nobody passes those who wait.
        #expect(slots.takeNow() == 0)
        slots.giveBack(2)
        #expect(granted.withLock { $0 } == ["a 2", "b 1", "c 1", "d 1"])
        slots.giveBack(2)
        #expect(slots.free == 2)
    }

    @Test func aGrantMayTakeAndGiveBack() {
        let slots = JobSlots(count: 1)
        let done = Mutex(0)
        #expect(slots.take() == 1)
        for _ in 0..<100 {
            slots.take { count in
                done.withLock { $0 += 1 }
                slots.giveBack(count)
            }
        }
        slots.giveBack(1)
        #expect(done.withLock { $0 } == 100)
        #expect(slots.free == 1)
    }

    @Test func neverMoreAtOnceThanThereAre() {
        let slots = JobSlots(count: 3)
        let now = Mutex((held: 0, most: 0))
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for _ in 0..<200 {
                slots.withSlots(atMost: 1 + index % 3) { count in
                    now.withLock { now in
                        now.held += count
                        now.most = max(now.most, now.held)
                    }
                    now.withLock { $0.held -= count }
                }
            }
        }
        #expect(now.withLock { $0.most } <= 3)
        #expect(slots.free == 3)
    }

    @Test func slotsComeBackAfterAnError() {
        struct Failure: Error {}
        let slots = JobSlots(count: 2)
        #expect(throws: Failure.self) { try slots.withSlots(atMost: 2) { _ in throw Failure() } }
        #expect(slots.free == 2)
    }
}
