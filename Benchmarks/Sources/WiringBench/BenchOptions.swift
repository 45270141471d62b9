import Measuring
import ProgramOptions

/// What a person asked for.
struct BenchOptions {
    var rounds = 3
    var edits = 9
    var starts = 25
    var mono = MonoProgram.usual
    var work = "/tmp/wiring-bench"
    var records = false
    var hasScopes = false, isGraphAlone = false, areLookUps = false
    var shape: AppShape { hasScopes ? .scoped : .flat }

    static var syntax: ProgramSyntax<BenchOptions> {
        ProgramSyntax(
            "wiring-bench",
            "builds a generated program of \(AppShape.flat.types) provided types, with an object graph that mono writes "
                + "and with the same one written before.",
            defaults: BenchOptions(),
            arguments: [
                .option("--rounds", \.rounds, .count, help: "clean builds of each form"),
                .option("--edits", \.edits, .count, help: "builds of each form after a body edit"),
                .option("--starts", \.starts, .count, help: "how often the program is started"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where everything goes"),
                .flag(
                    "--scopes", \.hasScopes, help: "\(AppShape.scoped.types) types in \(AppShape.scoped.scopes) scopes"),
                .flag("--graph", \.isGraphAlone, help: "only what writes the graph: compiles no program"),
                .flag(
                    "--accessors", \.areLookUps,
                    help: "only look-ups: by accessors, and by names in strings"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/Wiring.md"),
            ]
        ) { options, _ in
            if options.areLookUps, options.hasScopes || options.isGraphAlone {
                throw RunError("--accessors stands alone")
            }
            if options.isGraphAlone, options.records, !options.hasScopes {
                throw RunError("--graph without --scopes leaves the figures of whole builds out: no --record")
            }
            try MonoProgram.check(options.mono)
        }
    }
}
