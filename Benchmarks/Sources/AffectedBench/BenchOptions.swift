import Measuring
import ProgramOptions

/// What a person asked for.
struct BenchOptions {
    var sizes = [100, 1_000, 10_000]
    var edits: [Edit] = []
    var rounds = 9
    var isCold = true
    var mono = MonoProgram.usual
    var work = "/tmp/affected-bench"
    var note: String?
    var records = false

    static var syntax: ProgramSyntax<BenchOptions> {
        ProgramSyntax(
            "affected-bench",
            "measures mono affected in generated monorepos, beside the calls of git that it cannot do without.",
            defaults: BenchOptions(),
            arguments: [
                .option(
                    "--targets", \.sizes, .list("N,N", of: size, by: ","),
                    help: "sizes of the monorepos; 20 targets a package, 10 files a target"),
                .repeated("--edit", \.edits, .choice("NAME"), help: "only with this edit"),
                .option("--rounds", \.rounds, .count, help: "how often each is measured"),
                .flag(
                    "--no-cold", \.isCold, to: false,
                    help: "leave out the answer with nothing remembered: SwiftPM evaluates all manifests for it, some "
                        + "0.3 s each"),
                MonoProgram.argument(\.mono),
                .option(
                    "--work", \.work, .folder,
                    help: "where the monorepos go; what an earlier run left there is used again"),
                .option("--note", \.note, .text("TEXT"), help: "a remark to stand with the figures"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/Affected.md"),
            ]
        ) { options, _ in
            if options.edits.isEmpty { options.edits = Edit.allCases }
            try MonoProgram.check(options.mono)
        }
    }

    /// Package names have three digits.
    private static var size: ValueReader<Int> {
        let step = GeneratedMonorepo.targetsInPackage
        return .count.only("multiples of \(step) from 100 to 20000") { (100...20_000).contains($0) && $0 % step == 0 }
    }
}
