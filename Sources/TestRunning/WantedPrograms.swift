import BuildPlanning
import Targets

extension TestProgram {
    /// There are executables in its package that it could start.
    public static func mayStart(_ target: TargetID, in graph: TargetGraph) -> Bool {
        wanted(of: target, in: graph, starts: true) != wanted(of: target, in: graph, starts: false)
    }

    /// What is built so that a target's tests can run: its program, and beside it the executables that the target
    /// depends on. `starts`: its program can start others, which may then be any of its package; manifests need not say
    /// which.
    public static func wanted(of target: TargetID, in graph: TargetGraph, starts: Bool) -> BuildRequest.TestProgram {
        let closure = Set(graph.closure(of: [target]))
        let declared = (graph.targets[target]?.dependencies ?? []).compactMap { dependency -> ProductID? in
            if case .product(let id) = dependency.value { id } else { nil }
        }
        let executables = graph.products.values.filter { product in
            product.kind == .executable
                && (product.id.package == target.package
                    && (starts
                        || product.targets.contains { closure.contains($0) && graph.targets[$0]?.kind == .executable })
                    || declared.contains(product.id))
        }
        return .init(target: target, executables: executables.map(\.id).sorted())
    }
}
