/// The shells that mono writes completions for.
enum Shell: String, CaseIterable, Hashable, Sendable { case bash, zsh, fish }

/// Writes a shell's completion script from the commands' declarations. Names of targets and products are asked of
/// `mono __complete` when the key is pressed; all else stands in the script.
struct CompletionScript {
    /// Commands that people see.
    let commands: [CommandDescription]
    let globals: [OptionDescription]

    init(_ commands: [CommandDescription]) {
        self.commands = commands.filter { !$0.isHidden }
        globals = GlobalOptions.syntax.description.options
    }

    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash()
        case .zsh: zsh()
        case .fish: fish()
        }
    }

    /// The first words: commands, and families of commands once.
    var firstWords: [(word: String, summary: String)] {
        var seen: Set<String> = []
        return commands.compactMap { command in
            guard seen.insert(command.words[0]).inserted else { return nil }
            let family = members(of: command.words[0]).map(\.words[1])
            return (command.words[0], family.isEmpty ? command.summary : family.joined(separator: ", "))
        }
    }

    /// The commands of a family (`cache`); empty for a word that is a command of its own.
    func members(of word: String) -> [CommandDescription] {
        commands.filter { $0.words.count > 1 && $0.words[0] == word }
    }

    /// Words that start a family.
    var families: [String] { firstWords.map(\.word).filter { !members(of: $0).isEmpty } }

    /// What may be given to a command: its own options, then those that are valid everywhere.
    func options(of command: CommandDescription) -> [OptionDescription] {
        (command.options + globals).filter { !$0.isHidden }
    }

    static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text { result += character == "'" ? "'\\''" : String(character) }
        return result + "'"
    }
}
