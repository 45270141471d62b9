import BuildPlanning
import Disk
import JSON
import Targets
import Workspaces

/// `mono plan`: what a build consists of, action by action.
enum PlanCommand: Subcommand {
    struct Options: Hashable, Sendable {
        /// As they were typed; empty: everything.
        var requests: [String] = []
        var tests = false
        var isJSON = false
        /// Names of actions as they are printed.
        var restored: [String] = []
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "plan", "prints the actions of a build, with their command lines",
        discussion: [
            """
            mono runs nothing and does not read the cache. It prints what a build with an empty cache would do, in a \
            possible order.
            """,
            "Each command line comes after the folder in which it runs. Without names: everything but tests.",
            """
            A build restores only the files that it needs, so a command line that you run by hand may lack its inputs. \
            '--restore ACTION' builds what the action depends on, and puts its inputs into the build folder, with the \
            outputs that the cache has. It prints this action alone, and does not run it.
            """,
        ],
        defaults: Options(),
        arguments: [
            .positional(
                "TARGET|PRODUCT|PATH", .any, reads: .text("NAME", completion: .names(.targets)),
                help: "print the actions of these and of their dependencies"
            ) { $0.requests.append($1) },
            .flag("--tests", help: "print the actions of test targets: all, or those that are named") {
                $0.tests = true
            },
            .flag("--json", help: "print JSON, with inputs and outputs") { $0.isJSON = true },
            .option(
                "--restore", reads: .text("ACTION"), isRepeatable: true,
                help: "put the inputs of this action into the build folder, to run it by hand: 'compile Core'"
            ) { $0.restored.append($1) },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono plan Core", meaning: "the compiler's command lines for one target"),
            .init(line: "mono plan --json -c release", meaning: "for programs"),
            .init(line: "mono plan --restore 'link app'", meaning: "one command line that can be run as it is printed"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try session.open(options.build, programs)
        let work = try options.build.plan(goal(options, in: workspace, session), in: workspace, session, programs)
        let output = session.terminal.output
        if let report = LeftOut.report(work.plan.leftOut) {
            session.terminal.errors.print(report.rendered(session.terminal.errors.style))
        }
        let graph = work.plan.graph, root = work.workspace.root.string
        let actions = try chosen(options.restored, of: graph)
        if !options.restored.isEmpty {
            let summary = work.restoring(actions.map(\.id)).build(
                observers: BuildReporting.prelude(options.build, in: session, workspace),
                cancellation: programs.cancellation)
            if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }
        } else if let report = missing(work) {
            session.terminal.errors.print(report.rendered(session.terminal.errors.style))
        }
        if options.isJSON {
            output.print(JSONText.array(actions.map { json(of: $0, work, session) }).description)
            return .success
        }
        for action in actions {
            output.print(output.style.bold(action.title))
            guard let tool = tool(of: action, work) else { continue }
            let words = [tool] + arguments(of: action, work, session)
            output.print("  cd \(ShellWord.quoted(folder(of: action, root)))")
            output.print("  \(words.map(ShellWord.quoted).joined(separator: " "))")
        }
        return .success
    }

    /// All, or those of these names.
    private static func chosen(_ names: [String], of graph: ActionGraph) throws -> [Action] {
        let actions = graph.order.map { graph[$0] }
        if names.isEmpty { return actions }
        for name in names where !actions.contains(where: { $0.title == name || $0.id.name == name }) {
            throw ErrorReport(
                code: .usage, what: "the plan has no action '\(name)'",
                help: Words.suggestion(for: name, among: Set(actions.map(\.title)).sorted())
                    ?? "'mono plan' prints the names of all")
        }
        return actions.filter { names.contains($0.title) || names.contains($0.id.name) }
    }

    private static func missing(_ work: PlannedBuild) -> ErrorReport? {
        let graph = work.plan.graph, all = graph.actions.values.count(where: \.hasCommandLine)
        let missing = work.actionsWithoutInputs
        guard let first = missing.first else { return nil }
        return ErrorReport(
            severity: .note, code: .success,
            what: "\(missing.count) of \(Words.count(all, "command line")) need files that are not in the build folder",
            help: "mono plan --restore \(ShellWord.quoted(graph[first].title))")
    }

    private static func goal(_ options: Options, in workspace: OpenWorkspace, _ session: Session) throws
        -> BuildRequest.Goal
    {
        let selection = GoalSelection(workspace, from: session.folder)
        guard options.tests else { return try selection.goal(options.requests, products: []) }
        return .tests(try selection.tests(options.requests).map { BuildRequest.TestProgram(target: $0) })
    }

    private static func tool(of action: Action, _ work: PlannedBuild) -> String? {
        action.tool.map { work.workspace.toolchain.path(of: $0).string }
            ?? action.program.map { AbsolutePath($0.path, in: work.workspace.root).string }
    }

    private static func arguments(of action: Action, _ work: PlannedBuild, _ session: Session) -> [String] {
        let root = work.workspace.root.string, temporary = session.temporaryFolder?.string ?? "/tmp"
        return work.plan.graph.arguments(of: action).map {
            $0.spelled(jobs: work.workspace.jobs, root: root, temporary: temporary)
        }
    }

    private static func folder(of action: Action, _ root: String) -> String {
        action.folder == "." ? root : "\(root)/\(action.folder)"
    }

    private static func json(of action: Action, _ work: PlannedBuild, _ session: Session) -> JSONText {
        let root = work.workspace.root.string
        func texts(_ words: some Sequence<String>) -> JSONText { .array(words.map(JSONText.text)) }
        let kind: String =
            switch action.subject {
            case .target: "target"
            case .product: "product"
            }
        return .object([
            ("action", .text(action.id.name)), ("kind", .text(action.kind.rawValue)),
            (kind, .text(action.subject.fullName)),
            ("tool", tool(of: action, work).map(JSONText.text) ?? .null), ("folder", .text(folder(of: action, root))),
            ("arguments", texts(arguments(of: action, work, session))), ("sources", texts(action.sources)),
            ("needs", texts(Set(action.dependencies.map(\.name)).sorted())),
            ("outputs", texts(action.outputs.map(\.path))),
        ])
    }
}
