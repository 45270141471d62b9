import Foundation
import Measuring
import ProgramOptions

/// What a person asked for.
struct Options {
    var scenarios: [Scenario] = []
    var rounds: Int?
    var mono = MonoProgram.usual
    var source = "https://github.com/apple/swift-nio"
    var tag = "2.101.2"
    var work = NSTemporaryDirectory().trimmingSuffix("/") + "/mono-bench"
    var keeps = false
    var note: String?
    var records = false

    static var syntax: ProgramSyntax<Options> {
        ProgramSyntax(
            "mono-bench", "measures mono build beside swift build on swift-nio, side by side in one run.",
            defaults: Options(),
            arguments: [
                .words(\.scenarios, .choice("SCENARIO", meaning: \.meaning), help: "all of them unless told"),
                .option(
                    "--rounds", \.rounds, .count,
                    help: "how often each scenario runs on each side (cold: always "
                        + "once)"),
                MonoProgram.argument(\.mono),
                .option("--source", \.source, .source("WHERE"), help: "a repository with swift-nio, or its URL"),
                .option("--tag", \.tag, .text("NAME"), help: "the version to build"),
                .option("--work", \.work, .folder, help: "where clones, builds and caches go; needs some 10 GB"),
                .flag(
                    "--keep", \.keeps,
                    help: "leave that folder behind, and start from what an earlier run left "
                        + "there"),
                .option("--note", \.note, .text("TEXT"), help: "a remark to stand with the figures"),
                .flag("--record", \.records, help: "write the figures into Benchmarks/README.md"),
            ]
        ) { options, _ in
            if options.scenarios.isEmpty { options.scenarios = Scenario.allCases }
            try MonoProgram.check(options.mono)
        }
    }
}

extension Scenario {
    /// For the help.
    var meaning: String {
        switch self {
        case .nothing: "nothing to do"
        case .edit: "a body edit in a function of NIOCore that is not inlinable, in a file whose lines do not move"
        case .first: "the same edit, where mono has restored the rest in a fresh clone, and swift build has built it"
        case .added: "a private function added at the end of the same file"
        case .published: "a public one, which nobody uses"
        case .clean: "everything built anew; mono's cache is empty, external packages are in their places"
        case .cold: "the same for a mono that has never seen the toolchain, once"
        case .clone: "a fresh clone with a full cache; resolution and the clones of dependencies count"
        case .resolved: "the same with external packages in their places already"
        }
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
