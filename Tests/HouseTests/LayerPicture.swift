/// The layers as Docs/Architecture.md shows them: a flow chart that Mermaid draws.
///
/// An edge is drawn where nothing else leads from the one module to the other: where a module may import what another
/// of its imports may import too, the way through that one says it.
struct LayerPicture {
    /// Lowest first, so each after all that it may import.
    let layers: [(name: String, imports: [String])]

    func text() -> String {
        var below: [String: Set<String>] = [:]
        var lines = ["```mermaid", "flowchart TD"]
        for layer in layers {
            let reached = layer.imports.map { below[$0] ?? [] }
            below[layer.name] = reached.reduce(into: Set(layer.imports)) { $0.formUnion($1) }
            let direct = layer.imports.filter { name in !reached.contains { $0.contains(name) } }
            lines.append("    \(layer.name)" + (direct.isEmpty ? "" : " --> \(direct.joined(separator: " & "))"))
        }
        return (lines + ["```"]).joined(separator: "\n")
    }
}
