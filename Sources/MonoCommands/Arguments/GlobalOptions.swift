/// What may be given before or after any command.
struct GlobalOptions: Hashable, Sendable {
    enum Color: String, CaseIterable, Hashable, Sendable { case auto, always, never }

    /// Something that takes the place of the command.
    enum Request: Hashable, Sendable { case help, version }

    /// As it was typed; nil: the folder that the process runs in.
    var folder: String?
    var color = Color.auto
    var isVerbose = false
    var request: Request?

    static let syntax = CommandSyntax<GlobalOptions>(
        "", "builds Swift packages and monorepos target by target, and caches what it made", defaults: GlobalOptions(),
        arguments: [
            .option(
                "-C", "--directory", "--package-path", reads: .folder, group: .everywhere,
                help: "work as if mono had been started in DIR; other paths are relative to it"
            ) { $0.folder = $1 },
            .option(
                "--color", reads: .choice(), group: .everywhere,
                help: "use colours; auto: on a terminal, unless NO_COLOR is set"
            ) { $0.color = $1 },
            .flag(
                "-v", "--verbose", group: .everywhere,
                help: "print more: each command line, which cache a hit came from, and why a result was not kept"
            ) {
                $0.isVerbose = true
            },
            .flag("--version", group: .everywhere, help: "print mono's version") {
                $0.request = $0.request ?? .version
            },
            .flag("-h", "--help", group: .everywhere, help: "print help, of the command if there is one") {
                $0.request = .help
            },
        ])
}
