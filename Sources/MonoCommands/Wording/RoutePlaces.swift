import Disk
import Targets
import Wiring

extension DeclarationPlaces {
    struct RouteList {
        var target: Target
        /// `Module.Type`.
        var type: String
        /// `path:line`.
        var text: String
    }

    /// Where the list of the handler `Module.Name` stands; nil where the text does not show it.
    func routes(of handler: String) -> String? {
        for target in graph.targets.values
        where handler.hasPrefix(target.moduleName + ".") && !target.id.package.isExternal {
            if let found = lists(in: target, { _ in true }).first(where: { $0.type == handler }) { return found.text }
        }
        return nil
    }

    /// Lists outside `linked` that name a route by the last part of its name; sorted by target.
    func listing(_ route: String, outside linked: Set<TargetID>) -> [RouteList] {
        graph.order.filter { !linked.contains($0) && !$0.package.isExternal && graph[$0].kind == .library }.flatMap {
            id in
            lists(in: graph[id]) { $0.contains { $0.last == route } }
        }
    }

    private func lists(in target: Target, _ isWanted: ([[String]]) -> Bool) -> [RouteList] {
        guard target.language == .swift else { return [] }
        return sources(of: target).flatMap { path -> [RouteList] in
            guard let bytes = try? files.read(AbsolutePath(path, in: root)) else { return [] }
            return (RouteLists.properties(in: bytes) ?? []).filter { property in
                var types: [[String]] = []
                if case .types(let found) = property.value { types = found }
                return property.name == "routes" && !property.isStatic && isWanted(types)
            }.map { property in
                let type =
                    property.type.hasPrefix(target.moduleName + ".")
                    ? property.type : "\(target.moduleName).\(property.type)"
                return RouteList(target: target, type: type, text: "\(path):\(property.line)")
            }
        }
    }
}
