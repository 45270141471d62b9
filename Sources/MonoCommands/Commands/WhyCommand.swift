import PackageManifests
import Targets
import Workspaces

/// `mono why T`: what made each action of a target run the last time that it ran here.
enum WhyCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var target = ""
        var configuration = BuildConfiguration.debug
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "why", "explains why a target's actions ran the last time",
        discussion: [
            """
            mono builds nothing here. An action whose result came from the cache ran elsewhere or earlier, so it is \
            not listed.
            """
        ],
        defaults: Options(),
        arguments: [
            .positional(
                "TARGET", reads: .text("TARGET", completion: .names(.targets)),
                help: "a target or product, by its name or as PACKAGE:NAME"
            ) {
                $0.target = $1
            },
            .option("-c", "--configuration", reads: .choice(), help: "the configuration (default: debug)") {
                $0.configuration = $1
            },
        ] + CacheOptions.arguments.map { $0.within(\.cache) },
        examples: [.init(line: "mono why Core", meaning: "which file, argument or interface changed")])

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let programs = Programs()
        let workspace = try session.open(options.cache, programs)
        guard
            case .some(let targets, let products) = try GoalSelection(workspace, from: session.folder).goal(
                [options.target], products: [])
        else {
            return .success
        }
        let record = RebuildRecord(
            reading: .init(workspace.root, options.configuration.rawValue), files: workspace.files)
        // A program and its target often have one name, and one entry.
        let names = Set(targets.map(\.description) + products.map(\.description)).sorted()
        for name in names { show(record.entries[name] ?? [], now: workspace.files.now, on: session.terminal.output) }
        if !names.contains(where: { record.entries[$0] != nil }) {
            session.terminal.errors.print(
                "no action of '\(options.target)' has made a result in this workspace (\(options.configuration))")
        }
        return .success
    }

    /// What one build ran together, newest first.
    private static func show(_ actions: [RebuildRecord.Entry], now: Int64, on output: Channel) {
        let builds = Dictionary(grouping: actions, by: \.time)
        for (time, ran) in builds.sorted(by: { $0.key > $1.key }) {
            let seconds = max(0, Double(now - time) / 1e9)
            output.print(output.style.dim("\(Words.time(seconds: seconds)) ago:"))
            for entry in ran { for line in entry.lines { output.print(line) } }
        }
    }
}
