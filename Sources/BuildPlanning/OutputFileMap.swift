import Disk
import JSON

/// The driver's table of where each source's outputs go, written in one way only: sorted, escaped.
struct OutputFileMap {
    var module: [String: String]
    var sources: [(source: String, outputs: [String: String])] = []

    init(module: [String: String], sources: [(String, [String: String])] = []) {
        self.module = module
        self.sources = sources.map { ($0.0, $0.1) }
    }

    /// Names of sources may leave the workspace root open (`Action.GeneratedFile.leavesRootOpen`).
    var json: String {
        // Written in one piece: it stands in the key of every compile, and large graphs have as many as targets.
        var text = "{\n"
        write("", module, to: &text)
        for (source, outputs) in sources {
            text += ",\n"
            write(source, outputs, to: &text)
        }
        return text + "\n}\n"
    }

    private func write(_ key: String, _ outputs: [String: String], to text: inout String) {
        text += "  "
        if key.hasPrefix(OpenRoot.mark) {
            text +=
                "\"" + OpenRoot.mark
                + JSONQuoting.numbered.quoted(String(key.dropFirst(OpenRoot.mark.count))).dropFirst()
        } else {
            JSONQuoting.numbered.quote(key, &text)
        }
        text += ": {"
        var isFirst = true
        for (name, path) in outputs.sorted(by: { $0.key < $1.key }) {
            if !isFirst { text += ", " }
            isFirst = false
            JSONQuoting.numbered.quote(name, &text)
            text += ": "
            JSONQuoting.numbered.quote(path, &text)
        }
        text += "}"
    }
}
