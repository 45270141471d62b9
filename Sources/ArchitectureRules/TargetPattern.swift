import Configuration
import Targets

/// Which targets a rule of `mono.json` is about: `Menu*`, `Packages/Menu:*`, `kind:test`, `layer:foundation`,
/// `feature:Menu`, `package:Apps/*`.
enum TargetPattern {
    case kind(String)
    case layer(String)
    case feature(String)
    case package(String)
    /// The target's name, or its full one.
    case name(String)

    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch parts[0] {
        case "kind" where parts.count == 2: self = .kind(parts[1])
        case "layer" where parts.count == 2: self = .layer(parts[1])
        case "feature" where parts.count == 2: self = .feature(parts[1])
        case "package" where parts.count == 2: self = .package(parts[1])
        default: self = .name(text)
        }
    }

    func fits(_ id: TargetID, _ graph: TargetGraph, _ features: FeatureMap) -> Bool {
        switch self {
        case .kind(let kind): graph.targets[id].map { "\($0.kind)" } == kind
        case .layer(let layer): features.layer(of: id)?.rawValue == layer
        case .feature(let pattern):
            features.membership(of: id).map { PathPattern.matches($0.feature.name, pattern) } ?? false
        case .package(let pattern):
            fits(id.package.name, pattern) || graph.packages[id.package].map { fits($0.folder, pattern) } ?? false
        case .name(let pattern): PathPattern.matches(id.name, pattern) || fits(id.description, pattern)
        }
    }

    private func fits(_ path: String, _ pattern: String) -> Bool {
        let path = path.split(separator: "/"), pattern = pattern.split(separator: "/")
        return path.count == pattern.count
            && zip(path, pattern).allSatisfy { PathPattern.matches(String($0), String($1)) }
    }
}
