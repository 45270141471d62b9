import Dispatch
import Synchronization

/// Makes few requests of many questions: those that come while others are under way are asked together. May be used
/// from any thread; each question blocks its thread until it is answered.
final class Gatherer<Question: Sendable, Answer: Sendable>: Sendable {
    private final class Waiter: Sendable {
        let question: Question
        let cost: Int64
        private let arrived = DispatchSemaphore(value: 0)
        private let answer = Mutex<Answer?>(nil)

        init(_ question: Question, cost: Int64) { (self.question, self.cost) = (question, cost) }

        func give(_ answer: Answer) {
            self.answer.withLock { $0 = answer }
            arrived.signal()
        }

        func wait() -> Answer {
            arrived.wait()
            return answer.withLock { $0! }
        }
    }

    private struct State {
        var waiting: [Waiter] = []
        var requests = 0
    }

    private let width: Int
    private let mostQuestions: Int
    private let cost: @Sendable (Question) -> Int64
    private let ask: @Sendable ([Question]) -> [Answer]
    private let state = Mutex(State())

    /// At most `width` requests are under way at once, each of at most `mostQuestions`. `ask` answers all of its
    /// questions, in their order.
    init(
        width: Int = 3, mostQuestions: Int = 1000, cost: @escaping @Sendable (Question) -> Int64,
        ask: @escaping @Sendable ([Question]) -> [Answer]
    ) {
        (self.width, self.mostQuestions, self.cost, self.ask) = (width, mostQuestions, cost, ask)
    }

    /// `limit`: of the costs of one request; a question that costs more is asked alone.
    func answer(to question: Question, limit: Int64) -> Answer {
        let waiter = Waiter(question, cost: cost(question))
        let begins = state.withLock { state in
            state.waiting.append(waiter)
            if state.requests >= width { return false }
            state.requests += 1
            return true
        }
        // A thread of its own, since who asks wants to go on as soon as its own answer is there.
        if begins { DispatchQueue(label: "mono.gatherer").async { while self.askSome(limit) {} } }
        return waiter.wait()
    }

    /// False where nobody waits.
    private func askSome(_ limit: Int64) -> Bool {
        let batch = state.withLock { state in
            let batch = take(&state, limit)
            if batch.isEmpty { state.requests -= 1 }
            return batch
        }
        if batch.isEmpty { return false }
        for (waiter, answer) in zip(batch, ask(batch.map(\.question))) { waiter.give(answer) }
        return true
    }

    private func take(_ state: inout State, _ limit: Int64) -> [Waiter] {
        var count = 0, cost: Int64 = 0
        for waiter in state.waiting.prefix(mostQuestions) {
            if count > 0, cost + waiter.cost > limit { break }
            count += 1
            cost += waiter.cost
        }
        defer { state.waiting.removeFirst(count) }
        return Array(state.waiting.prefix(count))
    }
}
