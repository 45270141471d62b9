import AffectedTargets
import ArchitectureRules
import BuildPlanning
import Disk
import GitHistory
import GraphAnalysis
import PackageManifests
import Targets

/// `mono advise`: which edges of the graph cost most, over the commits that there were.
enum AdviseCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var commits = 50
        var top = 10
        /// `FROM,TO`, as it was typed.
        var whatIf: String?
        var isJSON = false
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "advise", "says which dependencies cost most, by what the last commits changed",
        discussion: [
            "Replays commits on paper: the targets whose files a commit changed, and all that depend on them, compile again, each for as long as it took when it was built last. So a saving is what it is at most: where only bodies changed, mono compiles no dependents anyway.",
            "Build before: the times are those of the results in the cache.",
        ],
        defaults: Options(),
        arguments: [
            .option("--history", reads: .count, help: "how many commits, along first parents (50)") { $0.commits = $1 },
            .option("--top", reads: .count, help: "how many edges are told (10)") { $0.top = $1 },
            .option("--what-if", reads: .text("FROM,TO"), help: "the numbers as they are, and as they would be if FROM depended on an interface of TO instead") { $0.whatIf = $1 },
            .flag("--json", help: "as JSON") { $0.isJSON = true },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono advise --history 200", meaning: "what to look at first"),
            .init(line: "mono advise --what-if Menu,Cart", meaning: "would that split pay?"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try programs.interruptible { try OpenWorkspace(in: session, cache: options.build.cache, jobs: options.build.jobs, programs: programs) }
        let selection = GoalSelection(workspace, in: session)
        let edge = try options.whatIf.map { try self.edge($0, selection, workspace.loaded.graph) }
        let repository = try GitRepository(around: workspace.root, in: session, programs)
        let commits = try programs.interruptible { try repository.recentCommits(options.commits) }
        let work = try BuildWork(options.build, in: session, workspace: workspace, goal: .everything)
        let measured = MeasuredPlan(work)

        let owners = FileOwners(of: workspace.loaded, files: workspace.files)
        let changes = commits.map { commit in
            Set(commit.paths.flatMap { path in owners.owners(of: path).filter { $0.value == .input }.keys })
        }
        let graph = workspace.loaded.graph
        let history = ChangeHistory(graph, counted: measured.targets, milliseconds: measured.perTarget, changes: changes)
        var report = AdviceReport(
            graph: graph, commits: commits.count, history: history, measured: measured, top: options.top,
            features: FeatureMap(graph, workspace.configuration.architecture))
        report.unused = unused(in: workspace)
        if let edge {
            let other = try graph.without(edge.from, dependingOn: edge.to)
            let plan = try work.planned(for: other)
            report.whatIf = .init(
                from: edge.from, to: edge.to, shape: GraphShape(other, of: measured.targets),
                timeline: BuildTimeline(plan.graph) { measured.milliseconds[$0] },
                history: ChangeHistory(other, counted: measured.targets, milliseconds: measured.perTarget, changes: changes))
        }
        if options.isJSON {
            session.terminal.output.print(report.json)
        } else {
            for line in report.lines(session.terminal.output.style) { session.terminal.output.print(line) }
        }
        return .success
    }

    private static func edge(_ text: String, _ selection: GoalSelection, _ graph: TargetGraph) throws -> (from: TargetID, to: TargetID) {
        let names = text.split(separator: ",").map(String.init)
        guard names.count == 2 else { throw ErrorReport(code: .usage, what: "'\(text)' is no edge", hint: "name two targets: '--what-if FROM,TO'") }
        let from = try selection.target(names[0]), to = try selection.target(names[1])
        guard graph.dependencies(of: from).contains(to) else {
            throw ErrorReport(code: .usage, what: "'\(from)' does not depend on '\(to)' directly", hint: "'mono deps \(names[0]) --direct' says on what it does")
        }
        return (from, to)
    }

    /// Edges of which `mono check` says that nothing is imported.
    private static func unused(in workspace: OpenWorkspace) -> [Finding] {
        let outlines = SourceOutlines(files: workspace.files, digests: workspace.workspaceDigests, path: workspace.root / ".mono/state/outlines")
        let check = ArchitectureCheck(workspace.loaded, workspace.configuration.architecture, files: workspace.files, outlines: outlines)
        let found = check.findings().filter { $0.rule == "unused-dependency" }
        outlines.save()
        return found
    }
}
