import Measuring
import ProgramOptions

/// What a person asked for.
struct DamageOptions {
    var cases = 1000
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var mono = MonoProgram.usual
    var work = "/tmp/damage-campaign"

    static var syntax: ProgramSyntax<DamageOptions> {
        ProgramSyntax(
            "damage-campaign",
            "builds with caches that a disk, a loss of power or a person has damaged, and compares programs with those "
                + "of a clean build.",
            defaults: DamageOptions(),
            arguments: [
                .option("--cases", \.cases, .count, help: "how many damaged caches"),
                .option(
                    "--seed", \.seed, .count, showsUsual: false,
                    help: "of the random numbers; unless told, another one each time, and printed"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where the caches go"),
            ]
        ) { options, _ in try MonoProgram.check(options.mono) }
    }
}
