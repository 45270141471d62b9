import JSON
import Targets

/// Part of a target graph, as text, for Graphviz, and as JSON.
struct GraphPicture {
    let graph: TargetGraph
    /// Each after all that it depends on.
    let shown: [TargetID]
    /// Filled in the picture.
    var marked: Set<TargetID> = []

    init(graph: TargetGraph, shown: [TargetID]) { (self.graph, self.shown) = (graph, shown) }

    /// Package by package, each target with what it depends on directly.
    func text(_ style: Style) -> String {
        var lines: [String] = []
        for package in packages {
            if !lines.isEmpty { lines.append("") }
            lines.append(style.bold(title(of: package)))
            for id in shown.filter({ $0.package == package }) {
                let needs = graph.dependencies(of: id).map { displayed($0, from: package) }
                lines.append(
                    "  \(id.name)\(style.dim(note(about: id)))"
                        + (needs.isEmpty ? "" : ": " + needs.joined(separator: ", ")))
            }
        }
        return lines.joined(separator: "\n")
    }

    func dot() -> String {
        var lines = ["digraph targets {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
        for (index, package) in packages.enumerated() {
            lines += ["  subgraph cluster_\(index) {", "    label=\(quoted(title(of: package)));"]
            for id in shown where id.package == package {
                lines.append("    \(quoted(id.description)) [label=\(quoted(id.name))\(dotShape(of: id))];")
            }
            lines.append("  }")
        }
        let ids = Set(shown)
        for id in shown {
            lines += graph.dependencies(of: id).filter(ids.contains).map {
                "  \(quoted(id.description)) -> \(quoted($0.description));"
            }
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    func json() -> String {
        let ids = Set(shown)
        let products = graph.products.values.filter { !Set($0.targets).isDisjoint(with: ids) }.sorted { $0.id < $1.id }
        return JSONText.object([
            ("format", 1),
            ("packages", .array(packages.map(json))),
            ("targets", .array(shown.map(json))),
            (
                "products",
                .array(
                    products.map { product in
                        .object([
                            ("id", .text(product.id.description)), ("kind", .text("\(product.kind)")),
                            ("targets", .array(product.targets.map { .text($0.description) })),
                        ])
                    })
            ),
        ]).description
    }

    private var packages: [PackageID] { Set(shown.map(\.package)).sorted() }

    private func json(_ id: PackageID) -> JSONText {
        guard let package = graph.packages[id] else { return .object([("id", .text(id.name))]) }
        return .object([
            ("id", .text(id.name)), ("name", .text(package.displayName)), ("folder", .text(package.folder)),
            ("external", .bool(package.isExternal)), ("version", package.version.map(JSONText.text) ?? .null),
        ])
    }

    private func json(_ id: TargetID) -> JSONText {
        guard let target = graph.targets[id] else { return .object([("id", .text(id.description))]) }
        return .object([
            ("id", .text(id.description)), ("name", .text(id.name)), ("package", .text(id.package.name)),
            ("kind", .text("\(target.kind)")),
            ("language", .text("\(target.language)")), ("module", .text(target.moduleName)),
            ("folder", .text(target.folder)),
            ("sources", .integer(Int64(target.sources.count))),
            ("dependencies", .array(graph.dependencies(of: id).map { .text($0.description) })),
            ("obstacles", .array(target.obstacles.map { .text($0.sentence) })),
        ])
    }

    private func title(of id: PackageID) -> String {
        guard let package = graph.packages[id] else { return id.name }
        if package.isExternal { return package.displayName + (package.version.map { " \($0)" } ?? "") }
        return id.name == "." ? package.displayName : "\(package.displayName) (\(package.folder))"
    }

    private func note(about id: TargetID) -> String {
        guard let target = graph.targets[id] else { return "" }
        var notes: [String] = []
        if target.kind != .library { notes.append("\(target.kind)") }
        if target.language == .clang { notes.append("C family") }
        if !target.obstacles.isEmpty { notes.append("cannot be built yet") }
        return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    }

    private func displayed(_ id: TargetID, from package: PackageID) -> String {
        id.package == package
            ? id.name : graph.packages[id.package].map { "\($0.displayName):\(id.name)" } ?? id.description
    }

    private func dotShape(of id: TargetID) -> String {
        var styles = ["rounded"]
        switch graph.targets[id]?.kind {
        case .executable: styles.append("bold")
        case .test: styles.append("dashed")
        default: break
        }
        if marked.contains(id) { styles.append("filled") }
        return styles.count == 1 ? "" : ", style=\"\(styles.joined(separator: ","))\""
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
