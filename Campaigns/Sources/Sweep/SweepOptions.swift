import Measuring
import ProgramOptions
import TestOutcomes

/// What a person asked for.
struct SweepOptions {
    var packages: [String] = []
    var records = false
    var round = PackageResult.Round.first
    var redoes = false
    var mono = MonoProgram.usual
    var work = "/tmp/sweep"
    private var cacheFolder: String?

    var cache: String { cacheFolder ?? work + "/cache" }
    var results: String { work + "/results.jsonl" }

    static var syntax: ProgramSyntax<SweepOptions> {
        ProgramSyntax(
            "sweep",
            "builds real packages with SwiftPM and with mono, runs their tests under both, and compares what came of "
                + "it, test by test.",
            discussion: [
                "Each result is kept as soon as there is one: a sweep that was broken off is gone on with by the same "
                    + "command. It ends with 1 where mono fails at what SwiftPM does, or tests come out otherwise; "
                    + "with --again, where anything is compiled."
            ],
            defaults: SweepOptions(), arguments: arguments
        ) { options, _ in
            try SweptPackage.check(options.packages, records: options.records)
            try MonoProgram.check(options.mono)
        }
    }

    private static var arguments: [Argument<SweepOptions>] {
        [
            .words(
                \.packages, .folder("PACKAGE"),
                help: "a git clone with a Package.swift; what its HEAD holds is built, in fresh folders"),
            .flag(
                "--record", \.records,
                help: "write the table of Docs/Compatibility.md, from all results that there are; without a PACKAGE "
                    + "nothing else"),
            .flag(
                "--again", \.round, to: .again,
                help: "a second round, of mono alone: the same in fresh folders, with the cache as the first round "
                    + "left it"
            ).needing("PACKAGE"),
            .flag("--redo", \.redoes, help: "measure packages again that have a result").needing("PACKAGE"),
            MonoProgram.argument(\.mono),
            .option("--work", \.work, .folder, help: "for packages while they are built, results.jsonl and logs"),
            .option("--cache", \.cacheFolder, .folder, help: "mono's cache; unless told, in the work folder")
                .needing("PACKAGE"),
        ]
    }
}
