import Foundation
import ProgramOptions

/// What a person asked for.
struct Options {
    var wanted: [String] = []
    var work = (NSTemporaryDirectory() as NSString).appendingPathComponent("mono-corpus")
    var sample: Int?
    var jobs = 2
    var random: Int?
    var seeds = [UInt64.random(in: 1..<1_000_000)]
    var findsAll = false
    var list: String?
    var records = false
    var asksUsed = false

    static var syntax: ProgramSyntax<Options> {
        ProgramSyntax(
            "mutation-corpus",
            "edits modules and holds what that does to their clients against digests of the "
                + "modules.",
            discussion: [
                "Ends with 1 where a client differs and the ABI digest does not, and where a known fact "
                    + "is not so."
            ],
            defaults: Options(), arguments: arguments
        ) { options, _ in
            if let modules = options.random, options.seeds.count > 1, options.seeds.count != modules {
                throw OptionError("--random \(modules) does not go with the \(options.seeds.count) modules of --seed")
            }
        }
    }

    private static var arguments: [Argument<Options>] {
        [
            .words(\.wanted, .text("EDIT"), help: "CATEGORY or CATEGORY/EDIT; all of them unless told")
                .excluding("--random"),
            .option("--work", \.work, .folder, help: "where compiled modules are kept; a second run looks them up"),
            .option("--sample", \.sample, .count, help: "N edits, of all categories; the same ones every time")
                .excluding("--random"),
            .option(
                "--random", \.random, .count,
                help: "instead of the corpus: N modules that chance makes, with \(Campaign.edits) edits to each"),
            .flag(
                "--find-all", \.findsAll,
                help: "of these: ends with 1 too where no edit needs some kind of the digest's lines"
            ).needing("--random"),
            .option(
                "--seed", \.seeds, .list("N", of: .count, by: ","), showsUsual: false,
                help: "of the first of them; unless told, another one every time, and printed; N,N,…: these modules "
                    + "and no others"
            ).needing("--random"),
            .flag(
                "--used", \.asksUsed,
                help: "holds the parts of interfaces that each client uses against what it is compiled to"),
            .option("--jobs", \.jobs, .count, help: "how many edits at once"),
            .option("--list", \.list, .file, help: "writes what each edit does, a line each").excluding("--random"),
            .flag(
                "--record", \.records,
                help: "writes the figures into Campaigns/Digests.md; with --random, those of the random edits"),
        ]
    }
}
