import Configuration
import Disk
import PackageManifests
import Scaffolding
import Workspaces

/// `mono new wiring`: the marker protocols, and wiring switched on.
enum NewWiringCommand: Subcommand {
    struct Options: Hashable, Sendable {
        /// As it was typed.
        var folder: String?
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "new wiring", "adds the marker protocols that declare what types provide",
        discussion: [
            """
            Writes a package 'Wiring' with eight marker protocols, which you own from then on, and turns wiring on in \
            mono.json.
            """,
            """
            A program that depends on the package gets a class 'ObjectGraph', which makes all that the program's \
            modules provide; see Docs/Wiring.md.
            """,
        ],
        defaults: Options(),
        arguments: [
            .option(
                "--path", reads: .folder,
                help: "the folder in which the package's folder is made (default: where foundation features are)"
            ) { $0.folder = $1 }
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(
                line: "mono new wiring",
                meaning: "next: let protocols of interfaces refine 'Provided', then run 'mono wiring'"
            )
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try session.open(options.cache, programs)
        guard let file = workspace.configuration.file else {
            throw ErrorReport(
                code: .workspace,
                what: "'\(workspace.root)' is one package, and what wires programs is a package of its own",
                help: "mono.json with \"packages\": [\".\", \"Packages/*\"] makes a workspace of this package")
        }
        guard workspace.configuration.wiring == nil else {
            throw ErrorReport(
                code: .usage, what: "wiring is switched on already", place: "\(file)",
                help: "'mono wiring' shows what it comes to")
        }
        let own = workspace.loaded.graph.targets.keys.filter { !$0.package.isExternal }
        if let taken = own.first(where: { $0.name == WiringTemplate.module }) {
            throw ErrorReport(
                code: .usage, what: "there is a target '\(taken)' already",
                help:
                    """
                    if it has the marker protocols, add \"wiring\": {} to mono.json; else name another module there: \
                    \"wiring\": {\"module\": \"…\"}
                    """
            )
        }
        let parent =
            try options.folder.map(session.path)
            ?? NewFeatureCommand.home(of: .foundation, workspace.configuration, file)
        let folder = parent / WiringTemplate.module
        let old: [UInt8]
        do { old = try workspace.files.read(file) } catch { throw error.report }
        guard let text = WiringTemplate.switchedOn(in: String(decoding: old, as: UTF8.self)) else {
            throw ErrorReport(
                code: .workspace, what: "mono.json does not begin with an object", place: "\(file)",
                help: "add \"wiring\": {} yourself")
        }
        let template = WiringTemplate()
        try NewFiles.write(template.files, in: folder, workspace.files)
        do { try workspace.files.write(Array(text.utf8), to: file) } catch { throw error.report }
        let place = folder.relative(to: workspace.root)
        session.terminal.output.print(
            "\(Words.count(template.files.count, "file")) in \(place), and \"wiring\" in mono.json")
        let after = try WorkspaceConfiguration.read(file, files: workspace.files, home: session.home)
        if !after.packages.contains(where: { $0.folder == folder }) {
            let warning = ErrorReport(
                severity: .warning, code: .success,
                what: "mono.json does not name '\(place)', so it is no part of the workspace",
                help: "add \"\(place)\" to \"packages\"")
            session.terminal.errors.print(warning.rendered(session.terminal.errors.style))
        }
        session.terminal.output.print(
            """
            next: let a protocol of an interface refine 'Provided', let a program depend on 'Wiring', and say \
            'ObjectGraph()' in it
            """
        )
        return .success
    }
}
