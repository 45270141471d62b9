import Targets

/// Which targets a change reaches, and how.
public struct AffectedAnswer: Sendable {
    /// The graph that the targets are of: the one after the change.
    public let graph: TargetGraph
    /// Those that the change reaches at once.
    public let direct: [TargetID: [AffectedReason]]
    /// For every other affected target: the dependency through which it is reached, on a shortest way.
    public let through: [TargetID: TargetID]

    /// `direct`, and all that depend on these. `extra`: dependencies that the graph does not hold, by dependent.
    init(graph: TargetGraph, direct: [TargetID: [AffectedReason]], extra: [TargetID: [TargetID]] = [:]) {
        (self.graph, self.direct) = (graph, direct)
        var dependents: [TargetID: [TargetID]] = [:]
        for id in graph.order {
            for dependency in graph.dependencies(of: id) + (extra[id] ?? []) {
                dependents[dependency, default: []].append(id)
            }
        }
        // Breadth first, in the graph's order: the ways are the shortest, and the same in each run.
        var through: [TargetID: TargetID] = [:]
        var level = graph.order.filter { direct[$0] != nil }
        while !level.isEmpty {
            var next: [TargetID] = []
            for id in level {
                for dependent in dependents[id] ?? [] where direct[dependent] == nil && through[dependent] == nil {
                    through[dependent] = id
                    next.append(dependent)
                }
            }
            level = next
        }
        self.through = through
    }

    /// No target of `graph`: nothing changed.
    public static func nothing(in graph: TargetGraph) -> AffectedAnswer {
        AffectedAnswer(graph: graph, direct: [:], through: [:])
    }

    /// The same targets, reached at once for other reasons.
    func mapReasons(_ transform: ([AffectedReason]) -> [AffectedReason]) -> AffectedAnswer {
        AffectedAnswer(graph: graph, direct: direct.mapValues(transform), through: through)
    }

    private init(graph: TargetGraph, direct: [TargetID: [AffectedReason]], through: [TargetID: TargetID]) {
        (self.graph, self.direct, self.through) = (graph, direct, through)
    }

    /// Every target of `graph`, because nobody could find out what changed.
    public static func everything(in graph: TargetGraph) -> AffectedAnswer {
        AffectedAnswer(
            graph: graph, direct: Dictionary(uniqueKeysWithValues: graph.order.map { ($0, [.unknownChanges]) }))
    }

    /// All affected targets of the workspace's own packages, sorted.
    public var targets: [TargetID] {
        (Array(direct.keys) + through.keys).filter { !$0.package.isExternal && graph.targets[$0] != nil }.sorted()
    }

    /// From the target to one that the change reaches at once.
    public func way(from target: TargetID) -> [TargetID] {
        var way = [target]
        while let next = through[way[way.count - 1]] { way.append(next) }
        return way
    }
}
