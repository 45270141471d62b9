import BuildEngine
import BuildPlanning
import JSON
import Targets
import Wiring
import Workspaces

/// `mono wiring`: what the object graphs of programs are made of.
enum WiringCommand: Subcommand {
    enum Format: String, CaseIterable, Hashable, Sendable { case text, dot, html, json, source }

    struct Options: Hashable, Sendable {
        var requests: [String] = []
        var format = Format.text
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "wiring", "shows which type provides what in each object graph",
        discussion: [
            """
            Without names: every target that has an object graph. mono emits the modules that this \
            takes, and builds nothing else.
            """,
            "Docs/Wiring.md shows how programs, tests and libraries get an object graph.",
        ],
        defaults: Options(),
        arguments: [
            .positional("TARGET", .any, reads: .text("NAME", completion: .names(.targets)), help: "only these") {
                $0.requests.append($1)
            },
            .option(
                "--format", reads: .choice(),
                help: "dot is for Graphviz, html is a page, source is what the compiler gets (default: text)"
            ) { $0.format = $1 },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono wiring", meaning: "all object graphs"),
            .init(line: "mono wiring Shop --format dot | dot -Tsvg > shop.svg", meaning: "as a picture"),
            .init(line: "mono wiring --format html > wiring.html", meaning: "as a page, with a box for each scope"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try session.open(options.build, programs)
        guard workspace.configuration.wiring != nil else {
            throw ErrorReport(
                code: .usage, what: "this workspace wires nothing", place: workspace.configuration.file.map { "\($0)" },
                help: "'mono new wiring' adds what it takes")
        }
        var wanted: [TargetID]?
        if !options.requests.isEmpty {
            guard
                case .some(let targets, let products) = try GoalSelection(workspace, from: session.folder).goal(
                    options.requests, products: [])
            else { return .success }
            // A program and its target may share a name.
            wanted = Set(targets + products.flatMap { workspace.loaded.graph.products[$0]?.targets ?? [] }).sorted()
        }
        let all = try options.build.plan(.everything, in: workspace, session, programs)
        let work = try all.wiring(wanted)
        if let quiet = (wanted ?? []).first(where: { id in
            !work.plan.graph.goals.contains { work.plan.graph[$0].subject == .target(id) }
        }) {
            let module = workspace.configuration.wiring?.module ?? ""
            throw ErrorReport(
                code: .usage, what: "'\(quiet.name)' has no object graph",
                help:
                    """
                    let it depend on '\(module)' directly, if it is a program or test target, or ask in mono.json: \
                    "wiring": {"apps": {"\(quiet.name)": {"graph": "internal"}}}; 'mono wiring' shows all
                    """)
        }
        let reporting = try BuildReporting(options.build, work, in: session, isQuiet: true)
        let summary = try programs.interruptible {
            work.build(observers: reporting.observers, cancellation: programs.cancellation)
        }
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) { return failure }

        let written = try WrittenWiring.all(of: work), plans = written.map(\.plan)
        let output = session.terminal.output
        switch options.format {
        case .text:
            for (index, plan) in plans.enumerated() {
                if index > 0 { output.print("") }
                for line in WiringPicture(plan).lines(output.style) { output.print(line) }
            }
            if plans.isEmpty {
                let module = workspace.configuration.wiring?.module ?? ""
                output.print("no target has an object graph")
                output.print(
                    "\(output.style.cyan("help:")) let a program or test target depend on '\(module)': it gets a class 'ObjectGraph'"
                )
            }
        case .dot: for plan in plans { output.print(WiringPicture(plan).dot) }
        case .html: output.print(WiringPage(pictures: plans.map(WiringPicture.init)).text)
        case .json: output.print(JSONText.array(plans.map { WiringPicture($0).json }).description)
        case .source: for each in written { output.print(String(each.source.dropLast())) }
        }
        return .success
    }
}
