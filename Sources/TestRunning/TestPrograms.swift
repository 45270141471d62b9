import BuildPlanning
import Disk
import Targets

/// What is built so that a target's tests can run.
extension TestNeeds {
    /// What is built of a test target, and what its tests need.
    public static func program(
        of target: TargetID, in graph: TargetGraph, root: AbsolutePath, _ configuration: BuildConfiguration,
        _ facts: RuntimeFactsMemory
    ) -> (program: BuildRequest.TestProgram, needs: TestNeeds) {
        var needs = TestNeeds(of: target, in: graph, root: root, configuration, facts)
        let executables = executables(for: target, in: graph, needs)
        needs.add(executables, in: graph, root: root, configuration, facts)
        return (.init(target: target, executables: executables), needs)
    }

    /// What tests may look for beside their program: executables that the target depends on, and all of its package
    /// where its code starts programs, for manifests need not say which. `candidates`: where it is known which products
    /// can be meant at all.
    static func executables(
        for target: TargetID, in graph: TargetGraph, _ needs: TestNeeds, among candidates: [Product]? = nil
    ) -> [ProductID] {
        let closure = Set(graph.closure(of: [target]))
        let declared =
            graph.targets[target]?.dependencies.compactMap { dependency -> ProductID? in
                if case .product(let id) = dependency.value { id } else { nil }
            } ?? []
        return (candidates ?? Array(graph.products.values)).filter { product in
            product.kind == .executable
                && (product.id.package == target.package
                    && (needs.startsPrograms
                        || product.targets.contains { closure.contains($0) && graph.targets[$0]?.kind == .executable })
                    || declared.contains(product.id))
        }.map(\.id).sorted()
    }
}
