import Targets

/// A feature that writes one more source of some Swift targets, without a program.
protocol SourceFeature: Sendable {
    /// Where the source lies, below the target's folder.
    var source: String { get }

    func isFor(_ target: Target) -> Bool

    /// What writes it, and the workspace's files that it reads.
    func work(
        for target: Target, in planner: ActionPlanner
    ) -> (work: any BuiltInWork, sources: [String])
}

extension ActionPlanner {
    /// All features that write sources, in the order in which these are compiled. A new one is added here.
    static func sourceFeatures(wiring: WiringPlan?) -> [any SourceFeature] {
        [EmbeddedResources()] + (wiring.map(ofWiring) ?? [])
    }

    private static func ofWiring(_ plan: WiringPlan) -> [any SourceFeature] {
        [ObjectGraphs(plan: plan), RouteRegistries(plan: plan), Accessors(plan: plan), AccessorValues(plan: plan)]
    }

    /// The actions that write more of a target's sources. The order stands in keys.
    func featureActions(for target: Target) -> [Action] {
        sourceFeatures.reversed().filter { $0.isFor(target) }.map { feature in
            let (work, sources) = feature.work(for: target, in: self)
            let path = featureSource(feature, of: target)
            let name = feature.source.split(separator: "/").last.map(String.init) ?? feature.source
            return Action(
                id: named(.builtIn(work.name), target.id), subject: .target(target.id),
                folder: package(of: target).folder, sources: sources,
                work: .builtIn(.init(work, output: .init(name: name, path: path))))
        }
    }

    /// The sources that they write.
    func featureSources(of target: Target) -> [String] {
        sourceFeatures.filter { $0.isFor(target) }.map { featureSource($0, of: target) }
    }

    private func featureSource(_ feature: any SourceFeature, of target: Target) -> String {
        "\(layout.folder(of: target.id))/\(feature.source)"
    }
}
