import Targets

/// What a name in a valid graph stands for: a graph names nothing that it does not hold. That a name comes from
/// elsewhere is a bug here.
extension TargetGraph {
    public subscript(id: TargetID) -> Target {
        guard let target = targets[id] else { preconditionFailure("the graph holds no target \(id)") }
        return target
    }

    public subscript(id: ProductID) -> Product {
        guard let product = products[id] else { preconditionFailure("the graph holds no product \(id)") }
        return product
    }

    public subscript(id: PackageID) -> Package {
        guard let package = packages[id] else { preconditionFailure("the graph holds no package \(id)") }
        return package
    }
}
