import JSON

/// The driver's table of where each source's outputs go, written in one way only: sorted, escaped.
struct OutputFileMap {
    var module: [String: String]
    var sources: [(source: String, outputs: [String: String])] = []

    init(module: [String: String], sources: [(String, [String: String])] = []) {
        self.module = module
        self.sources = sources.map { ($0.0, $0.1) }
    }

    var json: String {
        func quoted(_ text: String) -> String { JSONQuoting.numbered.quoted(text) }
        let rows = [("", module)] + sources.map { ($0.source, $0.outputs) }
        let lines = rows.map { key, outputs in
            let pairs = outputs.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
            return "  \(quoted(key)): {\(pairs.joined(separator: ", "))}"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }
}
