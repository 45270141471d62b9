import Foundation
import Measuring
import ProgramOptions

/// What a person asked for.
struct ReplayOptions {
    static let usualPaths = ["Sources", "Package.swift"]

    var repository = ""
    var name = ""
    var commits = 60
    var until = "HEAD"
    var paths: [String] = []
    var mono = MonoProgram.usual
    var variant: [String] = []
    var sharesCache = false
    var verifies = false
    var comparesSwift = true
    var isAsCI = false
    /// Of so many commits, one is also built from nothing.
    var cleanEvery = 6
    var work = "/tmp/mono-replay"
    var records = false

    static var syntax: ProgramSyntax<ReplayOptions> {
        ProgramSyntax(
            "history-replay",
            "builds consecutive commits of a real repository with a warm cache, under mono and under swift build, and "
                + "counts the Swift modules that each of them compiles.",
            defaults: ReplayOptions(),
            arguments: [
                .word(\.repository, .source("REPOSITORY"), help: "a git clone, or the URL of one"),
                .option("--commits", \.commits, .count, help: "how many commits, the last N that touch the paths"),
                .option("--until", \.until, .text("REV"), help: "the last commit"),
                .repeated(
                    "--path", \.paths, .text("PATH"),
                    help: "a path whose commits count; unless told \(usualPaths.joined(separator: ", "))"),
                .option("--name", \.name, .text("NAME"), help: "what to call it; unless told, its folder's name"),
                MonoProgram.argument(\.mono),
                .option(
                    "--variant", \.variant, .list("WORDS", of: .text("WORD"), by: " "),
                    help: "one more mono build with these arguments, beside the plain one; what it compiles and the "
                        + "plain one does not is compared, byte for byte"),
                .flag(
                    "--share-cache", \.sharesCache,
                    help: "the variant has the cache of the plain one: it compiles what the plain one skipped, and "
                        + "nothing that the plain one compiled"
                ).needing("--variant"),
                .flag(
                    "--verify", \.verifies,
                    help: "after each commit 'mono build --verify' compiles what was skipped, and compares"
                ).excluding("--ci"),
                .flag("--no-swift", \.comparesSwift, to: false, help: "leave swift build out"),
                .flag(
                    "--ci", \.isAsCI,
                    help: "build as CI does: each commit in a new clone, with nothing but one shared cache folder, "
                        + "which is empty at first; every commit counts, whatever it touches"
                ).excluding("--variant", "--path"),
                .option(
                    "--clean-every", \.cleanEvery, .count, help: "of so many commits, one is built from nothing, too"
                ).needing("--ci"),
                .option("--work", \.work, .folder, help: "where clones, builds and caches go"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/History.md"),
            ]
        ) { options, _ in
            if options.name.isEmpty { options.name = URL(fileURLWithPath: options.repository).lastPathComponent }
            if options.paths.isEmpty { options.paths = options.isAsCI ? ["."] : usualPaths }
            try MonoProgram.check(options.mono)
        }
    }
}
