import Foundation

/// What a script does in an editor: `editor VERB …`. What it asks for is printed, for `stdout` to look at.
extension ScriptWorld {
    func edit(inEditor arguments: [String]) throws {
        guard let verb = arguments.first else { throw ScriptFailure("editor VERB …") }
        let rest = Array(arguments.dropFirst())
        if verb == "start" {
            editor?.stop()
            editor = try LanguageClient(
                root: rest.isEmpty ? folder : url(rest[0]).standardizedFileURL, environment: environment,
                log: root.appendingPathComponent("runs/editor.log"))
            return
        }
        guard let editor else { throw ScriptFailure("no 'editor start' before") }
        switch verb {
        case "stop":
            editor.stop()
            self.editor = nil
        case "open": for path in rest { try editor.open(url(path).path, language: language(of: path)) }
        case "sync": try editor.synchronize()
        case "type":
            let path = url(rest.first ?? "").path
            editor.type(try changed(try editor.text(of: path), by: try second(rest)), in: path)
        case "created": editor.changed(rest.map { url($0).path }, 1)
        case "saved": editor.changed(rest.map { url($0).path }, 2)
        case "deleted": editor.changed(rest.map { url($0).path }, 3)
        case "log": show(editor.log)
        default: show(try answer(verb, rest, editor).joined(separator: "\n"))
        }
    }

    private func show(_ text: String) {
        last = ProgramRun.Ended(status: 0, output: text + "\n", errors: "", timedOut: false)
    }

    private func language(of path: String) -> String {
        switch (path as NSString).pathExtension {
        case "c", "h": "c"
        case "cpp", "cc", "hpp": "cpp"
        default: "swift"
        }
    }

    /// `definition|references|hover|completion|rename FILE TEXT-WITH-|-WHERE-THE-CURSOR-IS`, and so on.
    private func answer(_ verb: String, _ arguments: [String], _ editor: LanguageClient) throws -> [String] {
        switch verb {
        case "symbols":
            return entries(try editor.request("workspace/symbol", ["query": try one(arguments)])).map {
                "\($0["name"] ?? "") \(editor.place($0["location"] as? [String: Any] ?? [:]))"
            }
        case "tests":
            let found =
                arguments.isEmpty
                ? try editor.request("workspace/tests", [:])
                : try editor.ask("textDocument/tests", url(try one(arguments)).path)
            return names(ofTests: entries(found))
        case "diagnostics":
            return try editor.diagnostics(of: url(try one(arguments)).path).map { item in
                let start = (item["range"] as? [String: Any])?["start"] as? [String: Int]
                return "\((start?["line"] ?? -1) + 1): \(item["message"] ?? "")"
            }
        default: break
        }
        guard arguments.count >= 2 else { throw ScriptFailure("editor \(verb) FILE PLACE") }
        let path = url(arguments[0]).path
        let (line, column) = try place(arguments[1], in: try editor.text(of: path))
        switch verb {
        case "definition", "references":
            let more = verb == "references" ? ["context": ["includeDeclaration": true]] : [:]
            let found = try editor.ask("textDocument/\(verb)", path, line: line, column: column, more)
            let list = (found as? [String: Any]).map { [$0] } ?? entries(found)
            return Set(list.map(editor.place)).sorted()
        case "hover":
            let found = try editor.ask("textDocument/hover", path, line: line, column: column) as? [String: Any]
            return [(found?["contents"] as? [String: Any])?["value"] as? String ?? ""]
        case "completion":
            let found = try editor.ask("textDocument/completion", path, line: line, column: column)
            return entries((found as? [String: Any])?["items"] ?? found).compactMap { $0["label"] as? String }.sorted()
        case "rename":
            guard arguments.count == 3 else { throw ScriptFailure("editor rename FILE PLACE NAME") }
            let found = try editor.ask(
                "textDocument/rename", path, line: line, column: column, ["newName": arguments[2]])
            let changes = (found as? [String: Any])?["changes"] as? [String: [Any]] ?? [:]
            return changes.map { "\(editor.relative($0.key)) \($0.value.count)" }.sorted()
        default: throw ScriptFailure("an editor does not '\(verb)'")
        }
    }

    private func entries(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

    private func names(ofTests tests: [[String: Any]]) -> [String] {
        tests.flatMap { [$0["id"] as? String ?? ""] + names(ofTests: entries($0["children"])) }
    }

    /// Where `|` stands in a piece of the text; the first such piece.
    private func place(_ piece: String, in text: String) throws -> (line: Int, column: Int) {
        guard let mark = piece.firstIndex(of: "|") else { throw ScriptFailure("'\(piece)' has no | for the cursor") }
        var plain = piece
        plain.remove(at: mark)
        guard let found = text.range(of: plain) else { throw ScriptFailure("'\(plain)' is not in:\n\(text)") }
        let before = text[..<text.index(found.lowerBound, offsetBy: piece.distance(from: piece.startIndex, to: mark))]
        let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        return (before.count { $0 == "\n" }, line.utf16.count)
    }
}
