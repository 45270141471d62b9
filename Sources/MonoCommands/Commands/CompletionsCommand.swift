/// `mono completions bash|zsh|fish`.
enum CompletionsCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var shell = Shell.bash
    }

    static let syntax = CommandSyntax<Options>(
        "completions", "prints a completion script for a shell", defaults: Options(),
        arguments: [.positional("SHELL", reads: .choice(), help: "bash, zsh or fish") { $0.shell = $1 }],
        examples: [
            .init(
                line: "source <(mono completions bash)", meaning: "in ~/.bashrc; zsh takes the same line in ~/.zshrc"),
            .init(line: "mono completions fish > ~/.config/fish/completions/mono.fish", meaning: "for fish"),
        ])

    static func run(_ options: Options, in session: Session) -> ExitCode {
        session.terminal.output.print(CompletionScript(CommandTable.descriptions).text(for: options.shell))
        return .success
    }
}
