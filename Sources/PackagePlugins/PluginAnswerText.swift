import JSON

/// The form in which an answer is kept: JSON, the same text for the same answer.
extension PluginAnswer {
    public var text: String {
        let rows = commands.map { command in
            JSONText.object([
                ("name", command.name.map(JSONText.text) ?? .null), ("executable", .text(command.executable)), ("arguments", texts(command.arguments)),
                ("variables", .object(command.variables.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
                ("inputs", texts(command.inputs)), ("outputs", texts(command.outputs)), ("outputFolder", command.outputFolder.map(JSONText.text) ?? .null),
            ])
        }
        let written = files.map { JSONText.object([("path", .text($0.path)), ("content", .text($0.content))]) }
        return JSONText.object([("commands", .array(rows)), ("files", .array(written))]).description + "\n"
    }

    private func texts(_ words: [String]) -> JSONText { .array(words.map(JSONText.text)) }

    /// Nil for what `text` has not written.
    public init?(text: [UInt8]) {
        guard let value = try? JSONParser.parse(text), let rows = value["commands"]?.array else { return nil }
        commands = []
        files = []
        for row in value["files"]?.array ?? [] {
            guard let path = row["path"]?.string, let content = row["content"]?.string else { return nil }
            files.append(File(path: path, content: content))
        }
        for row in rows {
            guard let executable = row["executable"]?.string else { return nil }
            func words(_ key: String) -> [String] { (row[key]?.array ?? []).compactMap(\.string) }
            var variables: [String: String] = [:]
            for member in row["variables"]?.members ?? [] { variables[member.key] = member.value.string }
            commands.append(
                Command(
                    name: row["name"]?.string, executable: executable, arguments: words("arguments"), variables: variables, inputs: words("inputs"),
                    outputs: words("outputs"), outputFolder: row["outputFolder"]?.string))
        }
    }
}
