import Configuration
import Disk
import PackageManifests

/// `mono digest TARGET`.
enum DigestCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var build = BuildOptions()
        var target = ""
        /// As they were typed.
        var earlier, revision: String?
    }

    static let syntax = CommandSyntax<Options>(
        "digest", "prints what dependents of a Swift target are built by: its interface's digest, and what that is made of",
        discussion: [
            "Only the module is built, where the cache does not have it. What is printed stays the same as long as no dependent has to be built again; keep it to compare with.",
        ],
        defaults: Options(),
        arguments: [
            .positional("TARGET", reads: .text("TARGET", completion: .names(.targets)), help: "a Swift target, by its name or as PACKAGE:NAME") {
                $0.target = $1
            },
            .option("--against", reads: .file, help: "say what changed since FILE was printed, declaration by declaration") { $0.earlier = $1 },
            .option("--since", reads: .text("REV"), help: "the same since the sources were as git has them in REV") { $0.revision = $1 },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono digest Brain --since HEAD", meaning: "what the edits since the last commit mean for its dependents"),
            .init(line: "mono digest Brain > before.txt", meaning: "what is there now"),
            .init(line: "mono digest Brain --against before.txt", meaning: "what an edit did to it"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        guard options.earlier == nil || options.revision == nil else {
            throw ErrorReport(code: .usage, what: "'--against' and '--since' name two things to compare with", hint: "give one of them")
        }
        let programs = Programs()
        var earlier = try options.earlier.map { try read($0, in: session) }
        if let revision = options.revision {
            switch try digest(at: revision, options, session, programs) {
            case .digest(let digest): earlier = digest
            case .failed(let code): return code
            }
        }
        let now: ModuleDigest
        switch try ModuleDigesting(options: options.build, session: session, programs: programs).digest(of: options.target) {
        case .digest(let digest): now = digest
        case .failed(let code): return code
        }
        let output = session.terminal.output
        guard let earlier else {
            output.print(String(now.text.dropLast()))
            return .success
        }
        guard earlier.target == now.target else {
            throw ErrorReport(
                code: .usage, what: "'\(options.earlier ?? options.revision ?? "")' is about '\(earlier.target)', and not about '\(now.target)'")
        }
        for line in earlier.difference(to: now) { output.print(line) }
        return .success
    }

    /// The digest that the target had in a revision, built with the caches of the workspace as it is now.
    private static func digest(
        at revision: String, _ options: Options, _ session: Session, _ programs: Programs
    ) throws -> ModuleDigesting.Outcome {
        let files = LocalFileSystem()
        let configuration = try WorkspaceConfiguration.find(from: session.folder, files: files, home: session.home)
        let places = try CachePlaces(options.build.cache, configuration, session)
        // One mono at a time lays sources out here.
        let lock = try WorkspaceLock(of: configuration.root, files, session.terminal.errors, programs)
        defer { withExtendedLifetime(lock) {} }
        return try EarlierSources(root: configuration.root, files: files, programs: programs, session: session).with(revision) { folder in
            var build = options.build
            build.cache.folder = places.local.string
            (build.cache.scopes, build.cache.trustedKeys) = (places.scopes, places.trustedKeys)
            build.cache.shared = places.shared.map { SharedCacheChoice(folder: $0.folder.string, isReadOnly: $0.mode == .readOnly) }
            let there = try WorkspaceConfiguration.find(from: folder, files: files, home: session.home)
            guard there.root == folder else {
                throw ErrorReport(code: .usage, what: "the workspace is no workspace in the revision '\(revision)'")
            }
            do {
                return try ModuleDigesting(options: build, session: session.moved(to: folder), programs: programs).digest(of: options.target)
            } catch let failure as GoalSelection.Failure {
                guard case .unknown = failure else { throw failure }
                throw ErrorReport(code: .usage, what: "there is no target '\(options.target)' in the revision '\(revision)'")
            }
        }
    }

    private static func read(_ path: String, in session: Session) throws -> ModuleDigest {
        let bytes: [UInt8]
        do {
            bytes = try LocalFileSystem().read(session.path(path))
        } catch {
            throw ErrorReport(code: .usage, what: "cannot read '\(path)': \(Words.systemError(error.code))")
        }
        guard let digest = ModuleDigest(text: String(decoding: bytes, as: UTF8.self)) else {
            throw ErrorReport(code: .usage, what: "'\(path)' is not what 'mono digest' prints")
        }
        return digest
    }
}
