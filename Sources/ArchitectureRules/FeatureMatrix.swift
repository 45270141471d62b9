import Configuration
import Targets

/// Of each two features, what the one may depend on of the other by the rules about edges, and what it does depend on.
public struct FeatureMatrix: Sendable {
    /// What a feature can depend on of another one, the least first.
    public enum Reach: Int, Hashable, Sendable, Comparable, CaseIterable {
        case nothing
        /// Tests and examples alone depend on something.
        case tests
        /// The feature itself on the interface, or on mocks.
        case interface
        /// The feature itself on the implementation.
        case source

        public static func < (a: Reach, b: Reach) -> Bool { a.rawValue < b.rawValue }
    }

    public struct Cell: Hashable, Sendable {
        public var may: Reach
        public var does: Reach
        /// Dependencies to which a rule objects.
        public var broken: Int
    }

    /// Sorted by name.
    public let features: [Feature]
    private let cells: [[Cell]]

    public init(_ graph: TargetGraph, _ features: FeatureMap, _ settings: ArchitectureSettings) {
        let rules = EdgeRules(graph: graph, features: features, settings: settings)
        self.features = features.features
        cells = features.features.map { from in
            features.features.map { to in FeatureMatrix.cell(from, to, graph, rules) }
        }
    }

    /// What the feature at that place depends on of the other; nothing of itself.
    public func cell(from: Int, to: Int) -> Cell { cells[from][to] }

    private static func cell(_ from: Feature, _ to: Feature, _ graph: TargetGraph, _ rules: EdgeRules) -> Cell {
        var cell = Cell(may: .nothing, does: .nothing, broken: 0)
        guard from != to else { return cell }
        for (part, target) in from.targets {
            let declared = Set(graph.dependencies(of: target))
            for (other, dependency) in to.targets {
                let reach: Reach = part.isLeaf ? .tests : other == .source ? .source : .interface
                let isRefused = rules.fact(about: target, dependency) != nil
                if !isRefused { cell.may = max(cell.may, reach) }
                guard declared.contains(dependency) else { continue }
                cell.does = max(cell.does, reach)
                if isRefused { cell.broken += 1 }
            }
        }
        return cell
    }
}
