import Measuring
import ProgramOptions

/// What a person asked for.
struct RaceOptions {
    var rounds = 500
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var kinds: [Change.Kind] = []
    var mono = MonoProgram.usual
    var work = "/tmp/race-campaign"

    static var syntax: ProgramSyntax<RaceOptions> {
        ProgramSyntax(
            "race-campaign",
            "changes inputs while compilers run, in ways that times of files do not show, and looks whether anything "
                + "wrong was published.",
            discussion: [
                "Each round builds a small workspace that nobody has built before, and changes one of its files, "
                    + "folders or links at a random moment of the compile that reads it. Then, at each content there "
                    + "was, a clone is built with the same cache, its program must print what that content says, and "
                    + "every result that it used is made again (--verify).",
                "As root, a third of the rounds runs on a file system with whole seconds (ext4 with inodes of 128 "
                    + "bytes, in a file that is mounted).",
            ],
            defaults: RaceOptions(),
            arguments: [
                .option("--rounds", \.rounds, .count, help: "how many"),
                .option(
                    "--seed", \.seed, .count, showsUsual: false,
                    help: "of the random numbers; unless told, another one each time, and printed"),
                .repeated("--only", \.kinds, .choice("KIND"), help: "only changes of this kind"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where the workspaces go"),
            ]
        ) { options, _ in
            if options.kinds.isEmpty { options.kinds = Change.Kind.allCases }
            try MonoProgram.check(options.mono)
        }
    }
}
