import SwiftText
import Targets

/// Holds what sources import against what manifests declare.
struct ImportRules {
    struct Use {
        var outline: SourceOutline
        /// Relative to the workspace's root.
        var file: String
    }

    let graph: TargetGraph
    private let byModule: [String: [TargetID]]

    private let markers: String?

    /// `markers`: the module by which programs ask for an object graph.
    init(_ graph: TargetGraph, markers: String? = nil) {
        (self.graph, self.markers) = (graph, markers)
        byModule = Dictionary(grouping: graph.order.filter { !$0.package.isExternal }) {
            graph.targets[$0]?.moduleName ?? ""
        }
    }

    /// Modules of the workspace's own packages that a source imports and the target does not declare: the first place
    /// of each.
    func undeclared(by target: Target, _ uses: [Use]) -> [(fact: Finding.Fact, file: String, line: Int)] {
        let declared = Set(graph.dependencies(of: target.id).compactMap { graph.targets[$0]?.moduleName })
        var seen: Set<String> = [], found: [(fact: Finding.Fact, file: String, line: Int)] = []
        for use in uses {
            for statement in use.outline.imports where statement.isActive {
                let module = target.moduleName(importedAs: statement.module)
                guard module != target.moduleName, !declared.contains(module), let owners = byModule[module],
                    seen.insert(module).inserted
                else { continue }
                let ways = owners.compactMap { owner in graph.path(from: target.id, to: owner) }
                let way = ways.min { $0.count < $1.count } ?? []
                found.append((.undeclared(way.last ?? owners[0], way: way), use.file, statement.line))
            }
        }
        return found
    }

    /// Declared dependencies of which no source imports any module. What works without an import (plugins, macros,
    /// prebuilt artifacts, programs that are started) is left out.
    func unused(by target: Target, _ uses: [Use]) -> [Finding.Fact] {
        // What a program's object graph is made of is imported by the source that mono writes.
        if let markers, target.kind != .library,
            graph.dependencies(of: target.id).contains(where: { graph.targets[$0]?.moduleName == markers })
        {
            return []
        }
        let imported = Set(uses.flatMap { $0.outline.imports.map { target.moduleName(importedAs: $0.module) } })
        var seen: Set<TargetDependency> = []
        return target.dependencies.compactMap { dependency in
            guard seen.insert(dependency.value).inserted else { return nil }
            let targets: [TargetID]
            switch dependency.value {
            case .target(let id): targets = [id]
            case .product(let id):
                guard let product = graph.products[id],
                    [.automaticLibrary, .staticLibrary, .dynamicLibrary].contains(product.kind)
                else { return nil }
                targets = product.targets
            }
            let modules = targets.compactMap { graph.targets[$0] }
            guard !modules.isEmpty, modules.allSatisfy({ isImportable($0, by: target) }),
                !modules.contains(where: { imported.contains($0.moduleName) })
            else { return nil }
            return .unused(dependency: dependency.value, modules: modules.map(\.moduleName).sorted())
        }
    }

    private func isImportable(_ dependency: Target, by target: Target) -> Bool {
        switch dependency.kind {
        case .library, .system: true
        // A test may start it, or only want it to be built.
        case .executable, .snippet: target.kind != .test
        case .test, .macro, .plugin, .binary: false
        }
    }
}
