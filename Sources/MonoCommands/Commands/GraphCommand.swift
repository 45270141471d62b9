import ArchitectureRules
import BuildPlanning
import GraphAnalysis
import Targets
import Workspaces

/// `mono graph`: prints the workspace's targets and what they depend on.
enum GraphCommand: Subcommand {
    enum Format: String, CaseIterable, Hashable, Sendable { case text, dot, json }

    struct Options: Hashable, Sendable {
        var format = Format.text
        var requests: [String] = []
        var isMeasured = false
        var showsFeatures = false
        /// How it would be built, where it is measured.
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "graph", "prints targets and what they depend on",
        discussion: [
            """
            Prints the targets that are named, and all that they depend on. Without names, it starts with the \
            workspace's own targets.
            """
        ],
        defaults: Options(),
        arguments: [
            .option("--format", reads: .choice(), help: "dot is for Graphviz (default: text)") {
                $0.format = $1
            },
            .flag(
                "--metrics",
                help:
                    """
                    print the depth and width of the graph, the shortest time that a build can take, and what a change \
                    of each target rebuilds
                    """
            ) { $0.isMeasured = true },
            .flag(
                "--features",
                help: "print which feature may depend on which by the rules of 'mono check', and which does"
            ) { $0.showsFeatures = true },
            .positional(
                "TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)), help: "where to start"
            ) {
                $0.requests.append($1)
            },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono graph --format dot | dot -Tsvg > graph.svg", meaning: "as a picture"),
            .init(
                line: "mono graph --format json CalculatorUI", meaning: "one target and its dependencies, for programs"),
            .init(line: "mono graph --features", meaning: "a table of features"),
            .init(
                line: "mono graph --metrics",
                meaning: "the critical path and the cost of changes, with the times of the last build"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        if options.showsFeatures, options.isMeasured || !options.requests.isEmpty {
            throw ErrorReport(
                code: .usage, what: "'--features' shows all features, and nothing else",
                help: "leave names and '--metrics' away")
        }
        let programs = Programs()
        let workspace = try session.open(options.build, programs)
        let graph = workspace.loaded.graph
        if options.showsFeatures {
            let settings = workspace.configuration.architecture
            let picture = FeaturePicture(matrix: FeatureMatrix(graph, FeatureMap(graph, settings), settings))
            show(picture, options.format, session)
            return .success
        }
        let goal = try GoalSelection(workspace, from: session.folder).goal(options.requests, products: [])
        if options.isMeasured { return try measure(goal, options, workspace, session, programs) }
        var roots = graph.order.filter { !$0.package.isExternal }
        if case .some(let targets, let products) = goal {
            roots = targets + products.flatMap { graph.products[$0]?.targets ?? [] }
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

    private static func show(_ picture: FeaturePicture, _ format: Format, _ session: Session) {
        let output = session.terminal.output
        switch format {
        case .text: output.print(picture.text(output.style))
        case .dot: output.print(picture.dot())
        case .json: output.print(picture.json())
        }
    }

    private static func measure(
        _ goal: BuildRequest.Goal, _ options: Options, _ workspace: OpenWorkspace, _ session: Session,
        _ programs: Programs
    ) throws -> ExitCode {
        if options.format == .dot {
            throw ErrorReport(
                code: .usage, what: "'--metrics' are numbers, and no picture for Graphviz",
                help: "leave '--format dot' away")
        }
        let work = try options.build.plan(goal, in: workspace, session, programs)
        let measured = MeasuredPlan(work), graph = workspace.loaded.graph
        let report = MetricsReport(
            graph: graph, shape: GraphShape(graph, of: measured.targets), timeline: measured.timeline,
            reach: ChangeReach.all(
                graph, of: measured.targets.filter { !$0.package.isExternal }.sorted(), among: measured.targets),
            actions: measured.graph,
            milliseconds: measured.milliseconds)
        if options.format == .json {
            session.terminal.output.print(report.json)
        } else {
            for line in report.lines(session.terminal.output.style) { session.terminal.output.print(line) }
        }
        return .success
    }
}
