import Foundation
import Measuring
import ProgramOptions

/// What a person asked for.
struct Options {
    static let usualPaths = ["Sources", "Tests", "Package.swift"]

    var repository = ""
    var name = ""
    var commits = 60
    /// As the repository has it, wherever an earlier run left the clone.
    var until = "origin/HEAD"
    var paths: [String] = []
    var builds = 0
    var minutes: Int?
    var keeps = false
    var mono = MonoProgram.usual
    var work = "/tmp/mono-affected-replay"
    var records = false

    static var syntax: ProgramSyntax<Options> {
        ProgramSyntax(
            "affected-replay",
            "asks 'mono affected' about consecutive commits of a real repository, by paths and with --by-digest, and "
                + "holds the answers against the keys of all compiles, which 'mono hash' finds in real checkouts of "
                + "both ends.",
            discussion: ["A target whose key changed and that is not named is a miss: then the program ends with 1."],
            defaults: Options(), arguments: arguments
        ) { options, _ in
            if options.name.isEmpty { options.name = URL(fileURLWithPath: options.repository).lastPathComponent }
            if options.paths.isEmpty { options.paths = usualPaths }
            try MonoProgram.check(options.mono)
        }
    }

    private static var arguments: [Argument<Options>] {
        [
            .word(\.repository, .source("REPOSITORY"), help: "a git clone, or the URL of one"),
            .option("--commits", \.commits, .count, help: "how many commits, the last N that touch the paths"),
            .option("--until", \.until, .text("REV"), help: "the last commit"),
            .repeated(
                "--path", \.paths, .text("PATH"),
                help: "a path whose commits count; unless told \(usualPaths.joined(separator: ", "))"),
            .option(
                "--builds", \.builds, .count, showsUsual: false,
                help: "hold the answers for the last N of them against real builds of both ends too, tests included"),
            .option(
                "--minutes", \.minutes, .count,
                help: "ask about no more commits once so much time has gone, and tell what stands"),
            .flag(
                "--keep", \.keeps,
                help: "go on with the clones and caches of an earlier run: modules that it emitted need not be emitted "
                    + "again"),
            .option("--name", \.name, .text("NAME"), help: "what to call it; unless told, its folder's name"),
            MonoProgram.argument(\.mono),
            .option("--work", \.work, .folder, help: "where clones and caches go"),
            .flag("--record", \.records, help: "write the figures into Campaigns/AffectedHistory.md"),
        ]
    }
}
