import PackageManifests
import PackageResolution
import Workspaces

/// `mono update`: looks for newer versions of external packages.
enum UpdateCommand: Subcommand {
    static let syntax = CommandSyntax<CacheOptions>(
        "update", "updates external packages to the newest versions that the manifests allow",
        discussion: ["mono writes the lock file if a version changed; commit it. It builds nothing."],
        defaults: CacheOptions(),
        arguments: CacheOptions.arguments)

    static func run(_ options: CacheOptions, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let closed = try programs.interruptible {
            try session.workspace(options, programs) { settings, _ in settings.loading.updatesVersions = true }
        }
        let workspace = try session.open(closed, programs)
        let output = session.terminal.output
        var changes: [PinChange] = []
        for note in workspace.loaded.notes {
            if case .lockWritten(_, let found) = note { changes += found }
        }
        for change in changes { output.print(change.sentence) }
        if changes.isEmpty {
            let count = workspace.loaded.pins.count
            output.print(
                count == 0
                    ? "there are no external packages"
                    : "\(Words.count(count, "external package")), all as new as the manifests allow")
        }
        return .success
    }
}
