/// `mono help [COMMAND]`.
enum HelpCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var words: [String] = []
    }

    static let syntax = CommandSyntax<Options>(
        "help", "describes a command and its options", defaults: Options(),
        arguments: [
            .positional(
                "COMMAND", .any, reads: .text("COMMAND", completion: .names(.commands)),
                help: "the command to describe; without one: an overview"
            ) { $0.words.append($1) }
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        session.terminal.output.print(try text(for: options.words, session.terminal.output))
        return .success
    }

    /// The help text for a command, a family of commands (`cache`), or for mono as a whole (no words).
    static func text(for words: [String], _ channel: Channel) throws(ArgumentError) -> String {
        let help = HelpText(style: channel.style, width: channel.textWidth)
        if words.isEmpty { return help.overview(CommandTable.descriptions) }
        let family = CommandTable.descriptions.filter { $0.words.count > 1 && $0.words[0] == words[0] }
        if words.count == 1, !family.isEmpty { return help.family(words[0], family) }
        var rest = words[...]
        let command = try CommandTable.command(&rest).description
        if let extra = rest.first { throw .unexpectedArgument(extra, command: "help") }
        return help.command(command)
    }
}
