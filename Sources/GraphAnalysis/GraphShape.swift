import Targets

/// How deep and how wide targets stand upon each other. Horizontal graphs, shallow and wide, build in parallel and are
/// rebuilt in small parts.
public struct GraphShape: Hashable, Sendable {
    /// Level by level: a target stands one above the highest that it depends on.
    public let levels: [[TargetID]]

    /// `targets`: those that count; dependencies on others do not.
    public init(_ graph: TargetGraph, of targets: Set<TargetID>) {
        var level: [TargetID: Int] = [:]
        var levels: [[TargetID]] = []
        for id in graph.order where targets.contains(id) {
            let own = (graph.dependencies(of: id).compactMap { level[$0] }.max() ?? -1) + 1
            level[id] = own
            if own == levels.count { levels.append([]) }
            levels[own].append(id)
        }
        self.levels = levels
    }

    public var depth: Int { levels.count }
    public var width: Int { levels.map(\.count).max() ?? 0 }
}

/// What a change of one target makes of others.
public struct ChangeReach: Hashable, Sendable {
    public var target: TargetID
    /// Targets that are compiled again where what others see of it changes: all that depend on it, through others too.
    public var byInterface: Int
    /// Programs and tests that are linked again where only bodies change.
    public var byBody: Int

    /// For each of `targets`, in their order. `counted`: the targets that a build holds.
    public static func all(_ graph: TargetGraph, of targets: [TargetID], among counted: Set<TargetID>) -> [ChangeReach]
    {
        // Each target's dependents as a set of bits, from the top down: a walk for each target would cost the square of
        // them.
        let order = graph.order.filter(counted.contains)
        let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let words = (order.count + 63) / 64
        var reached = [[UInt64]](repeating: [UInt64](repeating: 0, count: words), count: order.count)
        for (index, id) in order.enumerated().reversed() {
            for dependency in graph.dependencies(of: id) {
                guard let below = place[dependency] else { continue }
                for word in 0..<words { reached[below][word] |= reached[index][word] }
                reached[below][index / 64] |= 1 << UInt64(index % 64)
            }
        }
        var programs = [UInt64](repeating: 0, count: words)
        for (index, id) in order.enumerated() where [.executable, .test, .snippet].contains(graph.targets[id]?.kind) {
            programs[index / 64] |= 1 << UInt64(index % 64)
        }
        return targets.compactMap { id in
            guard let index = place[id] else { return nil }
            let own = programs[index / 64] >> UInt64(index % 64) & 1
            let links = zip(reached[index], programs).reduce(Int(own)) { $0 + ($1.0 & $1.1).nonzeroBitCount }
            return ChangeReach(
                target: id, byInterface: reached[index].reduce(0) { $0 + $1.nonzeroBitCount }, byBody: links)
        }
    }
}
