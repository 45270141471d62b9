import Configuration
import Targets

/// Which targets a rule of `mono.json` is about: `Menu*`, `Packages/Menu:*`, `kind:test`, `layer:foundation`, `feature:Menu`, `package:Apps/*`.
struct TargetPattern {
    let text: String

    func fits(_ id: TargetID, _ graph: TargetGraph, _ features: FeatureMap) -> Bool {
        if let value = value(of: "kind") { return graph.targets[id].map { "\($0.kind)" } == value }
        if let value = value(of: "layer") { return features.membership(of: id)?.feature.layer?.rawValue == value }
        if let value = value(of: "feature") { return features.membership(of: id).map { PathPattern.matches($0.feature.name, value) } ?? false }
        if let value = value(of: "package") { return fits(id.package.name, value) || graph.packages[id.package].map { fits($0.folder, value) } ?? false }
        return PathPattern.matches(id.name, text) || fits(id.description, text)
    }

    private func value(of key: String) -> String? { text.hasPrefix(key + ":") ? String(text.dropFirst(key.utf8.count + 1)) : nil }

    private func fits(_ path: String, _ pattern: String) -> Bool {
        let path = path.split(separator: "/"), pattern = pattern.split(separator: "/")
        return path.count == pattern.count && zip(path, pattern).allSatisfy { PathPattern.matches(String($0), String($1)) }
    }
}
