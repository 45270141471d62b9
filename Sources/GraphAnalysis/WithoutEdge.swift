import Targets

extension TargetGraph {
    /// The same graph with fewer dependencies: as if each of `froms` needed only what an interface of `to` would hold.
    /// Of a product that one of them depends on, the other targets stay. Programs that hold `to` go on holding it:
    /// they bring interfaces and implementations together.
    public func without(_ froms: Set<TargetID>, dependingOn to: TargetID) throws(GraphError) -> TargetGraph {
        var changed = targets
        for from in froms {
            changed[from]?.dependencies = (targets[from]?.dependencies ?? []).flatMap {
                dependency -> [Conditional<TargetDependency>] in
                switch dependency.value {
                case .target(let id): return id == to ? [] : [dependency]
                case .product(let id):
                    guard let members = products[id]?.targets, members.contains(to) else { return [dependency] }
                    return members.filter { $0 != to }.map { Conditional(.target($0), when: dependency.configuration) }
                }
            }
        }
        for (id, target) in targets where !froms.contains(id) && [.executable, .test, .snippet].contains(target.kind) {
            if closure(of: [id]).contains(to), !dependencies(of: id).contains(to) {
                changed[id]?.dependencies.append(Conditional(.target(to)))
            }
        }
        return try TargetGraph(
            packages: packages.values.sorted { $0.id < $1.id }, targets: changed.values.sorted { $0.id < $1.id },
            products: products.values.sorted { $0.id < $1.id })
    }
}
