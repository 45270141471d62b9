import Disk
import JSON

/// The form in which an answer is kept: JSON, the same text for the same answer.
extension PluginAnswer {
    public var text: String {
        let rows = commands.map { command in
            JSONText.object([
                ("name", command.name.map(JSONText.text) ?? .null), ("executable", .text(command.executable)),
                ("arguments", texts(command.arguments)),
                ("variables", .object(command.variables.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
                ("inputs", texts(command.inputs)), ("outputs", texts(command.outputs)),
                ("outputFolder", command.outputFolder.map(JSONText.text) ?? .null),
            ])
        }
        let written = files.map { file in
            let content: (String, JSONText) =
                switch file.content {
                case .text(let text): ("content", .text(text))
                case .bytes(let bytes): ("bytes", .text(PluginAnswer.hexadecimal(bytes)))
                }
            return JSONText.object([("path", .text(file.path)), content, ("isExecutable", .bool(file.isExecutable))])
        }
        return JSONText.object([
            ("commands", .array(rows)), ("files", .array(written)), ("folders", texts(folders)),
            ("unkept", unkept.map(JSONText.text) ?? .null),
            ("boundTo", boundTo.map(JSONText.text) ?? .null),
        ]).description + "\n"
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        var bytes: [UInt8] = [], rest = text.utf8.makeIterator()
        while let high = rest.next() {
            guard let low = rest.next(), let byte = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private func texts(_ words: [String]) -> JSONText { .array(words.map(JSONText.text)) }

    /// Nil for what `text` has not written.
    public init?(text: [UInt8]) {
        guard let value = try? JSONParser.parse(text), let rows = value["commands"]?.array else { return nil }
        commands = []
        files = []
        for row in value["files"]?.array ?? [] {
            guard let path = row["path"]?.string,
                let content = row["content"]?.string.map(File.Content.text)
                    ?? row["bytes"]?.string.flatMap(PluginAnswer.bytes(hexadecimal:)).map(File.Content.bytes)
            else { return nil }
            files.append(File(path: path, content: content, isExecutable: row["isExecutable"]?.bool ?? false))
        }
        folders = (value["folders"]?.array ?? []).compactMap(\.string)
        (unkept, boundTo) = (value["unkept"]?.string, value["boundTo"]?.string)
        for row in rows {
            guard let executable = row["executable"]?.string else { return nil }
            func words(_ key: String) -> [String] { (row[key]?.array ?? []).compactMap(\.string) }
            // Answers of earlier versions are kept as plugins spelled them.
            func paths(_ key: String) -> [String] { words(key).map(OpenRoot.normalised) }
            var variables: [String: String] = [:]
            for member in row["variables"]?.members ?? [] { variables[member.key] = member.value.string }
            commands.append(
                Command(
                    name: row["name"]?.string, executable: OpenRoot.normalised(executable),
                    arguments: words("arguments"), variables: variables,
                    inputs: paths("inputs"), outputs: paths("outputs"),
                    outputFolder: (row["outputFolder"]?.string).map(OpenRoot.normalised)))
        }
    }
}
