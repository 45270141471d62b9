import Measuring
import ProgramOptions

/// What a person asked for.
struct TestReplayOptions {
    var repository: [String] = []
    var commits = 200
    var until = "HEAD"
    var records = false
    var mono = MonoProgram.usual
    var work = "/tmp/test-replay"
    var title = "mono"

    var name: String { repository[0].split(separator: "/").last.map(String.init) ?? repository[0] }

    static var syntax: ProgramSyntax<TestReplayOptions> {
        ProgramSyntax(
            "test-replay",
            "runs 'mono test' in consecutive commits of a real repository, oldest first, in one clone: how many test "
                + "targets does each commit run?",
            discussion: [
                "Each commit's figures are kept as soon as there are any: the same command goes on with a replay that "
                    + "was broken off. Two builds of mono are compared by two runs with a --title each, which share "
                    + "the work folder."
            ],
            defaults: TestReplayOptions(), arguments: arguments
        ) { options, _ in
            guard options.repository.count == 1 else { throw OptionError("name one REPOSITORY") }
            try MonoProgram.check(options.mono)
        }
    }

    private static var arguments: [Argument<TestReplayOptions>] {
        [
            .words(\.repository, .folder("REPOSITORY"), isNeeded: true, help: "a git repository of a package"),
            .option("--commits", \.commits, .count, help: "how many, of the first parents' line"),
            .option("--until", \.until, .text("REVISION"), help: "the last of them"),
            .option("--title", \.title, .text("TITLE"), help: "what the page calls the program that is run"),
            .flag("--record", \.records, help: "write the figures of all titles into Campaigns/Tests.md"),
            MonoProgram.argument(\.mono),
            .option("--work", \.work, .folder, help: "for clones, caches and the figures so far"),
        ]
    }
}
