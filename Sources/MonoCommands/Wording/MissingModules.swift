import BuildEngine
import Targets

/// What to do about a module that a compiler did not find.
struct MissingModules: Sendable {
    private let graph: TargetGraph

    init(in graph: TargetGraph) { self.graph = graph }

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
        let manifest = package.manifest, place = "the dependencies of '\(id.name)' in \(manifest)"
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
        if let own = makers.first(where: { $0.package == id.package }) { return "add \"\(own.name)\" to \(place)" }
        for maker in makers {
            guard let other = graph.packages[maker.package],
                let product = graph.products.values.filter({
                    $0.id.package == maker.package && $0.isDeclared && $0.targets.contains(maker) && $0.kind.isLibrary
                }).min(by: { $0.id.name < $1.id.name })
            else { continue }
            return
                """
                add .product(name: \"\(product.id.name)\", package: \"\(other.identity)\") to \(place), and its \
                .package(…) to those of the package where it is missing
                """
        }
        return makers.first.map {
            "'\(module)' is a target of \(graph.packages[$0.package]?.folder ?? $0.package.description), which has no library product that holds it"
        }
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
