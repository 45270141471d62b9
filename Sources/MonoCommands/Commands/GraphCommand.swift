import Targets

/// `mono graph`: prints the workspace's targets and what they depend on.
enum GraphCommand: Subcommand {
    enum Format: String, CaseIterable, Hashable, Sendable { case text, dot, json }

    struct Options: Hashable, Sendable {
        var format = Format.text
        var requests: [String] = []
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "graph", "prints targets and what they depend on",
        discussion: ["Without names: the workspace's own targets, and all that they need. With names: these, and all that they need."],
        defaults: Options(),
        arguments: [
            .option("--format", reads: .choice(), help: "text, unless told otherwise; dot is for Graphviz") { $0.format = $1 },
            .positional("TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)), help: "where to start") {
                $0.requests.append($1)
            },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [
            .init(line: "mono graph --format dot | dot -Tsvg > graph.svg", meaning: "as a picture"),
            .init(line: "mono graph --format json CalculatorUI", meaning: "one target and all it needs, for programs"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try programs.interruptible { try OpenWorkspace(in: session, cache: options.cache, programs: programs) }
        let graph = workspace.loaded.graph
        let roots: [TargetID]
        switch try GoalSelection(workspace, in: session).goal(options.requests, products: []) {
        case .everything: roots = graph.order.filter { !$0.package.isExternal }
        case .among(let targets), .compiles(let targets): roots = targets.sorted()
        case .some(let targets, let products): roots = targets + products.flatMap { graph.products[$0]?.targets ?? [] }
        case .tests(let programs): roots = programs.map(\.target)
        }
        let picture = GraphPicture(graph: graph, shown: graph.closure(of: roots))
        let text =
            switch options.format {
            case .text: picture.text(session.terminal.output.style)
            case .dot: picture.dot()
            case .json: picture.json()
            }
        session.terminal.output.print(text)
        return .success
    }
}
