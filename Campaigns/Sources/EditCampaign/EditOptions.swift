import Measuring
import ProgramOptions

/// What a person asked for.
struct EditOptions {
    var modules = 20
    var rounds = 20
    var usesWholes = false
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var mono = MonoProgram.usual
    var work = "/tmp/edit-campaign"

    static var syntax: ProgramSyntax<EditOptions> {
        ProgramSyntax(
            "edit-campaign",
            "edits one or two sources of modules that chance makes, and compares what mono makes of each edit with a "
                + "clean build in the same place.",
            discussion: ["It ends with 1 where an object or a module differs, or where one of the two fails."],
            defaults: EditOptions(),
            arguments: [
                .option("--modules", \.modules, .count, help: "how many, each with two clients"),
                .option("--rounds", \.rounds, .count, help: "how often each module is edited"),
                .flag("--whole", \.usesWholes, help: "with whole interfaces, not the parts that clients use"),
                .option(
                    "--seed", \.seed, .count, showsUsual: false,
                    help: "of the random numbers; unless told, another one each time, and printed"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where the modules go; emptied first"),
            ]
        ) { options, _ in try MonoProgram.check(options.mono) }
    }
}
