import ArtifactCache

/// `mono cache quarantine`.
enum CacheQuarantineCommand: Subcommand {
    struct Options: Hashable, Sendable {
        var cache = CacheOptions()
        var clears = false
    }

    static let syntax = CommandSyntax<Options>(
        "cache quarantine", "lists the results that 'mono build --verify' found to be wrong",
        discussion: [
            "No build uses them. mono keeps each with the result that the tools made, until '--clear' removes both."
        ],
        defaults: Options(),
        arguments: [.flag("--clear", help: "remove them") { $0.clears = true }]
            + CacheOptions.arguments.map { $0.within(\.cache) })

    static func run(_ options: Options, in session: Session) throws -> ExitCode {
        let maintenance = try CacheChoice(options.cache, in: session).maintenance
        let output = session.terminal.output
        let results = try maintenance.quarantined()
        for result in results {
            var lines = result.about.split(separator: "\n").map(String.init)
            lines.append("kept in \(result.folder) (\(Words.size(result.bytes)))")
            output.print(lines.enumerated().map { ($0 == 0 ? "" : "  ") + $1 }.joined(separator: "\n"))
        }
        if options.clears {
            try maintenance.clearQuarantine()
            output.print("removed \(Words.count(results.count, "result"))")
        } else if results.isEmpty {
            output.print("nothing is quarantined")
        }
        return .success
    }
}
