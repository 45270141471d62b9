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
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono plan Core", meaning: "the compiler's command lines for one target"),
            .init(line: "mono plan --json -c release", meaning: "for programs"),
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
        let actions = graph.order.map { graph[$0] }
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
