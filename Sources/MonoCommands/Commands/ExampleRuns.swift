import ArchitectureRules
import BuildPlanning
import Disk
import Subprocesses
import Targets
import Workspaces

/// `mono run --examples`: builds the example programs of features and runs one after the other, each without input.
struct ExampleRuns {
    let build: BuildOptions
    /// Of features; none: all that have an example.
    let names: [String]
    /// In seconds, for each program; 0: none.
    let timeLimit: Int64
    let session: Session
    let programs: Programs

    private struct Example {
        var name: String
        var program: String
    }

    func run() throws -> ExitCode {
        let examples: [Example]
        switch try built() {
        case .failure(let ended): return ended.code
        case .success(let found): examples = found
        }
        let console = BuildConsole(session.terminal), style = session.terminal.errors.style
        var failed = 0
        for example in examples {
            let result = try programs.interruptible {
                try programs.commands.run(
                    Command(
                        example.program, [], folder: session.folder.string, environment: session.environment.variables,
                        timeLimit: timeLimit == 0 ? nil : Double(timeLimit)), cancellation: programs.cancellation)
            }
            if programs.cancellation.isRequested { return .interrupted(signal: programs.signals.received ?? 2) }
            for text in [result.output, result.errors].map({ String(decoding: $0, as: UTF8.self) }) where !text.isEmpty
            {
                console.answer(text.hasSuffix("\n") ? String(text.dropLast()) : text)
            }
            let time = Words.time(seconds: result.wall)
            if result.succeeded {
                console.say(style.green("\(example.name) ended well, \(time)"))
            } else {
                failed += 1
                console.say(style.red("\(example.name) \(result.exit.words(limit: timeLimit)), \(time)"))
            }
        }
        let count = Words.count(examples.count, "example")
        console.say(failed == 0 ? "\(count) ended well" : style.red("failed: \(failed) of \(count)"))
        return failed == 0 ? .success : .testsFailed
    }

    /// The workspace is free for others when this returns.
    private func built() throws -> Result<[Example], BuildEnded> {
        let closed = try programs.interruptible { try session.workspace(build, programs) }
        return try ObserverPrograms.around(closed.configuration, in: session, programs) {
            try built(in: closed, observing: $0)
        }
    }

    private func built(in closed: Workspace, observing observers: ObserverStart) throws -> Result<[Example], BuildEnded>
    {
        let workspace = try session.open(closed, programs)
        let wanted = try examples(in: workspace)
        let goal = BuildRequest.Goal.some(targets: [], products: wanted.map(\.product))
        let work = try build.plan(goal, in: workspace, session, programs)
        _ = try EnforcedRules(work).check(session)
        let reporting = try BuildReporting(build, work, in: session, isQuiet: true, observing: observers.programs)
        let summary = work.build(observers: reporting.observers, cancellation: programs.cancellation)
        let failure =
            ExitCode(failureOf: summary, signal: programs.signals.received)
            ?? ExitCode(failureOfFilesAmong: reporting.observers)
        if let failure { return .failure(BuildEnded(code: failure)) }
        let placed = Dictionary(
            work.plan.placements.filter(\.isExecutable).map { ($0.product, $0.path) }, uniquingKeysWith: { a, _ in a })
        return .success(
            wanted.compactMap { example in
                placed[example.product].map { path in
                    Example(name: example.target.name, program: (work.workspace.root / path).string)
                }
            })
    }

    private func examples(in workspace: OpenWorkspace) throws -> [(target: TargetID, product: ProductID)] {
        let graph = workspace.loaded.graph
        let features = FeatureMap(graph, workspace.configuration.architecture).features
        for name in names {
            guard let feature = features.first(where: { $0.name == name }) else {
                throw ErrorReport(
                    code: .usage, what: "there is no feature '\(name)'", details: features.map(\.name),
                    help: "with '--examples', names are those of features")
            }
            if feature.targets[.example] == nil {
                throw ErrorReport(
                    code: .usage, what: "feature '\(name)' has no example",
                    help: "an example is an executable target '\(name)Example'")
            }
        }
        let found = features.filter { names.isEmpty || names.contains($0.name) }.compactMap { feature in
            feature.targets[.example].flatMap { target in
                graph.products.values.filter { $0.kind == .executable && $0.targets.contains(target) }.map(\.id).min()
                    .map { (target: target, product: $0) }
            }
        }
        if found.isEmpty {
            throw ErrorReport(
                code: .usage, what: "no feature has an example",
                help:
                    """
                    'mono new feature NAME' makes one: an executable target NAMEExample beside NAME and NAMEInterface
                    """)
        }
        return found
    }
}

extension Exit {
    fileprivate func words(limit: Int64) -> String {
        switch self {
        case .code(let code): "failed: exit code \(code)"
        case .signal(let number): "failed: signal \(number)"
        case .timedOut: "did not end within \(Words.time(seconds: Double(limit))): see '--time-limit'"
        case .cancelled: "was stopped"
        }
    }
}
