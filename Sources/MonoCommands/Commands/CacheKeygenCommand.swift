import Disk
import Signatures

/// `mono cache keygen`.
enum CacheKeygenCommand: Subcommand {
    struct Options: Hashable, Sendable { var file = "" }

    static let syntax = CommandSyntax<Options>(
        "cache keygen", "makes a key that results are signed with",
        discussion: [
            """
            The secret key goes to FILE, which its owner alone can read; the public one is printed. Jobs that are \
            trusted sign with the first ('--signing-key FILE', or its text in MONO_SIGNING_KEY); everybody else names \
            the second ('--trusted-key KEY', MONO_TRUSTED_KEYS, or mono.json), and takes nothing from the shared cache \
            that is not signed with it.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional("FILE", reads: .file, help: "where the secret key is written; nothing may be there") {
                $0.file = $1
            }
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let files = LocalFileSystem(), file = session.path(options.file)
        guard files.linkStatus(file) == nil else {
            throw ErrorReport(code: .usage, what: "'\(file)' is there already", hint: "nothing was written")
        }
        let seed = SigningSeed.random(), key = try Signer(seed).verifyingKey
        try files.write(Array((seed.secretText + "\n").utf8), to: file, permissions: 0o600, durably: true)
        session.terminal.output.print(key.description)
        return .success
    }
}
