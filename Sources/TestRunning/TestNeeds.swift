import Disk
import Targets

/// What a test target's program may read when it runs, beside itself: found in the sources of all that goes into it.
public struct TestNeeds: Hashable, Sendable {
    /// How far its tests look around.
    public enum Reach: Hashable, Sendable {
        /// Nothing asks where sources lie: files that are no sources may be found from the working folder, which is the
        /// package's.
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

    /// Some code does more with the place of a source than to hand it on to whoever reports failures.
    private var usesPlace = false

    /// Of the sources of `target` and of all that goes into its program.
    public init(
        of target: TargetID, in graph: TargetGraph, root: AbsolutePath, _ configuration: BuildConfiguration,
        _ memory: RuntimeFactsMemory
    ) {
        (reach, asking, startsPrograms, names) = (.resources, [target], false, [])
        look(at: graph.closure(of: [target], in: configuration), in: graph, root: root, memory)
    }

    /// Adds what executables that its tests start may read: they run in the same folder.
    public mutating func add(
        _ executables: [ProductID], in graph: TargetGraph, root: AbsolutePath, _ configuration: BuildConfiguration,
        _ memory: RuntimeFactsMemory
    ) {
        look(
            at: graph.closure(of: executables.flatMap { graph.products[$0]?.targets ?? [] }, in: configuration),
            in: graph, root: root, memory)
    }

    private mutating func look(
        at targets: [TargetID], in graph: TargetGraph, root: AbsolutePath, _ memory: RuntimeFactsMemory
    ) {
        // Helpers are told the places of the tests that call them.
        let depth = TestNeeds.depth(of: asking[0], in: graph)
        var stepper: String?
        for id in targets {
            guard let each = graph.targets[id], let package = graph.packages[id.package] else { continue }
            // What plugins make of it nobody has looked at.
            if !each.plugins.isEmpty { raise(to: .unknown(source: "what plugins make for \(id.name)")) }
            let facts = memory.facts(of: each, in: root / package.folder)
            names.formUnion(facts.names)
            if facts.startsPrograms { startsPrograms = true }
            if facts.asksForFolder { raise(to: facts.climber.map { .unknown(source: $0) } ?? .package) }
            if facts.usesPlace { usesPlace = true }
            stepper = stepper ?? facts.stepper
            guard facts.asksForPlace else { continue }
            if !asking.contains(id) { asking.append(id) }
            // One step leads from a source to the target's folder, where sources lie in it; the others lead further up.
            let most = 1 + min(depth, TestNeeds.depth(of: id, in: graph))
            raise(to: facts.steps <= 1 ? .ownFolder : facts.steps <= most ? .package : .unknown(source: facts.farthest))
        }
        if usesPlace, let stepper { raise(to: .unknown(source: stepper)) }
    }

    private static func depth(of target: TargetID, in graph: TargetGraph) -> Int {
        guard let folder = graph.targets[target]?.folder, folder != "." else { return 0 }
        return folder.split(separator: "/").count
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
