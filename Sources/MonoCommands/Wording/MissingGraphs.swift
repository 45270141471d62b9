import Configuration
import Targets

/// What to do where code asks for an object graph or registry that mono did not write.
struct MissingGraphs: Sendable {
    let graph: TargetGraph
    let configuration: WorkspaceConfiguration

    /// The names that a compiler does not find, of what mono writes.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        if text.contains(": error: cannot find 'ObjectGraph' in scope") { names.append("ObjectGraph") }
        if text.contains("has no member 'registerRoutes'") { names.append("registerRoutes") }
        return names
    }

    /// Nil where the target has what it asks for, so that something else is wrong.
    func help(for name: String, in id: TargetID) -> String? {
        guard let target = graph.targets[id], !id.package.isExternal else { return nil }
        guard let wiring = configuration.wiring else {
            return name == "ObjectGraph" ? "'mono new wiring' switches wiring on: mono then writes the class" : nil
        }
        if name == "registerRoutes" {
            guard let router = wiring.router else {
                return "\"wiring\": {\"router\": {}} in mono.json switches routes on"
            }
            return target.kind == .library ? "call it in a program that depends on '\(router.serviceModule)'" : nil
        }
        if target.kind == .library {
            return wiring.apps[id.name]?.graph == nil
                ? "ask for one in mono.json: \"wiring\": {\"apps\": {\"\(id.name)\": {\"graph\": \"internal\"}}}" : nil
        }
        let isAsking = graph.dependencies(of: id).contains { graph.targets[$0]?.moduleName == wiring.module }
        guard !isAsking,
            let markers = graph.order.first(where: {
                graph.targets[$0]?.moduleName == wiring.module && !$0.package.isExternal
            })
        else { return nil }
        return DependencyWords(graph: graph, user: id).adding(markers)
    }
}
