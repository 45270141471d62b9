import Dispatch
import Synchronization

/// The right to keep processors busy, as a number of slots that everything shares: whoever starts a program holds one
/// slot at least while it runs, so that all the programs together never want more than the machine has.
///
/// Slots are handed out in the order in which they were asked for. All members may be called from any thread.
public final class JobSlots: Sendable {
    private struct Request: Sendable {
        var most: Int
        var granted: @Sendable (Int) -> Void
    }

    private struct State: Sendable {
        var free: Int
        /// Asked for and not granted; only ever filled while nothing is free.
        var waiting: [Request] = []
    }

    /// How many slots there are.
    public let count: Int
    private let state: Mutex<State>

    /// `count` is at least 1, whatever is asked for.
    public init(count: Int) {
        self.count = max(1, count)
        state = Mutex(State(free: max(1, count)))
    }

    /// How many slots nobody holds at this moment.
    public var free: Int { state.withLock { $0.free } }

    /// Takes up to `most` slots that are free now, and returns how many: 0 where there are none or others wait for
    /// them.
    public func takeNow(atMost most: Int = 1) -> Int {
        state.withLock { state in
            let granted = state.waiting.isEmpty ? min(max(1, most), state.free) : 0
            state.free -= granted
            return granted
        }
    }

    /// Waits until a slot is free, takes up to `most` of those that are, and returns how many: at least 1.
    /// The calling thread is blocked meanwhile.
    public func take(atMost most: Int = 1) -> Int {
        let arrived = DispatchSemaphore(value: 0)
        let granted = Mutex(0)
        take(atMost: most) { count in
            granted.withLock { $0 = count }
            arrived.signal()
        }
        arrived.wait()
        return granted.withLock { $0 }
    }

    /// Takes up to `most` slots as soon as one is free, and calls `granted` with their number, which is at least 1: at
    /// once on the calling thread, or later on the thread that gave the slots back. `granted` must not block.
    public func take(atMost most: Int = 1, then granted: @escaping @Sendable (Int) -> Void) {
        let now = state.withLock { state in
            let count = state.waiting.isEmpty ? min(max(1, most), state.free) : 0
            if count == 0 { state.waiting.append(Request(most: max(1, most), granted: granted)) }
            state.free -= count
            return count
        }
        if now > 0 { granted(now) }
    }

    /// Gives back slots that were taken.
    public func giveBack(_ slots: Int) {
        let grants: [(Request, Int)] = state.withLock { state in
            precondition(slots >= 0 && state.free + slots <= count, "more slots given back than were taken")
            state.free += slots
            var grants: [(Request, Int)] = []
            while state.free > 0, grants.count < state.waiting.count {
                let request = state.waiting[grants.count]
                let granted = min(request.most, state.free)
                state.free -= granted
                grants.append((request, granted))
            }
            state.waiting.removeFirst(grants.count)
            return grants
        }
        // Outside the lock: what is called may take and give back.
        for (request, granted) in grants { request.granted(granted) }
    }

    /// Calls `body` while up to `most` slots are held, with their number; they are given back whatever happens. Waits
    /// as `take` does.
    public func withSlots<Result, Failure: Error>(
        atMost most: Int = 1, _ body: (Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let slots = take(atMost: most)
        defer { giveBack(slots) }
        return try body(slots)
    }
}
