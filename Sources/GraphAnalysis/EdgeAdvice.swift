import Targets

/// What single edges of a graph cost over a history of changes.
public struct EdgeAdvice: Hashable, Sendable {
    public var from, to: TargetID
    /// Milliseconds of compile work that the history would have taken less without the edge.
    public var saved: Int64
    /// In how many changes it would have spared anything.
    public var changes: Int
    /// Compiles that would not have run.
    public var compiles: Int
}

/// Changes that a history of commits made, on paper: whatever depends on a changed target is compiled again with it, through others too.
public struct ChangeHistory: Sendable {
    private let order: [TargetID]
    private let dependencies: [TargetID: [TargetID]]
    private let milliseconds: [TargetID: Int64]
    /// Each set of changed targets, and how often it occurred.
    private let changes: [Set<TargetID>: Int]

    /// `milliseconds`: what compiling each target takes. `changes`: the targets that each commit changed; those that `counted` does not
    /// hold are left out.
    public init(_ graph: TargetGraph, counted: Set<TargetID>, milliseconds: [TargetID: Int64], changes: [Set<TargetID>]) {
        order = graph.order.filter(counted.contains)
        dependencies = Dictionary(uniqueKeysWithValues: order.map { id in (id, graph.dependencies(of: id).filter(counted.contains)) })
        self.milliseconds = milliseconds
        self.changes = changes.map { $0.intersection(counted) }.filter { !$0.isEmpty }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// How many commits changed any target.
    public var count: Int { changes.values.reduce(0, +) }

    /// What all changes compile, in milliseconds, and how many compiles that are.
    public var total: (milliseconds: Int64, compiles: Int) {
        changes.reduce((0, 0)) { sum, change in
            let reached = self.reached(by: change.key, without: nil)
            return (sum.0 + Int64(change.value) * time(of: reached), sum.1 + change.value * reached.count)
        }
    }

    /// The edges for which `mayGo` is true, most expensive first; those that cost nothing are left out.
    public func advice(where mayGo: (_ from: TargetID, _ to: TargetID) -> Bool) -> [EdgeAdvice] {
        var found: [EdgeAdvice] = []
        let whole = changes.map { (change: $0.key, times: $0.value, reached: reached(by: $0.key, without: nil)) }
        for from in order {
            for to in dependencies[from] ?? [] where mayGo(from, to) {
                var advice = EdgeAdvice(from: from, to: to, saved: 0, changes: 0, compiles: 0)
                for (change, times, all) in whole where all.contains(to) && !change.contains(from) {
                    let spared = all.subtracting(reached(by: change, without: (from, to)))
                    if spared.isEmpty { continue }
                    advice.saved += Int64(times) * time(of: spared)
                    advice.changes += times
                    advice.compiles += times * spared.count
                }
                if advice.compiles > 0 { found.append(advice) }
            }
        }
        return found.sorted { ($1.saved, $1.compiles, $0.from, $0.to) < ($0.saved, $0.compiles, $1.from, $1.to) }
    }

    private func time(of targets: Set<TargetID>) -> Int64 { targets.reduce(0) { $0 + (milliseconds[$1] ?? 0) } }

    private func reached(by change: Set<TargetID>, without edge: (from: TargetID, to: TargetID)?) -> Set<TargetID> {
        var reached = change
        for id in order where !reached.contains(id) {
            let isReached = (dependencies[id] ?? []).contains { dependency in
                reached.contains(dependency) && !(edge.map { $0.from == id && $0.to == dependency } ?? false)
            }
            if isReached { reached.insert(id) }
        }
        return reached
    }
}
