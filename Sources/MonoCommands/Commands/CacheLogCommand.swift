import ArtifactCache
import BuildEngine
import BuildPlanning
import Digests
import PackageManifests
import Workspaces

/// `mono cache log`.
enum CacheLogCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var subject = ""
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "cache log", "shows where a result in the cache comes from",
        discussion: [
            """
            For a file in '.mono', mono finds the action that made it in the records of the last builds. It prints for \
            each cache with the result: scope, host, commit, time and mono's version, as the entry names them. Only a \
            signature proves that they are true.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional(
                "KEY|FILE", reads: .text("KEY", completion: .files),
                help: "the key of a result (64 digits, as 'mono hash' prints it), or a file that a build placed"
            ) {
                $0.subject = $1
            }
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(line: "mono cache log .mono/debug/calculator", meaning: "where a program comes from"),
            .init(
                line: "mono cache log KEY --shared-cache /mnt/ci:ro",
                meaning: "where a result in a shared cache comes from"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let choice = try CacheChoice(options.cache, in: session), programs = Programs()
        let settings = try choice.places.settings(choice.files, session, programs.commands),
            root = choice.configuration?.root ?? session.folder
        let cache = try settings.cache(for: root, choice.files, programs.commands, session.hostEnvironment)
        let output = session.terminal.output
        var found = false
        for (title, key) in try subjects(options.subject, cache, choice, session) {
            output.print(output.style.bold(title))
            output.print("  key \(key.hex)")
            for origin in cache.origins(of: key) {
                found = true
                output.print("  \(origin.place.words): \(origin.origin.words)\(origin.isDisowned ? ", disowned" : "")")
            }
        }
        if found { return .success }
        throw ErrorReport(
            code: .usage, what: "no cache that was asked holds this result any more",
            help: "'--cache-scope' and '--shared-cache' say where else to look")
    }

    private static func subjects(
        _ text: String, _ cache: TieredCache, _ choice: CacheChoice, _ session: Session
    ) throws -> [(String, ContentDigest)] {
        if ContentDigest(hex: text, size: 0) != nil {
            guard let key = cache.key(named: text) else {
                throw ErrorReport(
                    code: .usage, what: "no result has the key '\(text)'",
                    help: "'--cache-scope' and '--shared-cache' say where else to look")
            }
            return [("result", key)]
        }
        let path = session.path(text)
        let content = try choice.files.digest(path)
        guard let configuration = choice.configuration else { throw ManifestError.noWorkspace(session.folder) }
        let makers = Provenance.makers(of: content, in: configuration.root, files: choice.files)
        guard !makers.isEmpty else {
            throw ErrorReport(
                code: .usage, what: "'\(text)' is no output of an action, as far as the last builds here know",
                help: "build, and ask again")
        }
        return makers.map { ("\($0.action): \($0.output)", $0.key.digest) }
    }
}

extension CachePlace {
    fileprivate var words: String { "\(tier == .local ? "cache" : "shared cache"), scope '\(scope)'" }
}

extension EntryOrigin? {
    fileprivate var words: String {
        guard let origin = self else { return "it does not say who wrote it" }
        func known(_ text: String) -> String { text.isEmpty ? "unknown" : VisibleText.of(text) }
        return
            """
            written \(Words.time(origin.time)) on host \(known(origin.host)) in scope '\(origin.scope)', commit \
            \(known(origin.commit)), mono \(known(origin.version))
            """
    }
}
