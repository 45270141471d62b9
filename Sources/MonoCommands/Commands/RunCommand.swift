import BuildPlanning
import Digests
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
        var runsExamples = false
        /// In seconds, for each example; 0: none; nil: what is usual.
        var timeLimit: Int64?
    }

    static let syntax = CommandSyntax<Options>(
        "run", "builds an executable and runs it",
        discussion: [
            """
            mono writes about the build to standard error, so that the program's own output can be piped. The \
            program's exit code becomes mono's.
            """,
            "Everything after PRODUCT goes to the program, options too. mono's own options come before it.",
            """
            With '--watch', the program runs beside mono and has no input. mono starts it again after a build that \
            changed it: mono asks it to end, and kills it and its children after 5 s. If a build fails, the program \
            goes on.
            """,
            """
            With '--examples', mono builds the example programs of features, or of those that are named, and runs one \
            after the other without input. It ends with 1 if one of them fails.
            """,
        ],
        defaults: Options(),
        arguments: [
            .flag("--examples", help: "run the examples of features: NAMEExample beside NAME and NAMEInterface") {
                $0.runsExamples = true
            },
            .option(
                "--time-limit", reads: .duration, group: .how,
                help: "with '--examples', stop each after this time: 90s, 2h; 0s for no limit (default: 1m)"
            ) { $0.timeLimit = $1 },
        ] + (BuildOptions.watchArguments + BuildOptions.arguments).map { $0.within(\.build) } + [
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
            .init(line: "mono run --watch server", meaning: "and start it again after each change"),
            .init(line: "mono run --examples", meaning: "the examples of all features"),
        ])

    /// An executable that is built, and how it is started.
    private struct Built {
        var name: String
        var command: Command
        /// What it consists of, if that matters.
        var content: [String: ContentDigest] = [:]
    }

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        try options.build.watch.check(
            options.build.namesThatWatchNothing + (options.runsExamples ? ["--examples"] : []))
        let programs = Programs()
        if options.runsExamples {
            var build = options.build
            build.isDryRun = false
            return try ExampleRuns(
                build: build, names: [options.product].compactMap { $0 } + options.arguments,
                timeLimit: options.timeLimit ?? 60, session: session, programs: programs
            ).run()
        }
        if options.timeLimit != nil {
            throw ErrorReport(
                code: .usage, what: "'--time-limit' is for '--examples': mono becomes the program that it runs",
                help: "use 'timeout' in the shell")
        }
        if options.build.watch.isOn { return try watch(options, in: session, programs) }
        switch try build(options, in: session, programs) {
        case .failure(let ended): return ended.code
        case .success(let built): try replaceProcess(with: built.command)
        }
    }

    private static func watch(_ options: Options, in session: Session, _ programs: Programs) throws -> ExitCode {
        let workspace = try programs.interruptible { try session.workspace(options.build, programs) }
        let loop = WatchLoop(
            session: session, options: options.build.watch, workspace: workspace, programs: programs,
            written: options.build.writtenFiles(in: session),
            waiting: .init(keys: "Enter to build and start again, q to quit", hasStatusLine: false))
        let program = WatchedProgram(programs.commands, saying: session.terminal.errors)
        defer { program.stop(options.product ?? "the program") }
        return try loop.run { round in
            var options = options
            options.build = options.build.inRound(round)
            switch try build(options, in: round.session, round.programs) {
            case .failure(let ended): return ended.code
            case .success(let built):
                try program.follow(built.content, built.command, name: built.name, isAsked: round.isAsked)
                return .success
            }
        }
    }

    /// The workspace is free for others when this returns.
    private static func build(
        _ options: Options, in session: Session, _ programs: Programs
    ) throws -> Result<Built, BuildEnded> {
        let closed = try programs.interruptible { try session.workspace(options.build, programs) }
        return try ObserverPrograms.around(closed.configuration, in: session, programs) {
            try self.build(options, in: closed, observing: $0, session, programs)
        }
    }

    private static func build(
        _ options: Options, in closed: Workspace, observing observers: ObserverStart, _ session: Session,
        _ programs: Programs
    ) throws -> Result<Built, BuildEnded> {
        var build = options.build, product = options.product ?? ""
        build.isDryRun = false
        let workspace = try session.open(closed, programs)
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
        let reporting = try BuildReporting(build, work, in: session, isQuiet: true, observing: observers.programs)
        let summary = work.build(observers: reporting.observers, cancellation: programs.cancellation)
        if let failure = ExitCode(failureOf: summary, signal: programs.signals.received) {
            return .failure(BuildEnded(code: failure))
        }
        if let failure = ExitCode(failureOfFilesAmong: reporting.observers) {
            return .failure(BuildEnded(code: failure))
        }
        let program = work.workspace.root / placement.path
        return .success(
            Built(
                name: placement.product.name,
                command: Command(
                    program.string, options.arguments, folder: session.folder.string,
                    environment: session.environment.variables),
                content: build.watch.isOn ? WatchedProgram.content(of: work) : [:]))
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
