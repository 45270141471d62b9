import BuildEngine
import Targets

/// What to do about a module that a compiler did not find.
struct MissingModules: Sendable {
    private let graph: TargetGraph
    private let objection: @Sendable (TargetID, TargetID) -> String?

    /// `objection`: what to do instead where a rule forbids that the first target depends on the second; nil where none
    /// does. It is asked only where a module was not found.
    init(in graph: TargetGraph, objection: @escaping @Sendable (TargetID, TargetID) -> String? = { _, _ in nil }) {
        (self.graph, self.objection) = (graph, objection)
    }

    /// The modules that a compiler says there are none of.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        for line in text.split(separator: "\n") {
            guard let start = line.firstRange(of: ": error: no such module '")?.upperBound else { continue }
            let name = String(line[start...].prefix { $0 != "'" })
            if !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Nil where nothing is known that would help: the target declares what makes the module.
    func help(for module: String, in id: TargetID) -> String? {
        guard let package = graph.packages[id.package] else { return nil }
        let manifest = package.manifest
        let makers = graph.order.filter { graph[$0].moduleName == module && $0 != id }
        if makers.isEmpty {
            let known = graph.order.filter { graph[$0].kind != .test }.map { graph[$0].moduleName }
            let near = Misspelling.suggestions(for: module, among: known, limit: 1).first
            return near.map { "no target of the workspace makes a module '\(module)'; did you mean '\($0)'?" }
                ?? "no target of the workspace makes a module '\(module)'; does \(manifest) lack a package?"
        }
        let declared = Set(graph.closure(of: [id]))
        if makers.contains(where: declared.contains) { return nil }
        if let back = makers.first(where: { graph.closure(of: [$0]).contains(id) }) {
            return "remove the import: '\(back.name)' depends on '\(id.name)', and targets may not depend on each other"
        }
        let words = DependencyWords(graph: graph, user: id)
        for maker in makers.filter({ $0.package == id.package }) + makers {
            if let instead = objection(id, maker) { return instead }
            if let adding = words.adding(maker) { return adding }
        }
        return makers.first.map {
            "'\(module)' is a target of \(graph.packages[$0.package]?.folder ?? $0.package.description), which has no library product that holds it"
        }
    }
}
