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

    private let asking: Set<String>
    private let withGraph: Set<String>
    private let accessing: Set<TargetID>

    /// `asking`: the modules by which programs ask for an object graph or a registry of routes. `withGraph`: names of
    /// targets that have an object graph without. `accessing`: targets that hand out values to accessors where they are
    /// programs.
    init(
        _ graph: TargetGraph, asking: Set<String> = [], withGraph: Set<String> = [], accessing: Set<TargetID> = []
    ) {
        (self.graph, self.asking, self.withGraph, self.accessing) = (graph, asking, withGraph, accessing)
        byModule = Dictionary(grouping: graph.order.filter { !$0.package.isExternal }) {
            graph.targets[$0]?.moduleName ?? ""
        }
    }

    /// Modules of the workspace's own packages that a source imports and the target does not declare: the first place
    /// of each. `objection`: what a rule says about a dependency of the target.
    func undeclared(
        by target: Target, _ uses: [Use], objection: (TargetID) -> Finding.Fact?
    ) -> [(fact: Finding.Fact, file: String, line: Int)] {
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
                let owner = way.last ?? owners[0]
                found.append(
                    (.undeclared(owner, way: way, refused: objection(owner)), use.file, statement.line))
            }
        }
        return found
    }

    /// Strings that name the module of another target, or a type of it: where a function looks the type up, where the
    /// module is not imported and has such a type, and where a string is the only use of a declared dependency.
    func named(
        by target: Target, _ uses: [Use], typesOf: (TargetID) -> Set<String>
    ) -> [(fact: Finding.Fact, file: String, line: Int)] {
        let linked = target.kind == .library ? nil : Set(graph.closure(of: [target.id]))
        let declared = Set(graph.dependencies(of: target.id).compactMap { graph.targets[$0]?.moduleName })
        let imported = ImportRules.imported(by: target, uses)
        var seen: Set<String> = [], found: [(fact: Finding.Fact, file: String, line: Int)] = []
        for use in uses {
            for name in use.outline.names where name.isActive {
                let parts = name.parts, module = String(parts[0])
                guard module != target.moduleName, let owners = byModule[module] else { continue }
                let owner = owners.first { linked?.contains($0) == true } ?? owners[0]
                let type = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
                let types = type == nil ? [] : typesOf(owner)
                let isKnown = type.map(types.contains) ?? false
                let isOnlyUse = !imported.contains(module)
                guard name.isLookup || isOnlyUse && (isKnown || declared.contains(module)),
                    seen.insert(name.text).inserted
                else { continue }
                let thing: Finding.NamedThing =
                    type == nil ? .module : isKnown ? .type : .unknownType(known: types.sorted())
                found.append(
                    (
                        .named(text: name.text, owner, thing, isLinked: linked.map { $0.contains(owner) }),
                        use.file, name.line
                    ))
            }
        }
        return found
    }

    private static func imported(by target: Target, _ uses: [Use]) -> Set<String> {
        Set(uses.flatMap { $0.outline.imports.map { target.moduleName(importedAs: $0.module) } })
    }

    /// Declared dependencies of which no source imports any module, or names it in a string. What works without an
    /// import (plugins, macros, prebuilt artifacts, programs that are started) is left out.
    func unused(by target: Target, _ uses: [Use]) -> [Finding.Fact] {
        // What a program's object graph or registry is made of, or what it hands out to accessors, is imported by the
        // source that mono writes.
        if withGraph.contains(target.id.name), !target.id.package.isExternal { return [] }
        if target.kind != .library,
            accessing.contains(target.id)
                || graph.dependencies(of: target.id).contains(where: {
                    asking.contains(graph.targets[$0]?.moduleName ?? "")
                })
        {
            return []
        }
        let used = ImportRules.imported(by: target, uses)
            .union(uses.flatMap { $0.outline.names.map { String($0.parts[0]) } })
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
                !modules.contains(where: { used.contains($0.moduleName) })
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
