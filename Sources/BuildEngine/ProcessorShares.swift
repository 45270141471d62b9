import BuildPlanning

/// How many of the build's slots an action holds, and how many processes or threads its compiler may start. A plain
/// value: the engine's queue owns it.
struct ProcessorShares {
    struct Grant: Equatable {
        var slots: Int
        /// At least as many as slots.
        var jobs: Int
        /// For an incremental compile, which begins with the changed files alone: with the slot of its module's
        /// emission, that will be free when the driver finds that dozens more use them. A private function added to
        /// NIOCore, on two cores: 11.6 s for 13.8 s.
        var jobsOfIncremental: Int
    }

    private let graph: ActionGraph
    private let processors: Int
    private var costs: ExpectedCosts
    /// What emits the module of each target or product.
    let emissions: [Action.Subject: ActionID]
    /// The work that is left, once somebody asked; `counted` of the schedule's closed actions are taken off it.
    private var left: (milliseconds: Int64, counted: Int)?

    init(graph: ActionGraph, processors: Int, costs: ExpectedCosts) {
        (self.graph, self.processors, self.costs) = (graph, processors, costs)
        emissions = graph.actions.values.reduce(into: [:]) { if $1.kind == .emitModule { $0[$1.subject] = $1.id } }
    }

    /// A compile's driver starts a frontend for each slot that it holds. It takes its share of the free ones, and
    /// leaves theirs to all others that could start now. A whole module's threads hold none: for half of the time there
    /// is one.
    mutating func grant(to action: Action, _ schedule: Schedule, deciding: Set<ActionID>, free: Int) -> Grant {
        guard action.isWide else { return Grant(slots: 1, jobs: 1, jobsOfIncremental: 1) }
        let rivals = rivals(of: action, schedule, deciding, atMost: free)
        let fair = max(1, free / (1 + rivals))
        let slots = action.arguments.contains(.jobs) ? fair : 1
        let soon = rivals == 0 && emissions[action.subject].map(schedule.running.contains) == true ? 1 : 0
        return Grant(slots: slots, jobs: max(fair, share(of: action, schedule)), jobsOfIncremental: slots + soon)
    }

    /// Processors times the action's part of all work that is left: with fewer processes it would still be at work when
    /// all else is done. So a few more of them than processors may run for a time, never twice as many. swift-syntax in
    /// debug, where one module is two thirds of the work, on two cores: 66.7 s for 70.4 s.
    private mutating func share(of action: Action, _ schedule: Schedule) -> Int {
        // The compiler cuts work by files.
        let limit = min(processors, action.sources.count)
        guard limit > 1 else { return 1 }
        let cost = costs.weighedEstimate(of: action), rest = workLeft(schedule)
        return min(limit, Int((cost * Int64(processors) + rest - 1) / max(1, rest)))
    }

    /// Summed up once, and kept: at ten thousand targets each compile would add up what forty thousand actions take.
    private mutating func workLeft(_ schedule: Schedule) -> Int64 {
        var left: (milliseconds: Int64, counted: Int)
        if let known = self.left {
            left = known
            for id in schedule.closed[known.counted...] { left.milliseconds -= costs.weighedEstimate(of: graph[id]) }
        } else {
            left = (0, 0)
            for id in schedule.open { left.milliseconds += costs.weighedEstimate(of: graph[id]) }
        }
        left.counted = schedule.closed.count
        self.left = left
        return left.milliseconds
    }

    /// How many others could start now; no more than `limit` are counted.
    private func rivals(of action: Action, _ schedule: Schedule, _ deciding: Set<ActionID>, atMost limit: Int) -> Int {
        var count = 0
        for group in [AnySequence(schedule.ready.reversed()), AnySequence(deciding)] {
            for id in group {
                if count >= limit { return count }
                if isRival(graph[id], of: action) { count += 1 }
            }
        }
        return count
    }

    /// A module that nobody but its own target waits for can be emitted after the target's compile, which takes longer,
    /// is done.
    private func isRival(_ other: Action, of action: Action) -> Bool {
        other.subject != action.subject
            || (graph.dependents[other.id] ?? []).contains { graph[$0].subject != action.subject }
    }

    /// A compile and the emission of its module become decidable at once. Whichever verdict comes first, the one that
    /// more waits for goes first, and the compile must not take the slot that the other could use.
    static func waitsForRival(
        _ action: Action, deciding: Set<ActionID>, emissions: [Action.Subject: ActionID]
    ) -> Bool {
        action.arguments.contains(.jobs) && emissions[action.subject].map(deciding.contains) == true
    }
}

extension Action {
    /// Its tool starts as many processes or threads as it is told.
    fileprivate var isWide: Bool { arguments.contains { $0 == .jobs || $0 == .threads } }
}
