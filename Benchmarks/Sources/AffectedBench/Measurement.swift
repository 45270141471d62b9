import Foundation
import Measuring

/// What was measured with one edit in one monorepo: seconds on the wall, a run after the other, all kinds in turn.
struct Outcome {
    var repo: GeneratedMonorepo
    var edit: Edit
    /// How many targets mono named.
    var named: Int
    var diff: [Double] = [], listing: [Double] = [], both: [Double] = [], mono: [Double] = []

    /// Of the two calls one after the other.
    var sum: Double { median(zip(diff, listing).map(+)) }
    var ratio: Double { median(mono) / sum }
    var ratioToBoth: Double { median(mono) / median(both) }
}

/// Measures `mono affected` in one generated monorepo, beside the calls of git that it cannot do without.
struct Measurement {
    let repo: GeneratedMonorepo
    let options: BenchOptions
    private let work: String
    private let calls: GitCalls

    init(targets: Int, _ options: BenchOptions) throws {
        self.options = options
        work = options.work + "/\(targets)"
        repo = GeneratedMonorepo(in: work + "/monorepo", targets: targets)
        say("making \(repo.targets) targets in \(repo.packages) packages, \(repo.files) files")
        try repo.make()
        say("mono reads it for the first time where no earlier run did: SwiftPM evaluates \(repo.packages) manifests")
        let first = try Measurement.mono(options, work, repo).run()
        say("  \(seconds(first.wall))")
        calls = try GitCalls(of: Measurement.mono(options, work, repo), in: repo.folder, work: work)
        say("mono asks git: \(calls.shown.joined(separator: "; "))")
    }

    private static func mono(
        _ options: BenchOptions, _ work: String, _ repo: GeneratedMonorepo, cache: String = "cache"
    ) -> Program {
        var program = Program(
            options.mono, ["affected", "--since", "HEAD", "--cache-dir", work + "/" + cache], in: repo.folder,
            variables: ["XDG_CACHE_HOME": options.work + "/machine"])
        program.leavesErrorsOut = true
        return program
    }

    func outcome(of edit: Edit) throws -> Outcome {
        try edit.undo(in: repo)
        let expected = try edit.make(in: repo)
        defer { try? edit.undo(in: repo) }
        let mono = Measurement.mono(options, work, repo)
        var outcome = Outcome(repo: repo, edit: edit, named: expected.count)
        // Where a manifest was edited, this evaluates it.
        for round in 0...options.rounds {
            let run = try mono.run()
            let names = run.output.split(separator: "\n").map(String.init)
            if Set(names) != Set(expected) || names.count != expected.count {
                throw RunError("mono names \(names.count) targets where \(expected.count) depend on what was edited")
            }
            let times = try [calls.diff, calls.listing, calls.both].map { try $0.run().wall }
            if round == 0 { continue }
            outcome.mono.append(run.wall)
            outcome.diff.append(times[0])
            outcome.listing.append(times[1])
            outcome.both.append(times[2])
        }
        return outcome
    }

    /// The whole answer where no manifest is remembered: SwiftPM evaluates all of them.
    func withNothingRemembered() throws -> Double {
        defer { try? Folders.remove(work + "/empty-cache") }
        try Folders.remove(work + "/empty-cache")
        // What the workspace itself remembers of its packages.
        try Folders.remove(repo.folder + "/.mono")
        return try Measurement.mono(options, work, repo, cache: "empty-cache").run().wall
    }
}
