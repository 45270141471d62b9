import BuildEngine
import BuildPlanning
import Disk
import PackageManifests
import Targets
import Workspaces

/// `mono hash [T…]`: every named component of the keys of targets' actions.
enum HashCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var build = BuildOptions()
        /// As they were typed; empty: all of the workspace's own.
        var targets: [String] = []
        var isJSON = false
        /// As it was typed.
        var earlier: String?
    }

    static let syntax = CommandSyntax<Options>(
        "hash", "prints the components of the keys of targets' actions",
        discussion: [
            "Without names: all targets of the workspace's own packages that mono can build.",
            """
            mono builds nothing here. Where a key needs a result that the cache does not hold, the output says so. \
            Keep the output to compare with it later ('--diff').
            """,
        ],
        defaults: Options(),
        arguments: [
            .positional(
                "TARGET", .any, reads: .text("TARGET", completion: .names(.targets)),
                help: "targets, by their names or as PACKAGE:NAME"
            ) {
                $0.targets.append($1)
            },
            .option(
                "--diff", reads: .file,
                help: "print the differences to FILE, an earlier output; FILE may hold more targets than are named"
            ) {
                $0.earlier = $1
            },
            .flag("--json", help: "as JSON") { $0.isJSON = true },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono hash Core > there.txt", meaning: "on one machine"),
            .init(
                line: "mono hash Core --diff there.txt",
                meaning: "on another machine, to see why it misses"),
            .init(line: "mono hash > before.txt", meaning: "all targets, to compare with after an edit"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let earlier = try options.earlier.map { path in
            try EarlierOutput(command: "mono hash", path: path).read(in: session) {
                KeyListing(text: String(decoding: $0, as: UTF8.self))
            }
        }
        let workspace = try session.open(options.build, programs)
        let graph = workspace.loaded.graph, selection = GoalSelection(workspace, from: session.folder)
        let asked = Set(try options.targets.map { try selection.target($0) })
        let wanted = asked.isEmpty ? Set(graph.order.filter { !$0.package.isExternal }) : asked
        // What was named and cannot be built is an error.
        let goal = asked.isEmpty ? BuildRequest.Goal.compiles(of: wanted) : .some(targets: asked.sorted(), products: [])
        let work = try options.build.plan(goal, in: workspace, session, programs)
        let keys = KeyListing(of: wanted.subtracting(work.plan.leftOut.map(\.target)).sorted(), in: work)
        let output = session.terminal.output
        guard var earlier else {
            output.print(options.isJSON ? keys.json : String(keys.text.dropLast()))
            return .success
        }
        if !asked.isEmpty {
            for target in keys.targets where !earlier.targets.contains(where: { $0.target == target.target }) {
                throw ErrorReport(code: .usage, what: "'\(options.earlier ?? "")' says nothing of '\(target.target)'")
            }
            earlier.targets.removeAll { old in !keys.targets.contains { $0.target == old.target } }
        }
        let titles = work.plan.graph.actions.mapValues(\.title)
        for line in keys.difference(since: earlier, wording: KeyWording { titles[$0] ?? $0.name }) {
            output.print(line)
        }
        return .success
    }
}

extension KeyListing {
    /// `targets`: some that the plan has actions for.
    fileprivate init(of targets: [TargetID], in work: PlannedBuild) {
        let inspected = work.inspect(), graph = work.plan.graph
        let actions = Dictionary(grouping: graph.order) { graph[$0].subject }
        self.init(
            targets: targets.map { target in
                TargetHash(
                    target: target.description,
                    actions: (actions[.target(target)] ?? []).map { id in (id.name, inspected[id]?.fingerprint) })
            })
    }
}
