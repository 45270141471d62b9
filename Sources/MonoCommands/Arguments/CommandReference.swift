/// Writes the page of all commands (`Docs/CommandLine.md`) from the declarations that the parser reads.
struct CommandReference {
    let commands: [CommandDescription]

    init(commands: [CommandDescription]) { self.commands = commands }

    var text: String {
        let shown = commands.filter { !$0.isHidden }
        var lines = [
            "# Command line", "",
            "All commands of mono with their options, as `mono help COMMAND` prints them. A test compares this page with",
            "the program. The [guides](README.md#guides) explain when to use them.", "",
        ]
        lines += table(["command", "purpose"], shown.map { [link(to: $0), escaped($0.summary)] })
        lines += ["## Options for every command", ""]
        lines += rows(of: GlobalOptions.syntax.description.options)
        for (group, options) in common {
            lines += ["## \(heading(group))", "", "Of `mono build`, and of all commands that name them.", ""]
            lines += rows(of: options)
        }
        lines += ["## Exit codes", ""]
        lines += table(["exit code", "meaning"], ExitCode.table.map { [$0.code, escaped($0.meaning)] })
        lines += ["`mono run` ends with the exit code of the program that it runs.", ""]
        for command in shown { lines += section(command) }
        return lines.dropLast().joined(separator: "\n") + "\n"
    }

    private func section(_ command: CommandDescription) -> [String] {
        var lines = [
            "## mono \(command.name)", "", "    \(HelpText.usage(command))", "", sentence(command.summary), "",
        ]
        for paragraph in command.discussion { lines += [escaped(paragraph), ""] }
        if !command.positionals.isEmpty {
            lines += table(
                ["argument", "meaning"], command.positionals.map { ["`\(cell($0.name))`", escaped($0.help)] })
        }
        for group in OptionDescription.Group.allCases {
            var options = command.options.filter { $0.group == group && !$0.isHidden }
            if let shared = common.first(where: { $0.group == group })?.options, shared.allSatisfy(options.contains) {
                lines += ["All [\(group.rawValue)](#\(heading(group).lowercased().replacing(" ", with: "-"))).", ""]
                options.removeAll(where: shared.contains)
            } else if group != .what, !options.isEmpty {
                lines += ["\(heading(group)):", ""]
            }
            if !options.isEmpty { lines += rows(of: options) }
        }
        if !command.examples.isEmpty {
            lines += table(
                ["example", "meaning"], command.examples.map { ["`\(cell($0.line))`", escaped($0.meaning)] })
        }
        return lines
    }

    /// Options that many commands take as `build` does.
    private var common: [(group: OptionDescription.Group, options: [OptionDescription])] {
        let build = commands.first { $0.words == ["build"] }?.options ?? []
        return [.how, .tools, .cache, .reports].map { group in
            (group, build.filter { $0.group == group && !$0.isHidden && !ofBuildAlone.contains($0.displayName) })
        }.filter { !$0.1.isEmpty }
    }

    /// Or of commands that build, and not of those that look at what would be built.
    private let ofBuildAlone: Set<String> = ["--show-bin-path", "--time-limit", "--watch", "--on-change"]

    private func heading(_ group: OptionDescription.Group) -> String {
        group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
    }

    private func rows(of options: [OptionDescription]) -> [String] {
        table(
            ["option", "effect"],
            options.filter { !$0.isHidden }.map { option in
                var head = option.names.joined(separator: ", ")
                if let value = option.value { head += value.isOptional ? "[=\(value.name)]" : " \(value.name)" }
                return ["`\(cell(head))`", escaped(option.help) + (option.isRepeatable ? "; may be repeated" : "")]
            })
    }

    private func table(_ heads: [String], _ rows: [[String]]) -> [String] {
        let lines = [heads, heads.map { _ in "---" }] + rows
        return lines.map { "| " + $0.joined(separator: " | ") + " |" } + [""]
    }

    private func link(to command: CommandDescription) -> String {
        "[\(command.name)](#mono-\(command.words.joined(separator: "-")))"
    }

    private func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + escaped(String(text.dropFirst())) + "."
    }

    private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

    /// Nothing in a help text is meant as Markdown; what stands in quotes is typed or printed as it is.
    private func escaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let quote = rest.firstIndex(of: "'") {
            let before = rest[..<quote], behind = rest[rest.index(after: quote)...]
            let isOpening = before.last.map { !$0.isLetter && !$0.isNumber } ?? true
            guard isOpening, let end = behind.firstIndex(of: "'"), !behind[..<end].contains("`") else {
                result += plain(rest[...quote])
                rest = behind
                continue
            }
            result += plain(before) + "`" + cell(String(behind[..<end])) + "`"
            rest = behind[behind.index(after: end)...]
        }
        return result + plain(rest)
    }

    private func plain(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            if "*_<>[]|".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
