import Disk

/// What `mono.json` says of the workspace's architecture: which targets make a feature, in which layer it is, and which
/// edges its owners want or do not want. Everything may be left out: names tell of features, and the built-in rules
/// hold.
public struct ArchitectureSettings: Hashable, Sendable {
    /// The parts of a feature whose targets are not called after it.
    public struct FeatureNames: Hashable, Sendable {
        public var source, interface, testing, tests, example: String?
        public init() {}
    }

    /// What a finding is: a fault, a hint, or nothing that anybody wants to know.
    public enum Severity: String, Hashable, Sendable, CaseIterable { case error, warning, off }

    public enum Layer: String, Hashable, Sendable, CaseIterable { case foundation, product }

    /// One edge rule of the workspace's owners. The first that fits an edge decides.
    public struct EdgeRule: Hashable, Sendable {
        public enum Verdict: String, Hashable, Sendable, CaseIterable { case allow, deny }

        public var from, to: [String]
        public var verdict: Verdict
        /// What is reached through other targets counts too.
        public var isTransitive: Bool
        public var reason: String
        /// (`allow`) Names of `sourceRuleNames`: rules that do not hold for this edge.
        public var lifts: Set<String>
        /// The line of `mono.json` in which it begins, from 1.
        public var line: Int

        public init(
            from: [String], to: [String], verdict: Verdict, isTransitive: Bool = false, reason: String = "",
            lifts: Set<String> = [], line: Int = 1
        ) {
            (self.from, self.to, self.verdict, self.isTransitive, self.reason, self.lifts, self.line) = (
                from, to, verdict, isTransitive, reason, lifts, line
            )
        }
    }

    public var features: [String: FeatureNames] = [:]
    /// Patterns of features' names, or of their packages' folders where they hold a slash.
    public var layers: [Layer: [String]] = [:]
    /// Targets that are no feature's and count as interfaces.
    public var interfaces: [String] = []
    public var rules: [EdgeRule] = []
    /// Builds of targets with findings stop.
    public var isEnforced = false
    /// Lists findings that are known, and count neither for `mono check` nor for builds.
    public var baseline: AbsolutePath?
    /// What the workspace's owners want findings of a rule to be, by the rule's name.
    public var severities: [String: Severity] = [:]

    public init() {}

    /// What findings of the rule are: as the owners want it, else errors, but for what a text may name by chance.
    public func severity(of rule: String) -> Severity {
        severities[rule] ?? (rule == "type-by-name" ? .warning : .error)
    }

    /// The names of the built-in rules.
    public static let ruleNames = [
        "feature-edge", "feature-layer", "feature-cycle", "interface-dependency", "interface-body", "global-instance",
        "undeclared-import", "unused-dependency", "type-by-name",
    ]
    /// Those that compare a dependency with what sources use of it.
    public static let sourceRuleNames = ["undeclared-import", "unused-dependency", "type-by-name"]
    /// The name of the owners' own rules, `rules`.
    public static let ownRules = "edge-rule"
}
