import Foundation
import Measuring

/// Builds each commit under every builder in turn.
struct Replay {
    struct Step {
        var commit: String
        var title: String
        /// In the order of the builders; nil where the commit does not build.
        var built: [Built?]
        /// Targets that the variant compiled and plain mono did not; what the compiles left was the same.
        var skipped = 0
    }

    let options: ReplayOptions
    let builders: [any Builder]
    private let plain: MonoBuilder
    private let variant: MonoBuilder?

    init(_ options: ReplayOptions) throws {
        self.options = options
        let work = options.work + "/" + options.name
        func mono(_ name: String, _ arguments: [String]) -> MonoBuilder {
            MonoBuilder(
                name: (["mono build"] + arguments).joined(separator: " "), folder: "\(work)/\(name)/\(options.name)",
                program: options.mono, cache: "\(work)/\(name)/cache", arguments: arguments)
        }
        plain = mono("mono", [])
        variant = options.variant.isEmpty ? nil : mono("variant", options.variant)
        var builders: [any Builder] = [plain]
        if let variant { builders.append(variant) }
        if options.comparesSwift { builders.append(SwiftBuilder(folder: "\(work)/swift/\(options.name)")) }
        self.builders = builders
        try Folders.remove(work)
        for builder in builders {
            try Folders.make(URL(fileURLWithPath: builder.folder).deletingLastPathComponent().path)
            try git(["clone", "--quiet", "--no-checkout", options.repository, builder.folder], in: "/")
        }
    }

    func steps() throws -> [Step] {
        let log = try output(["log", "--first-parent", "--format=%H %s", "-n", "\(options.commits)", options.until, "--"] + options.paths)
        let commits = log.split(separator: "\n").reversed().map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        guard let first = commits.first?.first else { throw BenchError("\(options.repository) has no commit that touches \(options.paths)") }
        say("the state before the first commit")
        _ = try step(first + "^", "before")
        return try commits.enumerated().map { index, commit in
            let step = try step(commit[0], commit.count > 1 ? commit[1] : "")
            let counts = step.built.map { $0.map { "\($0.compiled.count) in \(seconds($0.seconds))" } ?? "does not build" }
            let skipped = step.skipped == 0 ? "" : "; \(step.skipped) skipped and the same"
            say("[\(index + 1)/\(commits.count)] \(commit[0].prefix(9)) \(step.title.prefix(50)): \(counts.joined(separator: ", "))\(skipped)")
            return step
        }
    }

    private func step(_ commit: String, _ title: String) throws -> Step {
        for builder in builders { try git(["-c", "advice.detachedHead=false", "checkout", "--quiet", "--force", commit], in: builder.folder) }
        let built = builders.map { try? $0.build() }
        var skipped: Set<String> = []
        if variant != nil, let mine = built[0], let others = built[1] { skipped = others.compiled.subtracting(mine.compiled) }
        // What lies in the folder may be another state's, where a result came from the cache and nobody reads it.
        let isSame = skipped.allSatisfy { plain.left(theSameAs: variant!, for: $0) }
        if built[0] != nil, options.verifies || !isSame { try plain.verify() }
        return Step(commit: commit, title: title, built: built, skipped: skipped.count)
    }

    private func git(_ arguments: [String], in folder: String) throws { _ = try Program("git", arguments, in: folder).run() }

    private func output(_ arguments: [String]) throws -> String { try Program("git", arguments, in: plain.folder).run().output }
}
