import BuildEngine
import Configuration
import Disk
import EditorServer
import JSON
import PackageManifests
import Targets
import Workspaces

/// `mono editor`: answers what SourceKit-LSP asks about the workspace.
enum EditorCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var installs = false
        /// How editors start mono; nil: by its name, wherever it lies.
        var program: String?
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "editor", "serves editors: targets, compiler arguments and modules for SourceKit-LSP",
        discussion: [
            """
            SourceKit-LSP starts this command when an editor opens a folder with a file '.bsp/mono.json', and uses the \
            Build Server Protocol over the standard streams. 'mono editor --install' writes that file. Commit it, so \
            that everybody's editor uses mono.
            """,
            """
            Modules, macros and generated sources come from the cache, or mono makes them and publishes them there. A \
            build in a terminal goes first: the editor's work stops for it.
            """,
        ],
        defaults: Options(),
        arguments: [
            .flag("--install", help: "write '.bsp/mono.json' and 'buildServer.json' into the workspace's root") {
                $0.installs = true
            },
            .option(
                "--program", reads: .text("PATH"),
                help: "with '--install': the mono that editors start (default: 'mono' in PATH)"
            ) { $0.program = $1 },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono editor --install", meaning: "set up the workspace, once"),
            .init(
                line: "mono editor --install --swift-sdk x86_64-swift-linux-musl",
                meaning: "editors start mono with the same options"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        if options.build.configuration != .debug {
            throw ErrorReport(code: .usage, what: "editors are served in debug", help: "leave '-c release' away")
        }
        let root = try WorkspaceConfiguration.root(from: session.folder, files: LocalFileSystem())
        if options.installs { return try install(options, in: root, session) }
        if options.program != nil {
            throw ErrorReport(
                code: .usage, what: "'--program' says how editors start mono", help: "add '--install'")
        }
        return serve(options.build, in: root, session)
    }

    // MARK: Serving

    private static func serve(_ options: BuildOptions, in root: AbsolutePath, _ session: Session) -> ExitCode {
        let programs = Programs(), session = session.moved(to: root)
        var settings = options.settings(in: session)
        // One broken module must not keep the others from editors.
        settings.keepsGoing = true
        let server = EditorServer(
            .init(name: "mono", version: VersionCommand.version), root: root, settings,
            transport: StandardStreams(), cancellation: programs.cancellation,
            finding: { try session.workspace(options, programs) },
            word: { $0.text })
        return server.run() ? .success : .storage
    }

    // MARK: Installing

    private static func install(_ options: Options, in root: AbsolutePath, _ session: Session) throws -> ExitCode {
        let files = LocalFileSystem()
        // What was typed after 'mono editor' but what is about installing.
        var words = session.arguments.drop { $0 != "editor" }.dropFirst().filter { $0 != "--install" }
        if let index = words.firstIndex(of: "--program") { words.removeSubrange(index...(index + 1)) }
        words.removeAll { $0.hasPrefix("--program=") }
        let start = options.program.map { [session.path($0).string] } ?? ["/usr/bin/env", "mono"]
        let text = connection(start + ["editor"] + words)
        let names = [".bsp/mono.json", "buildServer.json"]
        for file in names.map({ root / $0 }) {
            if let there = try? files.read(file), !isOurs(there) {
                throw ErrorReport(
                    code: .usage, what: "'\(file)' names another build server",
                    help: "remove it, or keep it and write '.bsp/mono.json' by hand: see Docs/Editors.md")
            }
        }
        for name in names {
            let file = root / name
            do throws(FileError) {
                try files.makeFolder(file.parent)
                try files.write(Array(text.utf8), to: file, permissions: 0o644, durably: false)
            } catch {
                throw ErrorReport(
                    code: .storage, what: "cannot write '\(error.path)': \(Words.systemError(error.code))")
            }
            session.terminal.output.print(name)
        }
        session.terminal.errors.print(
            "commit both if everybody who opens the workspace has mono; editors notice at their next start")
        return .success
    }

    private static func isOurs(_ bytes: [UInt8]) -> Bool {
        (try? JSONParser.parse(bytes))?["name"]?.string == "mono"
    }

    private static func connection(_ words: [String]) -> String {
        let languages = ["c", "cpp", "objective-c", "objective-cpp", "swift"]
        func list(_ words: [String]) -> String {
            "[" + words.map { JSONText.text($0).description }.joined(separator: ", ") + "]"
        }
        return """
            {
              "name": "mono",
              "version": "\(VersionCommand.version)",
              "bspVersion": "2.2.0",
              "languages": \(list(languages)),
              "argv": \(list(words))
            }

            """
    }
}

extension EditorFact {
    /// For the editor's log.
    fileprivate var text: String? {
        switch self {
        case .failed(let error): "mono: " + ErrorReport(error).rendered(Style(isColored: false))
        case .unprepared(let failures):
            "mono: "
                + failures.map { $0.report.rendered(Style(isColored: false)) }.joined(separator: "\n")
        case .misunderstood: "mono: what the client sent is no message of its protocol"
        }
    }
}
