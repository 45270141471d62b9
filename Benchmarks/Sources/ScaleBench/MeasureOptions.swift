import Measuring
import ProgramOptions
import ScaleWorkspace

/// What is measured, as it is asked for.
enum Scenario: String, CaseIterable {
    case clean
    case swiftBuild = "swift-build"
    case nothing, ninja, fresh, comment, published, watch, affected

    var meaning: String {
        switch self {
        case .clean: "mono with an empty cache, in a workspace that was never built"
        case .swiftBuild: "swift build of the same, from nothing"
        case .nothing: "mono after a build, and a program that only asks for the state of the same files"
        case .ninja: "Ninja after a build of a graph with as many edges and files, where there is a Ninja"
        case .fresh: "mono in a new clone with a full cache, and a copy of what it restores"
        case .comment: "mono after an edit in a comment, in a library that nearly nobody uses and in the lowest"
        case .published: "mono after a public function that nobody uses was added to the lowest library"
        case .watch: "the edits of a comment while mono build --watch waits, until it says that all is built"
        case .affected: "mono affected --since HEAD after the second edit, and the calls of git that it needs"
        }
    }
}

/// What is asked of `scale-bench measure`.
struct MeasureOptions {
    var sizes = [300, 2_000, 10_000]
    var scenarios: [Scenario] = []
    var seed = 1
    var percent = 10
    var sources = 10
    var runs = 5
    var cleanRuns = 1
    var largestForSwiftBuild = 300
    /// For a clean build; what is short has a tenth of it.
    var timeLimit = 21_600
    var mono = MonoProgram.usual
    var baseline: String?
    var work = "/tmp/scale-bench"
    var keeps = false
    var page: String?

    func size(_ targets: Int) -> WorkspaceSize {
        WorkspaceSize(targets: targets, seed: seed, linesPercent: percent, meanSources: sources)
    }

    static var syntax: ProgramSyntax<MeasureOptions> {
        ProgramSyntax(
            "scale-bench measure", "measures mono in generated monorepos.",
            discussion: [
                "Each size can be measured apart, and so can each scenario: what is on the page and not measured again "
                    + "stays there. With --keep, monorepos and full caches stay for the next time."
            ], defaults: MeasureOptions(), arguments: measured + places
        ) { options, _ in
            if options.scenarios.isEmpty { options.scenarios = Scenario.allCases }
            try MonoProgram.check(options.mono)
            if let baseline = options.baseline { try MonoProgram.check(baseline) }
        }
    }

    private static var measured: [Argument<MeasureOptions>] {
        [
            .option(
                "--sizes", \.sizes, .list("N,N", of: GenerateOptions.targetCount, by: ","),
                help: "targets of the monorepos, tests among them"),
            .option(
                "--only", \.scenarios, .list("NAME,NAME", of: .choice("NAME", meaning: \.meaning), by: ","),
                help: "only these: "
                    + Scenario.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: "; ")),
            .option("--runs", \.runs, .count, help: "how often each is measured, but for clean builds"),
            .option("--clean-runs", \.cleanRuns, .count, help: "how often clean builds are measured"),
            .option("--seed", \.seed, .count, help: "another seed makes other monorepos"),
            .option("--factor", \.percent, .count, help: "lines of a file, in percent of what real ones have"),
            .option("--sources", \.sources, .count, help: "sources a target, on average"),
            .option(
                "--swift-build-up-to", \.largestForSwiftBuild, .count,
                help: "the largest monorepo that SwiftPM builds too"),
            .option("--time-limit", \.timeLimit, .count, help: "seconds after which a build is ended, which fails"),
        ]
    }

    private static var places: [Argument<MeasureOptions>] {
        [
            MonoProgram.argument(\.mono),
            .option("--baseline", \.baseline, .file, help: "another mono, which does the same in turn"),
            .option(
                "--work", \.work, .folder,
                help: "where everything goes: at 10,000 targets some 30 GB for each mono, and 8 GB more for each run "
                    + "of 'published', which links all programs twice"),
            .flag("--keep", \.keeps, help: "leave monorepos and caches there; they are used again"),
            .option("--record", \.page, .file, help: "the page whose table takes the figures: Benchmarks/Scale.md"),
        ]
    }
}
