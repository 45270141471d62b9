import Foundation
import Measuring

/// Builds each commit under every builder in turn.
struct Replay {
    struct Step {
        var commit: Commit
        /// In the order of the builders; nil where the commit does not build.
        var built: [Built?]
        /// Targets that the variant compiled and plain mono did not; what the compiles left was the same, in some of
        /// them but for entries of debug information.
        var skipped = 0, butForEntries = 0
    }

    let options: ReplayOptions
    let builders: [any Builder]
    private let clones: [Clone]
    private let plain: MonoBuilder
    private let variant: MonoBuilder?

    init(_ options: ReplayOptions) throws {
        self.options = options
        let work = options.work + "/" + options.name
        func mono(_ name: String, cache: String, _ arguments: [String]) -> MonoBuilder {
            MonoBuilder(
                name: (["mono build"] + arguments).joined(separator: " "), folder: "\(work)/\(name)/\(options.name)",
                program: options.mono, cache: "\(work)/\(cache)/cache", arguments: arguments)
        }
        plain = mono("mono", cache: "mono", [])
        let cache = options.sharesCache ? "mono" : "variant"
        variant = options.variant.isEmpty ? nil : mono("variant", cache: cache, options.variant)
        var builders: [any Builder] = [plain]
        if let variant { builders.append(variant) }
        if options.comparesSwift { builders.append(SwiftBuilder(folder: "\(work)/swift/\(options.name)")) }
        self.builders = builders
        try Folders.remove(work)
        clones = try builders.map { builder in
            try Folders.make(URL(fileURLWithPath: builder.folder).deletingLastPathComponent().path)
            return try Clone(of: options.repository, in: builder.folder)
        }
    }

    func steps() throws -> [Step] {
        let commits = try Commit.latest(
            options.commits, until: options.until, touching: options.paths, in: plain.folder)
        say("the state before the first commit")
        _ = try step(Commit(id: commits[0].id + "^", title: "before"))
        return try commits.enumerated().map { index, commit in
            let step = try step(commit)
            let counts = step.built.map {
                $0.map { "\($0.compiled.count) in \(seconds($0.seconds))" } ?? "does not build"
            }
            let few = step.butForEntries == 0 ? "" : " (\(step.butForEntries) but for entries of debug information)"
            let skipped = step.skipped == 0 ? "" : "; \(step.skipped) skipped and the same" + few
            say(
                """
                [\(index + 1)/\(commits.count)] \(commit.short) \(commit.title.prefix(50)): \
                \(counts.joined(separator: ", "))\(skipped)
                """
            )
            return step
        }
    }

    private func step(_ commit: Commit) throws -> Step {
        for clone in clones { try clone.checkOut(commit.id) }
        let built = builders.map { try? $0.build() }
        var skipped: Set<String> = []
        if variant != nil, let mine = built[0], let others = built[1] {
            skipped = others.compiled.subtracting(mine.compiled)
        }
        // What lies in the folder may be another state's, where a result came from the cache and nobody reads it.
        let found = try skipped.map { try plain.likeness(to: variant!, of: $0) }
        // Where each has compiled everything itself, the same sources shared a frontend.
        let least: Likeness = options.sharesCache ? .butForEntries : .same
        if built[0] != nil, options.verifies || found.contains(where: { $0 > least }) { try plain.verify() }
        return Step(
            commit: commit, built: built, skipped: skipped.count, butForEntries: found.count { $0 == .butForEntries })
    }
}
