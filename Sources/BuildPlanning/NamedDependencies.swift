import Targets

/// Of each target, what of its closure its compile names by words: C modules and prebuilt libraries, macros, and
/// targets that share their module's name with another one. Swift modules stand in a file.
///
/// Made in one pass over the graph: a target's are those of its dependencies, and these where they are such.
struct NamedDependencies: Sendable {
    /// Sorted by name, and not by the graph's order, which a new edge between two others can change: command lines must
    /// depend on nothing but what is on them. What only macros need is left out.
    private let found: [TargetID: [TargetID]]

    init(of graph: TargetGraph, in configuration: BuildConfiguration) {
        var owners: [String: Int] = [:]
        for target in graph.targets.values where target.language != .none {
            owners[target.moduleName, default: 0] += 1
        }
        func isNamed(_ target: Target) -> Bool {
            switch target.language {
            case .swift: target.kind == .macro || owners[target.moduleName] != 1
            case .clang: true
            case .none: target.kind == .system || target.artifacts != nil
            }
        }
        var found: [TargetID: [TargetID]] = [:]
        for id in graph.order {
            let needs = graph.dependencies(of: id, in: configuration), isTest = graph[id].kind == .test
            let own = needs.filter { isNamed(graph[$0]) }
            // The tests of a macro see it, and what it sees, as they see any target that they depend on.
            let behind = needs.filter { graph[$0].kind != .macro || isTest }.compactMap { found[$0] }
            found[id] = NamedDependencies.union(own, behind)
        }
        self.found = found.filter { !$0.value.isEmpty }
    }

    subscript(target: TargetID) -> [TargetID] { found[target] ?? [] }

    /// Where one of the lists is all there is, it is shared: most targets of a package name the same.
    private static func union(_ own: [TargetID], _ behind: [[TargetID]]) -> [TargetID] {
        let largest = behind.max { $0.count < $1.count } ?? []
        let all = behind.reduce(into: Set(own)) { if $1 != largest { $0.formUnion($1) } }.union(largest)
        return all.count == largest.count ? largest : all.sorted()
    }
}
