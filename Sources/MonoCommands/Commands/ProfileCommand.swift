import BuildPlanning
import CompileProfile
import Disk
import Targets
import Workspaces

/// `mono profile`: the functions and expressions that cost the compiler most.
enum ProfileCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var requests: [String] = []
        var top = 10
        /// In milliseconds.
        var threshold = 1
        var isJSON = false
        /// A file, as it was typed.
        var earlier: String?
        /// As it was typed.
        var flameGraph: String?
        var build = BuildOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "profile", "lists the functions and expressions that cost the type checker most",
        discussion: [
            """
            Without names: the workspace's own targets but tests. mono type-checks each target once, in one process. \
            The modules that it imports come from the cache or are emitted. The cache keeps no result of the profile.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional(
                "TARGET|PATH", .any, reads: .text("NAME", completion: .names(.targets)), help: "only these targets"
            ) { $0.requests.append($1) },
            .option("--top", reads: .count, help: "how many rows of each kind to print (default: 10)") { $0.top = $1 },
            .option(
                "--threshold", reads: .count, help: "leave out what took less than this many milliseconds (default: 1)"
            ) {
                $0.threshold = $1
            },
            .flag("--json", help: "print JSON, with all rows") { $0.isJSON = true },
            .option(
                "--against", reads: .file,
                help: "print what got slower and faster since FILE, which 'mono profile --json' printed"
            ) { $0.earlier = $1 },
            .option("--flamegraph", reads: .file, help: "write a flame graph, a page for browsers") {
                $0.flameGraph = $1
            },
        ] + BuildOptions.argumentsAboutHow.map { $0.within(\.build) },
        examples: [
            .init(line: "mono profile", meaning: "what to look at first"),
            .init(line: "mono profile Core --top 30 --flamegraph core.html", meaning: "one target, with a flame graph"),
            .init(line: "mono profile --against before.json", meaning: "what an edit costs or spares"),
        ])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        if options.build.configuration != .debug {
            throw ErrorReport(
                code: .usage, what: "types are checked alike in every configuration",
                help: "leave '--configuration' away")
        }
        if options.isJSON, options.earlier != nil {
            throw ErrorReport(
                code: .usage, what: "'--json' prints one profile, and '--against' compares two",
                help: "leave one of them away")
        }
        let earlier = try options.earlier.map { path in
            try EarlierOutput(command: "mono profile --json", path: path).read(in: session) { EarlierProfile($0) }
        }
        let programs = Programs()
        let workspace = try session.open(options.build, programs)
        let graph = workspace.loaded.graph
        let targets: [TargetID]
        switch try GoalSelection(workspace, from: session.folder).goal(options.requests, products: []) {
        case .some(let chosen, let products):
            targets = Set(chosen + products.flatMap { graph.products[$0]?.targets ?? [] }).sorted()
        case .everything, .among, .tests, .and, .compiles, .inquiries:
            targets = graph.order.filter { !$0.package.isExternal && graph.targets[$0]?.kind != .test }.sorted()
        }
        guard targets.contains(where: { graph.targets[$0]?.language == .swift }) else {
            throw ErrorReport(
                code: .usage, what: "there is no Swift in what was named",
                help: "the time of C compiles lies in headers: clang's -ftime-trace shows it")
        }
        if options.flameGraph?.hasSuffix(".svg") == true {
            throw ErrorReport(
                code: .usage, what: "a flame graph is a page for browsers, and no picture",
                help: "give its name the ending .html")
        }
        let measured = try programs.interruptible {
            try workspace.profile(
                targets, options.build.settings(in: session),
                asking: options.build.asking(workspace, in: session, programs),
                observers: observers(options.build, in: workspace, session))
        }
        let report = ProfileReport(
            profile: measured.profile, graph: graph, root: workspace.root, files: workspace.files, top: options.top,
            threshold: Double(options.threshold))
        if let path = options.flameGraph {
            let names = TargetNames(graph)
            let graph = FlameGraph(measured.profile, name: names.name, file: report.file)
            do {
                try workspace.files.writeNamed(Array(FlamePage(graph: graph).html.utf8), to: session.path(path))
            } catch {
                throw ErrorReport(code: .storage, what: "cannot write '\(path)': \(Words.systemError(error.code))")
            }
        }
        let output = session.terminal.output
        if options.isJSON {
            output.print(report.json)
        } else {
            let lines = earlier.map { report.lines(since: $0, output.style) } ?? report.lines(output.style)
            for line in lines { output.print(line) }
        }
        return reported(measured, in: workspace, session)
    }

    /// What does not compile, and what could not be measured because of it.
    private static func reported(
        _ measured: MeasuredProfile, in workspace: OpenWorkspace, _ session: Session
    ) -> ExitCode {
        guard let code = ExitCode(failureOf: measured.summary, signal: nil) else { return .success }
        let console = BuildConsole(session.terminal)
        let printer = DiagnosticsPrinter(
            console, root: workspace.root, folder: session.folder, files: workspace.files)
        for failure in measured.failures where !failure.text.isEmpty { printer.diagnosed(failure) }
        let names = Set(measured.summary.failures.map(\.action.subject.name)).sorted()
        let list = Words.alternatives(names, joint: "and")
        console.say(ErrorReport(code: code, what: "the profile is not whole: \(list) cannot be compiled"))
        return code
    }

    private static func observers(_ options: BuildOptions, in workspace: OpenWorkspace, _ session: Session)
        -> ProfileObservers
    {
        ProfileObservers(
            ofModules: { modules, leftOut in
                if let report = LeftOut.report(leftOut) {
                    session.terminal.errors.print(report.rendered(session.terminal.errors.style))
                }
                return try BuildReporting(options, modules, in: session, isQuiet: true).observers
            }, ofMeasuring: BuildReporting.progress(options, in: session, root: workspace.root))
    }
}
