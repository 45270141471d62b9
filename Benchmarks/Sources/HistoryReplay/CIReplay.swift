import Foundation
import Measuring

/// Builds each commit in a clone of its own, as a machine of a CI system does that is thrown away afterwards: all that
/// builds share is one cache folder.
struct CIReplay {
    struct Step {
        var commit: Commit
        /// Nil where the commit does not build.
        var built: Run?
        /// From nothing, with an empty cache, where that was done; and by SwiftPM.
        var clean, swift: Run?
    }

    let options: ReplayOptions
    private let work: String
    private var clone: String { "\(work)/clone/\(options.name)" }

    init(_ options: ReplayOptions) {
        self.options = options
        work = options.work + "/\(options.name)-ci"
    }

    func steps() throws -> [Step] {
        try Folders.remove(work)
        for folder in ["shared", "clone"] { try Folders.make("\(work)/\(folder)") }
        let commits = try Commit.latest(
            options.commits, until: options.until, touching: options.paths, in: options.repository)
        // mono digests a toolchain once for each machine: that is no part of a build.
        try renew(commits[0])
        _ = try? mono("build", "--dry-run").run()
        return try commits.enumerated().map { index, commit in
            let step = try step(commit, isSample: index % options.cleanEvery == 0)
            let times = [("shared", step.built), ("clean", step.clean), ("swift build", step.swift)].compactMap {
                name, run in run.map { "\(name) \(seconds($0.wall))" }
            }
            let said = times.isEmpty ? "does not build" : times.joined(separator: ", ")
            say("[\(index + 1)/\(commits.count)] \(commit.short) \(commit.title.prefix(50)): \(said)")
            return step
        }
    }

    private func step(_ commit: Commit, isSample: Bool) throws -> Step {
        try renew(commit)
        var step = Step(commit: commit)
        sync()
        step.built = try? mono("build", "--shared-cache", "\(work)/shared").run(accepting: MonoBuilder.successes)
        guard isSample, step.built != nil else { return step }
        try renew(commit)
        sync()
        step.clean = try mono("build").run(accepting: MonoBuilder.successes)
        if options.comparesSwift {
            try renew(commit)
            sync()
            step.swift = try Program("swift", ["build"], in: clone).run()
        }
        return step
    }

    /// A new clone, and no cache but the shared one.
    private func renew(_ commit: Commit) throws {
        for folder in [clone, "\(work)/local"] { try Folders.remove(folder) }
        try Clone(of: options.repository, in: clone).checkOut(commit.id)
    }

    private func mono(_ words: String...) -> Program {
        let variables = ["XDG_CACHE_HOME": "\(work)/machine"]
        return Program(
            options.mono, words + ["--cache-dir", "\(work)/local"], in: clone, variables: variables)
    }
}
