import Configuration
import Disk
import InterfaceDigests
import Targets
import Workspaces

/// `mono digest TARGET`.
enum DigestCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var build = BuildOptions()
        var target = ""
        /// As they were typed.
        var earlier, revision: String?
    }

    static let syntax = CommandSyntax<Options>(
        "digest",
        "prints the interface digest of a Swift target, and what it covers",
        discussion: [
            """
            mono builds only the module, if the cache does not hold it. The output stays the same as long as no \
            dependent has to be built again.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional(
                "TARGET", reads: .text("TARGET", completion: .names(.targets)),
                help: "a Swift target, by its name or as PACKAGE:NAME"
            ) {
                $0.target = $1
            },
            .option(
                "--against", reads: .file,
                help: "print the differences to FILE, an earlier output, declaration by declaration"
            ) { $0.earlier = $1 },
            .option("--since", reads: .text("REV"), help: "print the differences to the sources of the revision REV") {
                $0.revision = $1
            },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(
                line: "mono digest Brain --since HEAD",
                meaning: "what edits since the last commit change for dependents"),
            .init(line: "mono digest Brain > before.txt", meaning: "keep the digest of now"),
            .init(line: "mono digest Brain --against before.txt", meaning: "compare with it after an edit"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        guard options.earlier == nil || options.revision == nil else {
            throw ErrorReport(
                code: .usage, what: "'--against' and '--since' name two things to compare with",
                help: "give one of them")
        }
        let programs = Programs()
        var earlier = try options.earlier.map { path in
            try EarlierOutput(command: "mono digest", path: path).read(in: session) {
                ModuleDigest(text: String(decoding: $0, as: UTF8.self))
            }
        }
        let workspace = try session.open(options.build, programs)
        if let revision = options.revision { earlier = try digest(at: revision, options, workspace, session, programs) }
        let now = try digest(options, in: workspace, session, programs)
        let output = session.terminal.output
        guard let earlier else {
            output.print(String(now.text.dropLast()))
            return .success
        }
        guard earlier.target == now.target else {
            throw ErrorReport(
                code: .usage,
                what:
                    """
                    '\(options.earlier ?? options.revision ?? "")' is about '\(earlier.target)', and not about \
                    '\(now.target)'
                    """
            )
        }
        for line in earlier.difference(to: now) { output.print(line) }
        return .success
    }

    /// The digest that the target had in a revision, built with the caches of the workspace as it is now.
    private static func digest(
        at revision: String, _ options: Options, _ workspace: OpenWorkspace, _ session: Session, _ programs: Programs
    ) throws -> ModuleDigest {
        try programs.interruptible {
            try workspace.withEarlier(revision, programs.cancellation) { earlier in
                guard let earlier else {
                    throw ErrorReport(code: .usage, what: "the workspace is no workspace in the revision '\(revision)'")
                }
                do {
                    return try digest(options, in: earlier, session.moved(to: earlier.root), programs)
                } catch let failure as GoalSelection.Failure {
                    guard case .unknown = failure else { throw failure }
                    throw ErrorReport(
                        code: .usage, what: "there is no target '\(options.target)' in the revision '\(revision)'")
                }
            }
        }
    }

    private static func digest(
        _ options: Options, in workspace: OpenWorkspace, _ session: Session, _ programs: Programs
    ) throws -> ModuleDigest {
        let target = try target(options.target, in: workspace, session)
        return try programs.interruptible {
            try workspace.moduleDigest(
                of: target, options.build.settings(in: session),
                asking: options.build.asking(workspace, in: session, programs)
            ) { try BuildReporting(options.build, $0, in: session, isQuiet: true).observers }
        }
    }

    /// The one Swift target that is meant, by its name or as `PACKAGE:NAME`.
    private static func target(_ name: String, in workspace: OpenWorkspace, _ session: Session) throws -> TargetID {
        guard
            case .some(let targets, _) = try GoalSelection(workspace, from: session.folder).goal([name], products: []),
            let first = targets.first
        else {
            throw ErrorReport(code: .usage, what: "'\(name)' is a product, and only targets have a digest")
        }
        let swift = targets.filter { workspace.loaded.graph.targets[$0]?.language == .swift }
        guard targets.count == 1 || swift.count == 1 else {
            throw ErrorReport(
                code: .usage, what: "'\(name)' names several targets",
                help: "say one of \(Words.alternatives(targets.map(\.name)))")
        }
        return swift.first ?? first
    }
}
