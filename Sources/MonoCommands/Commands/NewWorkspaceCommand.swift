import Configuration
import Disk
import Scaffolding
import Workspaces

/// `mono new workspace [FOLDER]`.
enum NewWorkspaceCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var folder: String?
        var app = "App"
        var hasRouter = false
    }

    static let syntax = CommandSyntax<Options>(
        "new workspace", "writes a mono.json with layers for features, and an app",
        discussion: ["'mono new feature' adds features to it."],
        defaults: Options(),
        arguments: [
            .positional(
                "FOLDER", .optional, reads: .folder, help: "the folder of the workspace (default: the current one)"
            ) {
                $0.folder = $1
            },
            .option("--app", reads: .text("NAME"), help: "the name of the app, such as Shop (default: App)") {
                $0.app = $1
            },
            .flag(
                "--router", help: "with a router, a tool and two features in the shape of interface modules"
            ) { $0.hasRouter = true },
        ],
        examples: [
            .init(
                line: "mono new workspace shop --app Shop",
                meaning: "next: cd shop, mono new feature Menu, mono run Shop"),
            .init(line: "mono new workspace shop --app Shop --router", meaning: "next: cd shop, mono run Shop"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        guard FeatureTemplate.isValid(options.app) else {
            throw ErrorReport(
                code: .usage, what: "an app cannot be called '\(options.app)'",
                help: "letters and digits, a capital first")
        }
        if options.hasRouter, RouterWorkspaceTemplate.modules.contains(options.app) {
            throw ErrorReport(
                code: .usage, what: "an app beside the module '\(options.app)' cannot be called '\(options.app)'",
                help: "choose another name")
        }
        let files = LocalFileSystem()
        let folder = session.path(options.folder ?? ".")
        for name in ["mono.json", "Package.swift"] where files.linkStatus(folder / name) != nil {
            throw ErrorReport(code: .usage, what: "'\(folder)' holds a \(name) already", help: "choose an empty folder")
        }
        try refuseModule(options.app, in: folder, session, files)
        let template =
            options.hasRouter
            ? RouterWorkspaceTemplate(app: options.app).files : WorkspaceTemplate(app: options.app).files
        // What people ignore in git already is their business.
        let wanted = template.filter { $0.path != ".gitignore" || files.linkStatus(folder / $0.path) == nil }
        try NewFiles.write(wanted, in: folder, files)
        session.terminal.output.print("\(Words.count(wanted.count, "file")) in \(options.folder ?? ".")")
        session.terminal.output.print(
            options.hasRouter
                ? "next: mono run \(options.app), mono run \(options.app) 'app://profile?name=Ada'"
                : "next: mono new feature Menu, mono run \(options.app)")
        return .success
    }

    /// The app's own module would hide the toolchain's.
    private static func refuseModule(
        _ name: String, in folder: AbsolutePath, _ session: Session, _ files: LocalFileSystem
    ) throws {
        let programs = Programs()
        let places = try CachePlaces(CacheOptions(), nil, session)
        let settings = WorkspaceSettings(
            environment: session.hostEnvironment, caches: try places.settings(files, session, programs.commands))
        let workspace = Workspace(
            WorkspaceConfiguration(root: folder, file: nil, packages: []), settings, files: files,
            commands: programs.commands)
        // Without a toolchain nothing can be built, and the build will say so.
        guard let toolchain = try? programs.interruptible({ try workspace.toolchain() }) else { return }
        try ToolchainModules(toolchain, files).refuse([name])
    }
}
