import Configuration
import Targets

/// Rules about which target may depend on which: those of features and layers, and those of the workspace's owners.
struct EdgeRules {
    let graph: TargetGraph
    let features: FeatureMap
    let settings: ArchitectureSettings

    /// What each rule says about the dependencies of the workspace's own targets, in the graph's order.
    func facts() -> [(target: TargetID, fact: Finding.Fact)] {
        graph.order.filter { !$0.package.isExternal }.flatMap { target in
            graph.dependencies(of: target).compactMap { fact(about: target, $0) }.map { (target, $0) }
                + transitive(from: target).map { (target, $0) }
        }
    }

    /// Patterns of own rules that fit no target at all, each with its rule's line: such a rule says nothing.
    func idlePatterns() -> [(pattern: String, line: Int)] {
        settings.rules.flatMap { rule in
            (rule.from + rule.to).filter { pattern in
                if pattern == EdgeRules.samePackage, rule.to.contains(pattern) { return false }
                let pattern = TargetPattern(pattern)
                return !graph.order.contains { pattern.fits($0, graph, features) }
            }.map { ($0, rule.line) }
        }
    }

    /// The owners have said that this edge is right.
    func allows(_ target: TargetID, _ dependency: TargetID) -> Bool { decision(target, dependency)?.verdict == .allow }

    /// The owners have said that this rule on sources does not hold for the edge.
    func lifts(_ rule: String, _ target: TargetID, _ dependency: TargetID) -> Bool {
        guard let decision = decision(target, dependency) else { return false }
        return decision.verdict == .allow && decision.lifts.contains(rule)
    }

    private func decision(_ target: TargetID, _ dependency: TargetID) -> ArchitectureSettings.EdgeRule? {
        settings.rules.first { fits(target, $0.from) && fits(dependency, $0.to, usedBy: target) }
    }

    /// In `to`: the targets of the package of `from`.
    private static let samePackage = "package:same"

    private func fits(_ id: TargetID, _ patterns: [String], usedBy user: TargetID? = nil) -> Bool {
        patterns.contains { pattern in
            if let user, pattern == EdgeRules.samePackage { return id.package == user.package }
            return TargetPattern(pattern).fits(id, graph, features)
        }
    }

    /// What a rule objects to in this dependency, whether it is declared or not.
    func fact(about target: TargetID, _ dependency: TargetID) -> Finding.Fact? {
        if let rule = decision(target, dependency) {
            return rule.verdict == .allow
                ? nil : .denied(way: [target, dependency], reason: rule.reason, ruleLine: rule.line)
        }
        return dependency.package.isExternal ? nil : builtIn(target, dependency)
    }

    private func transitive(from target: TargetID) -> [Finding.Fact] {
        let rules = settings.rules.filter { $0.isTransitive && $0.verdict == .deny && fits(target, $0.from) }
        if rules.isEmpty { return [] }
        let direct = Set(graph.dependencies(of: target))
        return graph.closure(of: [target]).filter { $0 != target && !direct.contains($0) }.compactMap { reached in
            guard let rule = rules.first(where: { fits(reached, $0.to, usedBy: target) }),
                decision(target, reached) == rule,
                let way = graph.path(from: target, to: reached)
            else { return nil }
            return .denied(way: way, reason: rule.reason, ruleLine: rule.line)
        }
    }

    /// Of a target that is no feature's.
    private func plainEdge(_ target: TargetID, _ dependency: TargetID) -> Finding.Fact? {
        guard let other = features.membership(of: dependency) else { return nil }
        return layeredEdge(target, dependency, other) ?? mocks(dependency, other, in: target)
    }

    /// Plain libraries that stand in a layer see of features what features see of each other.
    private func layeredEdge(
        _ target: TargetID, _ dependency: TargetID, _ other: FeatureMap.Membership
    ) -> Finding.Fact? {
        guard let layer = features.layer(of: target) else { return nil }
        if layer == .foundation, other.feature.layer == .product {
            return .layerEdge(dependency, of: other.feature, from: nil)
        }
        return other.part == .source && other.feature.layer != .foundation
            ? .concreteEdge(dependency, of: other.feature) : nil
    }

    /// Apps and plain libraries may use all of a feature but its mocks.
    private func mocks(
        _ dependency: TargetID, _ other: FeatureMap.Membership, in target: TargetID
    ) -> Finding.Fact? {
        guard other.part == .testing,
            let kind = graph.targets[target]?.kind, kind == .library || kind == .executable,
            !["Testing", "Tests", "Example", "Mocks"].contains(where: target.name.hasSuffix)
        else { return nil }
        return .testingEdge(dependency, of: other.feature)
    }

    private func builtIn(_ target: TargetID, _ dependency: TargetID) -> Finding.Fact? {
        guard let mine = features.membership(of: target) else { return plainEdge(target, dependency) }
        guard let other = features.membership(of: dependency) else {
            return mine.part == .interface
                && !settings.interfaces.contains(where: { PathPattern.matches(dependency.name, $0) })
                ? .interfaceEdge(dependency) : nil
        }
        if mine.feature == other.feature {
            let isAllowed =
                switch mine.part {
                case .interface: false
                case .source, .testing: other.part == .interface
                case .tests, .example: !other.part.isLeaf
                }
            return isAllowed ? nil : .ownEdge(from: mine.part, to: other.part, dependency)
        }
        if mine.feature.layer == .foundation, other.feature.layer == .product {
            return .layerEdge(dependency, of: other.feature, from: mine.feature.name, part: mine.part)
        }
        switch other.part {
        case .interface: return nil
        case .tests, .example: return .leafEdge(dependency, of: other.feature)
        case .testing:
            return mine.part.isLeaf
                ? nil
                : mine.part == .interface
                    ? .interfaceEdge(dependency, of: other.feature) : .testingEdge(dependency, of: other.feature)
        case .source:
            if mine.part == .interface { return .interfaceEdge(dependency, of: other.feature) }
            // Tools are for everybody.
            return other.feature.layer == .foundation
                ? nil : .concreteEdge(dependency, of: other.feature, from: mine.part)
        }
    }
}
