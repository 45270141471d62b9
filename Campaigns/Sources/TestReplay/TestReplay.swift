import Foundation
import Measuring
import TestOutcomes

/// What a commit's tests came to; a line of the file of results.
struct ReplayedCommit: Codable {
    var title, commit: String
    /// Test targets.
    var cached = 0, passed = 0, failed = 0
    /// Its tests could not be built; the targets that could were run.
    var isWhole = true
}

struct TestReplay {
    let options: TestReplayOptions

    /// Seconds.
    private static let limit = 3600.0

    var lines: ResultLines<ReplayedCommit> { ResultLines(path: "\(options.work)/\(options.name).jsonl") }

    func run() throws {
        let commits = try Commit.latest(
            options.commits, until: options.until, touching: ["."], in: options.repository[0])
        let done = Set(try lines.all().filter { $0.title == options.title }.map(\.commit))
        let clone = try Clone(of: options.repository[0], in: "\(options.work)/\(options.title)/\(options.name)")
        for commit in commits where !done.contains(commit.id) {
            try clone.checkOut(commit.id)
            let log = "\(options.work)/\(options.title)/\(options.name).log"
            let end = try Program(
                options.mono, ["test", "-k", "--color", "never"], in: clone.folder,
                variables: ["MONO_CACHE_DIR": "\(options.work)/\(options.title)/cache"]
            ).finish(writing: log, timeLimit: TestReplay.limit)
            let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
            let found = TargetLines(in: text)
            let result = ReplayedCommit(
                title: options.title, commit: commit.id, cached: found.cached.count, passed: found.passed.count,
                failed: found.failed.count, isWhole: !end.hasTimedOut && !text.contains("could not be built"))
            try lines.append(result)
            say(
                "\(commit.short) \(result.passed) passed, \(result.failed) failed, \(result.cached) from the cache"
                    + (result.isWhole ? "" : ", and some could not be built"))
        }
    }
}
