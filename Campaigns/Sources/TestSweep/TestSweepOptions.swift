import Foundation
import Measuring
import ProgramOptions
import TestOutcomes

/// What a person asked for.
struct TestSweepOptions {
    var packages: [String] = []
    var records = false
    var redoes = false
    var rounds = 3
    var mono = MonoProgram.usual
    var other = ""
    var work = "/tmp/test-sweep"

    /// Lies beside this program.
    static let withoutWatch =
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        + "/without-watch"

    var results: String { work + "/results.jsonl" }

    static var syntax: ProgramSyntax<TestSweepOptions> {
        ProgramSyntax(
            "test-sweep",
            "runs the tests of real packages watched and not watched, in turn: do they come out the same, what does it "
                + "cost, and which results are kept?",
            discussion: [
                "Each result is kept as soon as there is one: a sweep that was broken off is gone on with by the same "
                    + "command. It ends with 1 where a test came out otherwise under the watch."
            ],
            defaults: TestSweepOptions(), arguments: arguments
        ) { options, _ in
            try SweptPackage.check(options.packages, records: options.records)
            try MonoProgram.check(options.mono)
            if !Folders.exists(withoutWatch) {
                throw OptionError("there is no \(withoutWatch): build all programs, 'swift build -c release'")
            }
        }
    }

    private static var arguments: [Argument<TestSweepOptions>] {
        [
            .words(
                \.packages, .folder("PACKAGE"),
                help: "a git clone with a Package.swift; what its HEAD holds is tested, in a fresh folder"),
            .flag(
                "--record", \.records,
                help:
                    "write the table of Campaigns/Tests.md, from all results that there are; without a PACKAGE nothing "
                    + "else"),
            .flag("--redo", \.redoes, help: "run packages again that have a result").needing("PACKAGE"),
            .option("--rounds", \.rounds, .count, help: "how often each way is run").needing("PACKAGE"),
            MonoProgram.argument(\.mono),
            .option(
                "--other", \.other, .file, showsUsual: false,
                help: "another build of mono: which targets' results does that keep?"
            ).needing("PACKAGE"),
            .option(
                "--work", \.work, .folder, help: "for packages while they are tested, caches, results.jsonl and logs"),
        ]
    }
}
