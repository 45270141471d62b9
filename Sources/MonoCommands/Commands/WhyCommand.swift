import PackageManifests
import Targets
import Workspaces

/// `mono why T`: what made a target build the last time that anything of it ran here.
enum WhyCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var target = ""
        var configuration = BuildConfiguration.debug
        var cache = CacheOptions()
    }

    static let syntax = CommandSyntax<Options>(
        "why", "explains why the last build ran a target's actions",
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
            reading: RebuildRecord.path(in: workspace.root, options.configuration.rawValue), files: workspace.files)
        // A program and its target often have one name, and one entry.
        let names = Set(targets.map(\.description) + products.map(\.description)).sorted()
        let output = session.terminal.output
        for name in names {
            guard let entry = record.entries[name] else { continue }
            let seconds = max(0, Double(workspace.files.now - entry.time) / 1e9)
            output.print(output.style.dim("\(Words.time(seconds: seconds)) ago:"))
            for line in entry.lines { output.print(line) }
        }
        if !names.contains(where: { record.entries[$0] != nil }) {
            session.terminal.errors.print(
                "no action of '\(options.target)' has made a result in this workspace (\(options.configuration))")
        }
        return .success
    }
}
