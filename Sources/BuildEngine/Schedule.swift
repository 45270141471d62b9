import BuildPlanning

/// Where each action of a build stands, and which may run next. A plain value: the engine's queue owns it.
struct Schedule {
    enum Standing: Equatable {
        /// For this many others to be decided.
        case waiting(Int)
        case deciding
        case ready
        case running
        case done
        /// Failed, skipped, or left undecided.
        case ended

        var isEnd: Bool { self == .done || self == .ended }
    }

    let graph: ActionGraph
    private(set) var standing: [ActionID: Standing] = [:]
    /// Longest remaining path, in milliseconds: what most else waits for goes first.
    private let priority: [ActionID: Int64]
    private let position: [ActionID: Int]
    /// Those that may run, the most urgent last.
    private(set) var ready: [ActionID] = []
    private(set) var running: Set<ActionID> = []
    /// Those that ended in any way, in the order in which they did.
    private(set) var closed: [ActionID] = []

    /// `cost`: milliseconds that an action is expected to take.
    init(graph: ActionGraph, cost: (Action) -> Int64) {
        self.graph = graph
        var priority: [ActionID: Int64] = [:]
        for id in graph.order.reversed() {
            let rest = (graph.dependents[id] ?? []).map { priority[$0] ?? 0 }.max() ?? 0
            priority[id] = cost(graph[id]) + rest
        }
        self.priority = priority
        position = Dictionary(uniqueKeysWithValues: zip(graph.order, graph.order.indices))
        for id in graph.order { standing[id] = .waiting(Set(graph[id].dependencies).count) }
    }

    /// Those that wait for nothing, in the plan's order.
    func startable() -> [ActionID] { graph.order.filter { standing[$0] == .waiting(0) } }

    mutating func set(_ id: ActionID, _ new: Standing) {
        let old = standing.updateValue(new, forKey: id)
        if new.isEnd, old?.isEnd != true { closed.append(id) }
        if new == .running { running.insert(id) } else { running.remove(id) }
        if new == .ready {
            // Sorted by priority, least first; among equals the lesser name stands later and so goes first.
            ready.insert(id, at: placeAmongReady(of: id))
        }
    }

    private func placeAmongReady(of id: ActionID) -> Int {
        let mine = priority[id] ?? 0
        var low = ready.startIndex, high = ready.endIndex
        while low < high {
            let middle = (low + high) / 2
            if (priority[ready[middle]] ?? 0, id) > (mine, ready[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The dependents for which `id` was the last thing to wait for.
    mutating func release(_ id: ActionID) -> [ActionID] {
        var free: [ActionID] = []
        for dependent in graph.dependents[id] ?? [] {
            guard case .waiting(let count) = standing[dependent] else { continue }
            standing[dependent] = .waiting(count - 1)
            if count == 1 { free.append(dependent) }
        }
        return free
    }

    /// Those that have not ended in any way, in the plan's order.
    var open: [ActionID] { graph.order.filter { standing[$0]?.isEnd != true } }

    var readyCount: Int { ready.count }

    /// Takes the most urgent of those that fit.
    mutating func takeReady(where fits: (ActionID) -> Bool) -> ActionID? {
        ready.lastIndex(where: fits).map { ready.remove(at: $0) }
    }

    /// Everything that needs `id` and has not ended, in the plan's order.
    func pendingDependents(of id: ActionID) -> [ActionID] {
        var reached: Set<ActionID> = [id], found: [ActionID] = []
        var open = [id]
        while let next = open.popLast() {
            for dependent in graph.dependents[next] ?? [] where reached.insert(dependent).inserted {
                open.append(dependent)
                if standing[dependent]?.isEnd != true { found.append(dependent) }
            }
        }
        return found.sorted { (position[$0] ?? 0) < (position[$1] ?? 0) }
    }
}
