import Disk
import Subprocesses
import Targets
import Workspaces

/// `mono plugin VERB`: lets SwiftPM run a plugin that people call.
///
/// Such a plugin may ask its host to build, to test, to write to the package's folder: SwiftPM asks for permission, and
/// knows the answers.
enum PluginCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var cache = CacheOptions()
        var package: String?
        var words: [String] = []
    }

    static let syntax = CommandSyntax<Options>(
        "plugin", "runs a plugin of a package, through SwiftPM",
        discussion: [
            """
            Without a VERB, mono lists the plugins of the workspace's own packages. Everything after the options goes \
            to 'swift package plugin'. It asks for permission before a plugin writes to the package or uses the \
            network, and builds what the plugin needs in a folder of its own (.mono/swiftpm).
            """,
            "Build tool plugins need no command: 'mono build' runs them.",
        ],
        defaults: Options(),
        arguments: CacheOptions.arguments.map { $0.within(\.cache) } + [
            .option(
                "--package", reads: .text("FOLDER"),
                help:
                    """
                    the package to run it on (default: that of the current folder, or the only one that has the \
                    plugin)
                    """
            ) {
                $0.package = $1
            },
            .positional(
                "VERB", .optional, reads: .verbatim,
                help: "the plugin's verb; '--' before options of 'swift package plugin'"
            ) {
                $0.words.append($1)
            },
            .positional("ARG", .rest, reads: .verbatim, help: "an argument of the plugin, options too") {
                $0.words.append($1)
            },
        ],
        examples: [
            .init(line: "mono plugin", meaning: "list them"),
            .init(line: "mono plugin generate-manual", meaning: "in a checkout of swift-argument-parser"),
            .init(
                line: "mono plugin -- --allow-writing-to-package-directory format-source-code",
                meaning: "with a permission given in advance"),
        ])

    /// A plugin that people call, and whose it is.
    private struct Offer: Hashable {
        var verb: String
        var plugin: TargetID
    }

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try session.open(options.cache, programs)
        let graph = workspace.loaded.graph
        let offers = graph.targets.values.compactMap { target in
            target.commandVerb.map { Offer(verb: $0, plugin: target.id) }
        }
        .sorted { ($0.verb, $0.plugin) < ($1.verb, $1.plugin) }
        guard let verb = options.words.first(where: { !$0.hasPrefix("-") }) ?? options.words.first else {
            for offer in offers {
                session.terminal.output.print("\(offer.verb)  (\(offer.plugin.name) of \(offer.plugin.package))")
            }
            if offers.isEmpty {
                session.terminal.errors.print("the workspace's own packages have no plugins that people call")
            }
            return .success
        }
        let folder = workspace.root / (try package(for: verb, options, offers, in: workspace, session))
        let name =
            folder == workspace.root
            ? "root" : folder.relative(to: workspace.root).split(separator: "/").joined(separator: "+")
        let scratch = workspace.root / ".mono/swiftpm/plugins/\(name)"
        try replaceProcess(
            with: Command(
                workspace.toolchain.swift.string,
                ["package", "--package-path", folder.string, "--scratch-path", scratch.string, "plugin"]
                    + options.words, folder: folder.string,
                environment: session.environment.variables))
    }

    /// The folder of the package that is meant, relative to the root.
    private static func package(
        for verb: String, _ options: Options, _ offers: [Offer], in workspace: OpenWorkspace, _ session: Session
    ) throws -> String {
        let own = workspace.loaded.graph.packages.values.filter { !$0.isExternal }
        if let asked = options.package {
            let place = AbsolutePath(asked, in: session.folder)
            guard let package = own.first(where: { workspace.root / $0.folder == place }) else {
                throw ErrorReport(
                    code: .usage, what: "'\(asked)' is no package of the workspace",
                    help: "it is one of \(Words.alternatives(own.map(\.folder).sorted(), joint: "and"))")
            }
            return package.folder
        }
        let here = workspace.files.resolve(session.folder) ?? session.folder
        let around = own.filter { here.isInside(workspace.root / $0.folder) }.max {
            $0.folder.utf8.count < $1.folder.utf8.count
        }
        // The root's package may be around everything.
        if let around, around.folder != "." || own.count == 1 { return around.folder }
        let having = Set(offers.filter { $0.verb == verb }.map(\.plugin.package))
        if having.count == 1, let only = own.first(where: { having.contains($0.id) }) { return only.folder }
        if let around, having.isEmpty || having.contains(around.id) { return around.folder }
        throw ErrorReport(
            code: .usage,
            what: having.isEmpty
                ? "no package of the workspace has a plugin for '\(verb)'"
                : "several packages have a plugin for '\(verb)'",
            details: having.isEmpty
                ? ["one of a package that they depend on runs in a package of the workspace"]
                : having.map(\.name).sorted(),
            help: "say which with '--package FOLDER', or change to its folder")
    }
}
