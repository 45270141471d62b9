import Configuration
import Targets

/// A feature: up to five targets that belong together, each with a role that says what it may depend on.
public struct Feature: Hashable, Sendable {
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// What the feature does.
        case source
        /// Protocols, routes and models that others see of it.
        case interface
        /// Mocks and data for tests.
        case testing
        case tests
        /// A small program to try it alone.
        case example

        /// How targets are called: the feature's name, and this behind it.
        public var suffix: String {
            switch self {
            case .source: ""
            case .interface: "Interface"
            case .testing: "Testing"
            case .tests: "Tests"
            case .example: "Example"
            }
        }

        /// True for what no other code is linked with.
        var isLeaf: Bool { self == .tests || self == .example }
    }

    public var name: String
    /// Nil where nobody has said.
    public var layer: ArchitectureSettings.Layer?
    public var targets: [Part: TargetID]
}

/// The features of a workspace: those that are called so, and those that `mono.json` names.
public struct FeatureMap: Sendable {
    public struct Membership: Hashable, Sendable {
        public var feature: Feature
        public var part: Feature.Part
    }

    /// Sorted by name.
    public let features: [Feature]
    /// Names in `mono.json` of which there is no target, with the feature that they should belong to.
    public let unknownNames: [(feature: String, target: String)]
    private let memberships: [TargetID: Membership]
    /// Of libraries that are no feature's.
    private let plainLayers: [TargetID: ArchitectureSettings.Layer]

    public init(_ graph: TargetGraph, _ settings: ArchitectureSettings) {
        let own = graph.order.filter { !$0.package.isExternal }
        let byName = Dictionary(grouping: own, by: \.name)
        /// The target of that name in the package, else the only one of that name.
        func target(_ name: String, near package: PackageID?) -> TargetID? {
            let found = byName[name] ?? []
            return found.first { $0.package == package } ?? (found.count == 1 ? found[0] : nil)
        }
        func folders(of targets: some Sequence<TargetID>) -> Set<String> {
            Set(targets.compactMap { graph.packages[$0.package]?.folder })
        }
        func isLibrary(_ id: TargetID) -> Bool { graph.targets[id]?.kind == .library }

        var found: [Feature] = [], unknown: [(feature: String, target: String)] = []
        for (name, names) in settings.features.sorted(by: { $0.key < $1.key }) {
            let spelled: [Feature.Part: String?] = [
                .source: names.source, .interface: names.interface, .testing: names.testing, .tests: names.tests,
                .example: names.example,
            ]
            let package = target(names.source ?? name, near: nil)?.package
            var targets: [Feature.Part: TargetID] = [:]
            for part in Feature.Part.allCases {
                let asked = spelled[part] ?? nil
                targets[part] = target(asked ?? name + part.suffix, near: package)
                if let asked, targets[part] == nil { unknown.append((name, asked)) }
            }
            if targets.isEmpty, names == ArchitectureSettings.FeatureNames() { unknown.append((name, name)) }
            if !targets.isEmpty { found.append(Feature(name: name, layer: nil, targets: targets)) }
        }
        var taken = Set(found.flatMap(\.targets.values))
        for source in own.sorted()
        where isLibrary(source) && !taken.contains(source) && settings.features[source.name] == nil {
            // An interface makes a feature of a library; without one it is a library like any other.
            guard let interface = target(source.name + Feature.Part.interface.suffix, near: source.package),
                isLibrary(interface), !taken.contains(interface)
            else { continue }
            var targets: [Feature.Part: TargetID] = [.source: source, .interface: interface]
            for part in [Feature.Part.testing, .tests, .example] {
                if let other = target(source.name + part.suffix, near: source.package), !taken.contains(other) {
                    targets[part] = other
                }
            }
            taken.formUnion(targets.values)
            found.append(Feature(name: source.name, layer: nil, targets: targets))
        }
        features = found.map { feature in
            var feature = feature
            feature.layer = FeatureMap.layer(
                named: feature.name, folders: folders(of: feature.targets.values), settings)
            return feature
        }.sorted { $0.name < $1.name }
        unknownNames = unknown
        memberships = features.reduce(into: [:]) { table, feature in
            for (part, target) in feature.targets { table[target] = Membership(feature: feature, part: part) }
        }
        let members = memberships
        plainLayers = own.filter { isLibrary($0) && members[$0] == nil }.reduce(into: [:]) { table, id in
            table[id] = FeatureMap.layer(named: id.name, folders: folders(of: [id]), settings)
        }
    }

    /// What the target is to which feature; nil for one that is no feature's.
    public func membership(of target: TargetID) -> Membership? { memberships[target] }

    /// Where a feature or a plain library stands; nil for all else, and where nobody has said.
    public func layer(of target: TargetID) -> ArchitectureSettings.Layer? {
        memberships[target].map(\.feature.layer) ?? plainLayers[target]
    }

    private static func layer(
        named name: String, folders: Set<String>, _ settings: ArchitectureSettings
    ) -> ArchitectureSettings.Layer? {
        ArchitectureSettings.Layer.allCases.first { layer in
            (settings.layers[layer] ?? []).contains { pattern in
                pattern.contains("/")
                    ? folders.contains { PathPattern.isPrefix(pattern, of: $0) }
                    : PathPattern.matches(name, pattern)
            }
        }
    }
}
