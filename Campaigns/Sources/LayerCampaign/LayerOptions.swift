import Measuring
import ProgramOptions

/// What a person asked for.
struct LayerOptions {
    var scenes = 20
    var steps = 20
    var seed = UInt64.random(in: 1...UInt64(UInt32.max))
    var mono = MonoProgram.usual
    var work = "/tmp/layer-campaign"

    static var syntax: ProgramSyntax<LayerOptions> {
        ProgramSyntax(
            "layer-campaign",
            "edits a module and its dependents in the same step, often in a fresh clone, and compares what mono makes "
                + "of it with a clean build elsewhere.",
            discussion: [
                "A dependent whose source was edited starts from its result for the module as it was, where it used "
                    + "nothing that is another thing now. It ends with 1 where an object or a module differs, or "
                    + "where one of the two builds fails."
            ],
            defaults: LayerOptions(),
            arguments: [
                .option("--scenes", \.scenes, .count, help: "how many, each a module with up to six dependents"),
                .option("--steps", \.steps, .count, help: "how often each of them is edited and built"),
                .option(
                    "--seed", \.seed, .count, showsUsual: false,
                    help: "of the first scene, the next one has the next number; unless told, another one each "
                        + "time, and printed"),
                MonoProgram.argument(\.mono),
                .option("--work", \.work, .folder, help: "where the scenes go; emptied first"),
            ]
        ) { options, _ in try MonoProgram.check(options.mono) }
    }
}
