/// `mono version`, and `mono --version`.
enum VersionCommand: Subcommand {
    struct Options: Hashable, Sendable {}

    /// Of mono itself. The formats of cache and keys have versions of their own.
    static let version = "0.1.0"

    static let syntax = CommandSyntax<Options>("version", "prints mono's version", defaults: Options(), arguments: [])

    static func run(_ options: Options, in session: Session) -> ExitCode {
        session.terminal.output.print("mono \(version)")
        return .success
    }
}
