/// Writes help from the same declarations that the parser reads.
struct HelpText {
    let style: Style
    /// In columns.
    let width: Int

    /// All commands, what may be given to any, and how mono ends.
    func overview(_ commands: [CommandDescription]) -> String {
        var lines = [style.bold("mono") + " " + GlobalOptions.syntax.description.summary, ""]
        lines += [style.bold("usage:") + " mono COMMAND [OPTIONS] [ARGUMENTS]", ""]
        lines += section("commands", HelpText.overviewRows(commands))
        lines += section("options", GlobalOptions.syntax.description.options.map(row))
        lines += section("exit codes", ExitCode.table.map { ($0.code, $0.meaning) })
        lines += TextLayout.wrapped("'mono help COMMAND' describes one of them.", to: width)
        return lines.joined(separator: "\n")
    }

    /// The commands that share a first word.
    func family(_ word: String, _ commands: [CommandDescription]) -> String {
        var lines = [
            style.bold("usage:") + " mono \(word) " + commands.map { $0.words[1] }.joined(separator: "|")
                + " [OPTIONS]", "",
        ]
        lines += section("commands", commands.map { ($0.name, $0.summary) })
        lines += TextLayout.wrapped("'mono help \(word) COMMAND' describes one of them.", to: width)
        return lines.joined(separator: "\n")
    }

    func command(_ command: CommandDescription) -> String {
        var lines = TextLayout.wrapped("mono \(command.name): \(command.summary)", to: width)
        lines[0] = style.bold("mono \(command.name)") + lines[0].dropFirst("mono \(command.name)".count)
        lines += ["", style.bold("usage:") + " " + HelpText.usage(command), ""]
        for paragraph in command.discussion { lines += TextLayout.wrapped(paragraph, to: width) + [""] }
        lines += section("arguments", command.positionals.map { ($0.name, $0.help) })
        for group in OptionDescription.Group.allCases {
            let options = (command.options + GlobalOptions.syntax.description.options).filter {
                $0.group == group && !$0.isHidden
            }
            lines += section(group.rawValue, options.map(row))
        }
        if !command.examples.isEmpty {
            lines.append(style.bold("examples:"))
            for example in command.examples {
                lines.append("  \(example.line)")
                lines += TextLayout.wrapped(example.meaning, to: width - 6).map { "      " + style.dim($0) }
            }
            lines.append("")
        }
        return lines.dropLast().joined(separator: "\n")
    }

    /// `mono run [OPTIONS] [PRODUCT] [ARG…]`
    static func usage(_ command: CommandDescription) -> String {
        var words = ["mono", command.name]
        if !command.options.isEmpty { words.append("[OPTIONS]") }
        for positional in command.positionals {
            switch positional.arity {
            case .one: words.append(positional.name)
            case .optional: words.append("[\(positional.name)]")
            case .any, .rest: words.append("[\(positional.name)…]")
            }
        }
        return words.joined(separator: " ")
    }

    /// One row for each command; a family of commands shares one.
    private static func overviewRows(_ commands: [CommandDescription]) -> [(head: String, text: String)] {
        var rows: [(head: String, text: String)] = []
        var families: Set<String> = []
        for command in commands where !command.isHidden {
            if command.words.count == 1 {
                rows.append((command.name, command.summary))
            } else if families.insert(command.words[0]).inserted {
                let members = commands.filter { $0.words.count > 1 && $0.words[0] == command.words[0] }
                rows.append((command.words[0], members.map { "\($0.words[1]): \($0.summary)" }.joined(separator: "; ")))
            }
        }
        return rows
    }

    private func row(_ option: OptionDescription) -> (head: String, text: String) {
        var head = option.names.joined(separator: ", ")
        if let value = option.value { head += value.isOptional ? "[=\(value.name)]" : " " + value.name }
        return (head, option.help + (option.isRepeatable ? " (may be repeated)" : ""))
    }

    private func section(_ title: String, _ rows: [(head: String, text: String)]) -> [String] {
        if rows.isEmpty { return [] }
        return [style.bold(title + ":")] + TextLayout.table(rows, width: width) + [""]
    }
}
