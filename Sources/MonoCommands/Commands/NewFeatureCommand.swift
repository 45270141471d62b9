import Configuration
import Disk
import PackageManifests
import Scaffolding
import Targets
import Wiring
import Workspaces

/// `mono new feature NAME`: the five targets of a feature, ready to build.
enum NewFeatureCommand: Subcommand {
    enum LayerChoice: String, CaseIterable, Hashable, Sendable { case foundation, product }

    struct Options: Hashable, Sendable {
        var name = ""
        var layer = LayerChoice.product
        /// As it was typed.
        var folder: String?
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "new feature", "writes a package with the five targets of a feature",
        discussion: [
            """
            The targets are an interface for other features, the implementation, mocks, tests and an example program. \
            They build and run at once. In a workspace with a router, a feature has a route.
            """,
            """
            mono puts the package into the folder of its layer (architecture.layers in mono.json), else into that of \
            the first pattern of packages.
            """,
        ],
        defaults: Options(),
        arguments: [
            .positional("NAME", reads: .text("NAME"), help: "the name of the feature, such as Menu") {
                $0.name = $1
            },
            .option(
                "--layer", reads: .choice(),
                help: "product: what people see; foundation: tools for every feature (default: product)"
            ) { $0.layer = $1 },
            .option("--path", reads: .folder, help: "the folder in which the package's folder is made") {
                $0.folder = $1
            },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(line: "mono new feature Loyalty", meaning: "next: mono test LoyaltyTests, mono run LoyaltyExample"),
            .init(line: "mono new feature Networking --layer foundation", meaning: "a tool for other features"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let layer = options.layer == .foundation ? ArchitectureSettings.Layer.foundation : .product
        guard FeatureTemplate.isValid(options.name) else {
            throw ErrorReport(
                code: .usage, what: "a feature cannot be called '\(options.name)'",
                help: "letters and digits, a capital first: its types and targets are called after it")
        }
        let programs = Programs()
        let workspace = try session.open(options.cache, programs)
        guard let file = workspace.configuration.file else {
            throw ErrorReport(
                code: .workspace, what: "'\(workspace.root)' is one package, and a feature is a package of its own",
                help:
                    """
                    'mono new workspace' makes a workspace; mono.json with \"packages\": [\".\", \"Features/*\"] makes \
                    one of this package
                    """
            )
        }
        let parent = try options.folder.map(session.path) ?? home(of: layer, workspace.configuration, file)
        let folder = parent / options.name
        let router = layer == .product ? router(of: workspace, for: folder) : nil
        let wiring = router == nil ? wiring(of: workspace, for: folder) : nil
        let template = FeatureTemplate(name: options.name, layer: layer, wiring: wiring)
        let written =
            router.map { RouterFeatureTemplate(name: options.name, package: $0.package, folder: $0.folder).files }
            ?? template.files
        let own = workspace.loaded.graph.targets.keys.filter { !$0.package.isExternal }
        if let taken = own.first(where: { template.targets.contains($0.name) }) {
            throw ErrorReport(code: .usage, what: "there is a target '\(taken)' already", help: "choose another name")
        }
        try ToolchainModules(workspace.toolchain, workspace.files).refuse(template.targets)
        try NewFiles.write(written, in: folder, workspace.files)
        session.terminal.output.print(
            "\(Words.count(written.count, "file")) in \(folder.relative(to: workspace.root))")
        // What was written must be part of what is built.
        let after = try WorkspaceConfiguration.read(file, files: workspace.files, home: session.home)
        let hints = hints(for: options.name, layer, folder, after, workspace)
        for help in hints { session.terminal.errors.print(help.rendered(session.terminal.errors.style)) }
        session.terminal.output.print("next: mono test \(options.name)Tests, mono run \(options.name)Example")
        if router != nil {
            session.terminal.output.print("and for its route in an app: let the app depend on '\(options.name)'")
        }
        if wiring != nil {
            session.terminal.output.print(
                "and for its service in an object graph: let a program depend on '\(options.name)'")
        }
        return .success
    }

    /// Where the feature finds the markers of wiring; nil where the workspace has none of its own.
    private static func wiring(of workspace: OpenWorkspace, for folder: AbsolutePath) -> FeatureWiring? {
        workspace.configuration.wiring.flatMap { home(of: $0.module, in: workspace, for: folder) }
    }

    /// Where the feature finds the protocols of routes; nil where the workspace has no router, or one of another shape.
    private static func router(of workspace: OpenWorkspace, for folder: AbsolutePath) -> FeatureWiring? {
        guard let router = workspace.configuration.wiring?.router else { return nil }
        let usual = RouterSettings()
        guard router.route.name == usual.route.name, router.handler.name == usual.handler.name,
            router.feature.name == usual.feature.name, router.service.name == usual.service.name
        else { return nil }
        return home(of: router.handlerModule, in: workspace, for: folder)
    }

    /// Where the feature finds that module.
    private static func home(
        of module: String, in workspace: OpenWorkspace, for folder: AbsolutePath
    ) -> FeatureWiring? {
        let graph = workspace.loaded.graph
        let markers = graph.targets.values.first { !$0.id.package.isExternal && $0.moduleName == module }
        guard let markers, let package = graph.packages[markers.id.package] else { return nil }
        let products = graph.products.values.filter { product in
            product.id.package == package.id && product.targets.contains(markers.id)
        }
        guard let product = products.min(by: { $0.id.name < $1.id.name }) else { return nil }
        let home = workspace.root / package.folder
        return FeatureWiring(
            module: module, product: product.id.name, package: home.name, folder: home.relative(to: folder))
    }

    /// Where packages of that layer lie.
    static func home(
        of layer: ArchitectureSettings.Layer, _ configuration: WorkspaceConfiguration, _ file: AbsolutePath
    ) throws -> AbsolutePath {
        let places = (configuration.architecture.layers[layer] ?? []) + configuration.patterns
        guard
            let pattern = places.first(where: {
                $0.hasSuffix("/*") && !$0.dropLast(2).contains("*") && !$0.contains("?")
            })
        else {
            throw ErrorReport(
                code: .usage, what: "mono.json does not say where packages lie: it has no pattern such as 'Features/*'",
                place: "\(file)",
                help: "name a folder with '--path'")
        }
        return AbsolutePath(String(pattern.dropLast(2)), in: configuration.root)
    }

    private static func hints(
        for name: String, _ layer: ArchitectureSettings.Layer, _ folder: AbsolutePath, _ after: WorkspaceConfiguration,
        _ workspace: OpenWorkspace
    ) -> [ErrorReport] {
        let place = folder.relative(to: workspace.root)
        guard after.packages.contains(where: { $0.folder == folder }) else {
            return [
                ErrorReport(
                    severity: .warning, code: .success,
                    what: "mono.json does not name '\(place)', so it is no part of the workspace",
                    help: "add \"\(place)\" to \"packages\"")
            ]
        }
        // Nobody has said what the layers are: then none is meant.
        guard layer == .foundation || !after.architecture.layers.isEmpty else { return [] }
        let patterns = after.architecture.layers[layer] ?? []
        if patterns.contains(where: {
            $0.contains("/") ? PathPattern.isPrefix($0, of: place) : PathPattern.matches(name, $0)
        }) {
            return []
        }
        return [
            ErrorReport(
                severity: .warning, code: .success,
                what: "mono.json does not say that '\(name)' is of the \(layer.rawValue)",
                help: "add \"\(name)\" to architecture.layers.\(layer.rawValue)")
        ]
    }
}
