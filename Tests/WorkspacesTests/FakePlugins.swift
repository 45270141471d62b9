import Disk
import JSON
import PackagePlugins
import Subprocesses

/// Plugins of a toy language, the tools that their commands start, and the compiler that makes programs of them.
///
/// A plugin's source is a list of lines: `make OUT from IN by TOOL`, `each EXTENSION by TOOL`, `heard by TOOL`,
/// `run TOOL`, `before TOOL`, `keep NAME`, `refuse TEXT`, `crash`. Names without a slash in front lie in the work
/// folder, or in the target's, where they are read.
/// A tool copies: the first of its arguments to the second.
struct FakePlugins: FakeProgram {
    private static let mark = "plugin\n"

    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        let words = command.arguments
        if words.contains("-emit-executable") { return try compile(command, files) }
        guard let program = try? files.text(AbsolutePath(command.executable)) else {
            throw CommandError(executable: command.executable, code: 2)
        }
        if program.hasPrefix(FakePlugins.mark) {
            return try answer(command, program.dropFirst(FakePlugins.mark.count), files)
        }
        let folder = AbsolutePath(command.folder)
        if program == "copy" || command.executable.hasPrefix("/w/.mono/") && program.hasPrefix("executable") {
            if words.count < 2 { return .saying("") }
            try files.write(
                "public " + files.text(AbsolutePath(words[0], in: folder)), to: AbsolutePath(words[1], in: folder))
            return .saying("")
        }
        guard program == "fill" else { return nil }
        if words[0].hasSuffix("broken") { return .saying("first\nsecond\n", 3) }
        try files.write("public filled", to: AbsolutePath(words[0], in: folder) / "filled.swift")
        return .saying("")
    }

    private func compile(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult {
        let words = command.arguments
        let folder = AbsolutePath(command.folder)
        func after(_ word: String) -> AbsolutePath { AbsolutePath(words[words.firstIndex(of: word)! + 1], in: folder) }
        let sources = words.filter { $0.hasSuffix(".swift") }
        let text = try sources.map { try files.text(folder / $0) }.joined(separator: "\n")
        if text.contains("syntax error") {
            return CommandResult(exit: .code(1), errors: Array("plugin.swift:1:1: error: syntax error\n".utf8))
        }
        let map = try JSONParser.parse(files.read(after("-output-file-map")))
        for (key, content) in [("object", "object"), ("dependencies", "x: \(sources.joined(separator: " "))\n")] {
            guard let path = map[""]?[key]?.string else { continue }
            try files.write(content, to: AbsolutePath(path, in: folder))
        }
        let option = "--dependency-file="
        for word in words {
            if word.hasPrefix(option) {
                try files.write(
                    "x: /usr/lib/crt1.o\n", to: AbsolutePath(String(word.dropFirst(option.count)), in: folder))
            }
        }
        try files.write(Array((FakePlugins.mark + text).utf8), to: after("-o"), permissions: 0o755, durably: false)
        return .saying("")
    }

    // MARK: Answers

    private func answer(_ command: Command, _ program: Substring, _ files: InMemoryFileSystem) throws -> CommandResult {
        let question = try JSONParser.parse(Array(command.input.dropFirst(8)))["createBuildToolCommands"]!
        let context = question["context"]!
        func path(_ id: JSONValue?) -> AbsolutePath {
            let entry = context["paths"]!.array![id!.integer!]
            let part = entry["subpath"]!.string!
            return entry["baseURLId"] == nil ? AbsolutePath("/" + part) : "/w" / part
        }
        let work = path(context["pluginWorkDirId"])
        let target = AbsolutePath(command.folder) / "Sources" / work.parent.name
        func tool(_ name: Substring) -> String {
            context["accessibleTools"]?[String(name)].map { path($0["path"]).string } ?? String(name)
        }
        func make(_ out: AbsolutePath, from input: AbsolutePath, by name: Substring) -> String {
            """
            {"defineBuildCommand":{"configuration":{"version":2,"displayName":"make \(out.name)",
            "executable":"file://\(tool(name))",
            "arguments":["\(input)","\(out)"],"environment":{}},
            "inputFiles":["file://\(input)"],"outputFiles":["file://\(out)"]}}
            """
        }
        var messages: [String] = []
        for line in program.split(separator: "\n") {
            let words = line.split(separator: " ")
            switch words[0] {
            case "make":
                // Inputs that commands make lie in the work folder.
                let made = work / String(words[3])
                let own = target / String(words[3])
                messages.append(
                    make(AbsolutePath(String(words[1]), in: work), from: files.exists(own) ? own : made, by: words[5]))
            case "each":
                for file in try files.list(target).map(\.name).sorted() where file.hasSuffix("." + words[1]) {
                    messages.append(
                        make(work / "\(file.dropLast(words[1].count + 1)).swift", from: target / file, by: words[3]))
                }
            case "heard":
                let count = question["pluginGeneratedSources"]?.array?.count ?? 0
                messages.append(make(work / "heard\(count).swift", from: target / "main.swift", by: words[2]))
            case "run":
                messages.append(
                    #"{"defineBuildCommand":{"configuration":{"version":2,"executable":"file://\#(tool(words[1]))","#
                        + #""arguments":[],"environment":{}},"#
                        + #""inputFiles":[],"outputFiles":[]}}"#)
            case "before":
                let folder = work / (words.count > 2 ? String(words[2]) : "before")
                messages.append(
                    #"{"definePrebuildCommand":{"configuration":{"version":2,"displayName":"fill","#
                        + #""executable":"file://\#(tool(words[1]))","#
                        + #""arguments":["\#(folder)"],"environment":{"PLACE":"\#(folder)"}},"#
                        + #""outputFilesDirectory":"file://\#(folder)"}}"#
                )
            case "keep": try files.write("kept", to: work / String(words[1]))
            case "refuse": messages.append(#"{"emitDiagnostic":{"severity":"error","message":"\#(words[1])"}}"#)
            case "crash": return CommandResult(exit: .signal(6), errors: Array("it crashed\n".utf8))
            default: break
            }
        }
        return CommandResult(exit: .code(0), output: messages.flatMap { PluginFrames.frame(Array($0.utf8)) })
    }
}
