import BuildPlanning
import Targets

/// How a manifest names a target of the graph as a dependency, to be pasted.
struct DependencyWords: Sendable {
    let graph: TargetGraph
    /// Whose manifest it is.
    let user: TargetID

    /// What is to be added where; nil where no product that others may depend on holds the target.
    func adding(_ target: TargetID) -> String? {
        guard let word = word(for: target) else { return nil }
        let manifest = graph.packages[user.package]?.manifest ?? "Package.swift"
        return "add \(word) to the dependencies of '\(user.name)' in \(manifest)"
            + (package(of: target).map { ", and \($0) to its package's where that is missing" } ?? "")
    }

    /// As an element of a target's dependencies.
    private func word(for target: TargetID) -> String? {
        guard target.package != user.package, let owner = graph.packages[target.package] else {
            return "\"\(target.name)\""
        }
        let product = graph.products.values.filter {
            $0.id.package == owner.id && $0.isDeclared && $0.kind.isLibrary && $0.targets.contains(target)
        }.map(\.id.name).min()
        return product.map { ".product(name: \"\($0)\", package: \"\(name(of: owner))\")" }
    }

    /// SwiftPM knows a package by the last component of its folder or address, in any case.
    private func name(of owner: Package) -> String {
        guard !owner.isExternal, let folder = owner.folder.split(separator: "/").last, folder != "." else {
            return owner.identity
        }
        return String(folder)
    }

    private func package(of target: TargetID) -> String? {
        guard target.package != user.package, let owner = graph.packages[target.package],
            let mine = graph.packages[user.package]
        else { return nil }
        return owner.isExternal
            ? "its .package(…)" : ".package(path: \"\(BuildLayout.relative(owner.folder, from: mine.folder))\")"
    }
}

extension Product.Kind {
    fileprivate var isLibrary: Bool {
        switch self {
        case .automaticLibrary, .staticLibrary, .dynamicLibrary: true
        case .executable, .snippet, .plugin, .macro, .test: false
        }
    }
}
