import ArchitectureRules
import BuildPlanning
import Disk
import GitHistory
import GraphAnalysis
import PackageManifests
import Targets
import Workspaces

/// `mono advise`: which edges of the graph cost most, over the commits that there were.
enum AdviseCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var commits = 50
        var top = 10
        /// `FROM,TO` or `TO`, as they were typed.
        var whatIf: [String] = []
        var isByDigest = false
        var isJSON = false
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "advise", "ranks dependencies by what they cost in the last commits",
        discussion: [
            """
            mono computes what each commit cost. A commit compiles the targets whose files it changed, and their \
            dependents if an interface changed. Each compile costs the processor time of the target's last build. \
            Where the cache holds the modules before and after the commit, their interface digests show whether an \
            interface changed. Otherwise mono assumes a change, so that a saving is an upper bound.
            """,
            """
            An interface would hold what FROM uses of TO. A commit that changed that part costs the same with an \
            interface.
            """,
            "Build first: the times are those of the results in the cache.",
        ],
        defaults: Options(),
        arguments: [
            .option("--history", reads: .count, help: "how many commits to take, along first parents (default: 50)") {
                $0.commits = $1
            },
            .option("--top", reads: .count, help: "how many edges to print (default: 10)") { $0.top = $1 },
            .option(
                "--what-if", reads: .text("[FROM,]TO"),
                help:
                    """
                    print the costs as they are, and as they would be if FROM depended on an interface of TO; without \
                    FROM, if all libraries did that depend on TO
                    """
            ) { $0.whatIf.append($1) },
            .flag(
                "--by-digest",
                help:
                    """
                    emit the modules of commits that the cache does not hold, in '.mono/since', so that digests decide \
                    everywhere
                    """
            ) { $0.isByDigest = true },
            .flag("--json", help: "as JSON") { $0.isJSON = true },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono advise --history 200", meaning: "what to look at first"),
            .init(line: "mono advise --what-if Menu,Cart", meaning: "what one dependency less would save"),
            .init(line: "mono advise --what-if Cart", meaning: "what an interface of Cart would save"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        if options.whatIf.count > 1 {
            throw ErrorReport(
                code: .usage, what: "'--what-if' was given \(Words.count(options.whatIf.count, "time"))",
                help: "ask for one dependency or target at a time")
        }
        let programs = Programs()
        let workspace = try session.open(options.build, programs)
        let selection = GoalSelection(workspace, from: session.folder)
        let asked = try options.whatIf.first.map { try self.asked($0, selection, workspace.loaded.graph) }
        let repository = try programs.interruptible { try workspace.repository(programs.cancellation) }
        let commits = try programs.interruptible { try repository.recentCommits(options.commits) }
        let work = try workspace.plan(.everything, options.build.settings(in: session))
        let measured = MeasuredPlan(work)

        let graph = workspace.loaded.graph
        let targets = try programs.interruptible {
            try TargetHistory(
                commits, of: repository, in: workspace, options.build.settings(in: session), emits: options.isByDigest,
                programs.cancellation,
                progress: session.progress(in: workspace.root))
        }
        let history = ChangeHistory(
            graph, counted: measured.targets, milliseconds: measured.work, changes: targets.changes)
        var report = AdviceReport(
            graph: graph, commits: commits.count, history: history, measured: measured, top: options.top,
            features: FeatureMap(graph, workspace.configuration.architecture))
        report.unused = unused(in: workspace)
        report.isByDigest = options.isByDigest
        if let asked {
            let other = try graph.without(asked.froms ?? report.dependents(of: asked.to), dependingOn: asked.to)
            let plan = try work.plan(for: other)
            let saving = asked.froms?.first.map { from in
                history.advice(on: (from, asked.to), keeps: targets.changesInterface).map(AdviceReport.Saving.init)
            }
            report.whatIf = .init(
                from: asked.froms?.first, to: asked.to, shape: GraphShape(other, of: measured.targets),
                timeline: BuildTimeline(plan.graph) { measured.milliseconds[$0] },
                saving: saving
                    ?? history.advice(on: asked.to, where: report.mayGo, keeps: targets.changesInterface)
                    .map(AdviceReport.Saving.init))
        } else {
            report.edges = Array(
                history.advice(where: report.mayGo, keeps: targets.changesInterface).prefix(options.top))
            report.targets = Array(
                history.targetAdvice(where: report.mayGo, keeps: targets.changesInterface).prefix(options.top))
        }
        if options.isJSON {
            session.terminal.output.print(report.json)
        } else {
            for line in report.lines(session.terminal.output.style) { session.terminal.output.print(line) }
        }
        return .success
    }

    /// `froms`: nil where all libraries that depend on `to` are meant.
    private static func asked(_ text: String, _ selection: GoalSelection, _ graph: TargetGraph) throws -> (
        froms: Set<TargetID>?, to: TargetID
    ) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let last = names.last, names.count <= 2, !names.contains("") else {
            throw ErrorReport(
                code: .usage, what: "'\(text)' is no dependency and no target",
                help: "name two targets, '--what-if FROM,TO', or one, '--what-if TO'")
        }
        let to = try selection.target(last)
        if names.count == 1 { return (nil, to) }
        let from = try selection.target(names[0])
        guard graph.dependencies(of: from).contains(to) else {
            throw ErrorReport(
                code: .usage, what: "'\(from)' does not depend on '\(to)' directly",
                help: "'mono deps \(names[0]) --direct' lists its direct dependencies")
        }
        return ([from], to)
    }

    /// Edges of which `mono check` says that nothing is imported.
    private static func unused(in workspace: OpenWorkspace) -> [Finding] {
        let outlines = SourceOutlines(
            files: workspace.files, digests: workspace.workspaceDigests, path: workspace.root / ".mono/state/outlines")
        let check = ArchitectureCheck(workspace, outlines)
        let found = check.findings().filter { $0.rule == "unused-dependency" }
        outlines.save()
        return found
    }
}
