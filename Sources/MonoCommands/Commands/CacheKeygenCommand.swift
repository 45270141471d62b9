import Disk
import Signatures

/// `mono cache keygen`.
enum CacheKeygenCommand: Subcommand {
    struct Options: Hashable, Sendable { var file = "" }

    static let syntax = CommandSyntax<Options>(
        "cache keygen", "creates a key pair for signing results",
        discussion: [
            """
            mono writes the secret key to FILE, which only its owner can read, and prints the public key. Trusted jobs \
            sign with the secret key ('--signing-key FILE', or its text in MONO_SIGNING_KEY). Everybody else names the \
            public key ('--trusted-key KEY', MONO_TRUSTED_KEYS, or mono.json), and accepts only signed results from \
            shared caches.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional("FILE", reads: .file, help: "the file of the secret key, which must not exist yet") {
                $0.file = $1
            }
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let files = LocalFileSystem(), file = session.path(options.file)
        guard files.linkStatus(file) == nil else {
            throw ErrorReport(code: .usage, what: "'\(file)' is there already", help: "nothing was written")
        }
        let seed = SigningSeed.random(), key = try Signer(seed).verifyingKey
        try files.write(Array((seed.secretText + "\n").utf8), to: file, permissions: 0o600, durably: true)
        session.terminal.output.print(key.description)
        return .success
    }
}
