import Disk
import Targets

/// What a test target's program may read when it runs, beside itself: found in the sources of all that goes into it.
public struct TestNeeds: Hashable, Sendable {
    /// How far its tests look around.
    public enum Reach: Hashable, Sendable {
        /// Nothing asks where sources lie: files that are no sources may be found from the working folder, which is the package's.
        case resources
        /// Files beside their own sources too.
        case ownFolder
        /// Any file of the package.
        case package
        /// Files outside of the package, so that no key can name them: what the source that says so is called.
        case unknown(source: String)
    }

    public var reach: Reach
    /// The target itself, and others whose code asks where it lies.
    public var asking: [TargetID]
    /// It starts programs, which it may look for beside itself.
    public var startsPrograms: Bool
    /// Environment variables that its code may name.
    public var names: Set<String>

    /// Of the sources of `target` and of all that goes into its program.
    public init(of target: TargetID, in graph: TargetGraph, root: AbsolutePath, _ configuration: BuildConfiguration, _ memory: RuntimeFactsMemory) {
        (reach, asking, startsPrograms, names) = (.resources, [target], false, [])
        var steps = 0, farthest = "", asks = false
        for id in graph.closure(of: [target], in: configuration) {
            guard let each = graph.targets[id], let package = graph.packages[id.package] else { continue }
            // What plugins make of it nobody has looked at.
            if !each.plugins.isEmpty { raise(to: .unknown(source: "what plugins make for \(id.name)")) }
            let facts = memory.facts(of: each, in: root / package.folder)
            names.formUnion(facts.names)
            if facts.startsPrograms { startsPrograms = true }
            if facts.asksForFolder { raise(to: facts.climber.map { .unknown(source: $0) } ?? .package) }
            if facts.asksForPlace {
                asks = true
                if id != target { asking.append(id) }
                if facts.steps > steps { (steps, farthest) = (facts.steps, facts.farthest) }
            }
        }
        guard asks, let folder = graph.targets[target]?.folder else { return }
        // One step leads from a source to the target's folder, where sources lie in it; the others lead further up.
        let depth = folder == "." ? 0 : folder.split(separator: "/").count
        raise(to: steps <= 1 ? .ownFolder : steps <= 1 + depth ? .package : .unknown(source: farthest))
    }

    /// Adds what executables that its tests start may name.
    public mutating func add(
        _ executables: [ProductID], in graph: TargetGraph, root: AbsolutePath, _ configuration: BuildConfiguration, _ memory: RuntimeFactsMemory
    ) {
        for id in graph.closure(of: executables.flatMap { graph.products[$0]?.targets ?? [] }, in: configuration) {
            guard let each = graph.targets[id], let package = graph.packages[id.package] else { continue }
            names.formUnion(memory.facts(of: each, in: root / package.folder).names)
        }
    }

    private mutating func raise(to other: Reach) {
        func rank(_ reach: Reach) -> Int {
            switch reach {
            case .resources: 0
            case .ownFolder: 1
            case .package: 2
            case .unknown: 3
            }
        }
        if rank(other) > rank(reach) { reach = other }
    }
}
