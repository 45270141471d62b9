import Targets

/// Finds features that need each other. Their targets cannot: manifests are refused then. But `A` that needs what `B`
/// says, and `B` that needs what `A` says, are one feature in two folders: neither can be built, understood or left out
/// without the other.
struct FeatureCycles {
    let graph: TargetGraph
    let features: FeatureMap

    /// One shortest circle of each knot of features, beginning at its least member. Tests and examples may need whom
    /// they want.
    func cycles(except isAllowed: (TargetID, TargetID) -> Bool) -> [[Finding.CycleStep]] {
        var edges: [String: [String: Finding.CycleStep]] = [:]
        for feature in features.features {
            for (part, target) in feature.targets.sorted(by: { $0.value < $1.value }) where !part.isLeaf {
                for dependency in graph.dependencies(of: target) where !isAllowed(target, dependency) {
                    guard let other = features.membership(of: dependency), other.feature != feature,
                        edges[feature.name]?[other.feature.name] == nil
                    else { continue }
                    edges[feature.name, default: [:]][other.feature.name] = Finding.CycleStep(
                        feature: feature.name, from: target, to: dependency)
                }
            }
        }
        var reported: Set<String> = [], found: [[Finding.CycleStep]] = []
        for feature in features.features where !reported.contains(feature.name) {
            guard let circle = shortest(from: feature.name, edges) else { continue }
            reported.formUnion(circle.map(\.feature))
            found.append(circle)
        }
        return found
    }

    private func shortest(from start: String, _ edges: [String: [String: Finding.CycleStep]]) -> [Finding.CycleStep]? {
        var ways: [String: [Finding.CycleStep]] = [:]
        var level: [(name: String, way: [Finding.CycleStep])] = [(start, [])]
        while !level.isEmpty {
            var next: [(name: String, way: [Finding.CycleStep])] = []
            for (name, way) in level {
                for (other, step) in (edges[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                    if other == start { return way + [step] }
                    if ways[other] == nil {
                        ways[other] = way + [step]
                        next.append((other, way + [step]))
                    }
                }
            }
            level = next
        }
        return nil
    }
}
