import BuildPlanning
import Disk
import Subprocesses
import Targets
import Workspaces

/// `mono run [PRODUCT [ARGS]]`: builds an executable and becomes it.
enum RunCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var build = BuildOptions()
        /// Nil: the only one that there is.
        var product: String?
        var arguments: [String] = []
    }

    static let syntax = CommandSyntax<Options>(
        "run", "builds an executable and runs it",
        discussion: [
            """
            mono writes about the build to standard error, so that the program's own output can be piped. The \
            program's exit code becomes mono's.
            """,
            "Everything after PRODUCT goes to the program, options too. mono's own options come before it.",
        ],
        defaults: Options(),
        arguments: BuildOptions.arguments.map { $0.within(\.build) } + [
            .positional(
                "PRODUCT", .optional, reads: .text("PRODUCT", completion: .names(.executables)),
                help: "an executable of the workspace; optional where there is only one"
            ) {
                $0.product = $1
            },
            .positional("ARG", .rest, reads: .verbatim, help: "an argument of the program") {
                $0.arguments.append($1)
            },
        ],
        examples: [
            .init(line: "mono run calculator '6 * 7'", meaning: "build it if it changed, then run it"),
            .init(line: "mono run -c release server --port 8080", meaning: "with options of the program"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        var build = options.build, product = options.product ?? ""
        build.isDryRun = false
        let workspace = try session.open(build, programs)
        if options.product == nil { product = try onlyExecutable(of: workspace.loaded.graph) }
        let goal = try GoalSelection(workspace, from: session.folder).goal([], products: [product])
        let work = try build.plan(goal, in: workspace, session, programs)
        let graph = workspace.loaded.graph
        // Libraries that are loaded are files that may be executed too.
        func isProgram(_ placement: BuildPlan.Placement) -> Bool {
            placement.isExecutable && [.executable, .snippet].contains(graph.products[placement.product]?.kind)
        }
        guard
            let placement = work.plan.placements.first(where: {
                isProgram($0) && $0.product.name == productName(product)
            })
        else {
            throw ErrorReport(
                code: .usage, what: "'\(product)' is a library, and only executables can be run",
                help: "'mono build --product \(product)' builds it")
        }
        _ = try EnforcedRules(work).check(session)
        let reporting = try BuildReporting(build, work, in: session, isQuiet: true)
        let summary = work.build(observers: reporting.observers, cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }
        let program = work.workspace.root / placement.path
        try replaceProcess(
            with: Command(
                program.string, options.arguments, folder: session.folder.string,
                environment: session.environment.variables))
    }

    /// Of the workspace's own packages.
    private static func onlyExecutable(of graph: TargetGraph) throws -> String {
        let names = graph.products.values.filter {
            $0.kind == .executable && graph.packages[$0.id.package]?.isExternal == false
        }.map(\.id.name).sorted()
        if names.count == 1, let name = names.first { return name }
        throw names.isEmpty
            ? ErrorReport(
                code: .usage, what: "there is no executable to run",
                help: "an executable is a target of the kind 'executableTarget'")
            : ErrorReport(
                code: .usage, what: "there are \(names.count) executables, and 'mono run' needs to know which",
                details: names, help: "name it: mono run \(names[0])")
    }

    /// Without the package that may stand before it.
    private static func productName(_ text: String) -> String {
        text.lastIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text
    }
}
