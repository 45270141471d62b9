import ArtifactCache
import Configuration
import Disk

/// `mono cache disown`.
enum CacheDisownCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var scope: CacheScope?
        var host: String?
        /// In seconds since 1970.
        var since: Moment?
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "cache disown", "revokes results of a scope, a host or a time",
        discussion: [
            """
            mono adds a rule to the shared cache, or to the local cache if there is no shared one, and to the remote \
            cache. Everybody who uses that cache then ignores the results that match all of the given options and were \
            written until now, also their copies in local caches. Later results count.
            """,
            "The rule compares what the entries say of themselves; see 'mono cache log'.",
        ],
        defaults: Options(),
        arguments: [
            .option("--scope", reads: .scope, help: "results of this scope") { $0.scope = $1 },
            .option("--host", reads: .text("NAME"), help: "results written on this host") { $0.host = $1 },
            .option(
                "--since", reads: .moment,
                help: "results written since a time: 2026-03-14, 2026-03-14T09:30Z (UTC), or an age: 12h, 3d"
            ) {
                $0.since = $1
            },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(
                line: "mono cache disown --host runner-7 --since 2d --shared-cache /mnt/ci",
                meaning: "a machine that had bad memory since yesterday"),
            .init(line: "mono cache disown --scope pr-123 --shared-cache /mnt/ci", meaning: "all of one pull request"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        guard options.scope != nil || options.host != nil || options.since != nil else {
            throw ErrorReport(
                code: .usage, what: "which results?", help: "say '--scope', '--host', '--since', or several of them")
        }
        let choice = try CacheChoice(options.cache, in: session)
        if let shared = choice.places.shared, shared.mode == .readOnly {
            throw ErrorReport(
                code: .usage, what: "'\(shared.folder)' is only read here, and taking back is written there",
                help: "leave ':ro' away")
        }
        // Before anything is written: an error must not leave half of it done.
        let remote = try writtenRemote(choice.places, session)
        let folder = choice.places.shared?.folder ?? choice.places.local, now = choice.files.now / 1_000_000_000
        let rule = Disownment(
            scope: options.scope, host: options.host, since: options.since?.seconds(before: now), until: now)
        let count = try CacheMaintenance(root: folder, files: choice.files).disown(rule)
        session.terminal.output.print("took back \(Words.count(count, "result")) in \(folder)")
        if let remote { try write(rule, to: remote, choice, session) }
        return .success
    }

    /// The remote cache that gets the rule. One that `mono.json` has everybody only ask is left out where a shared
    /// cache gets it.
    private static func writtenRemote(
        _ places: CachePlaces, _ session: Session
    ) throws -> RemoteCacheConfiguration? {
        guard let remote = places.remote, remote.mode == .readOnly else { return places.remote }
        guard places.remoteIsOfCheckout, places.shared != nil else {
            throw ErrorReport(
                code: .usage, what: "'\(remote.address)' is only asked here, and taking back is written there",
                help: "leave ':ro' away, or say '--no-remote-cache'")
        }
        let note = ErrorReport(
            severity: .note, code: .success,
            what: "'\(remote.address)' is only asked here, and gets no rule: what it holds stays",
            help: "MONO_REMOTE_CACHE=\(remote.address) takes back there, too")
        session.terminal.errors.print(note.rendered(session.terminal.errors.style))
        return nil
    }

    private static func write(
        _ rule: Disownment, to remote: RemoteCacheConfiguration, _ choice: CacheChoice, _ session: Session
    ) throws {
        let programs = Programs()
        let settings = try choice.places.settings(choice.files, session, programs.commands)
        let cache = try settings.cache(
            for: choice.configuration?.root ?? session.folder, choice.files, programs.commands,
            session.hostEnvironment)
        do {
            try cache.disown(rule)
        } catch {
            var report = CacheProblem(tier: .remote, fact: CacheProblem.Fact(error), count: 1).report
            (report.severity, report.code) = (.error, .storage)
            throw report
        }
        session.terminal.output.print("wrote the rule to \(remote.address)")
    }
}
