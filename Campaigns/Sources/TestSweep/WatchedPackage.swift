import Foundation
import Measuring
import TestOutcomes

/// The tests of one package, in a fresh folder that is removed afterwards.
struct WatchedPackage {
    let package: SweptPackage
    let options: TestSweepOptions

    /// Seconds for a build, and for a run of a package's tests.
    private static let buildLimit = 5400.0, testLimit = 1800.0

    private var logs: String { package.logs }
    private var run: String { package.run }

    func result() throws -> WatchedResult { try package.inFreshFolders(tested) }

    private func tested() throws -> WatchedResult {
        var result = WatchedResult(
            package: package.name, mono: try MonoProgram.version(of: options.mono), day: today())
        try package.checkOut(in: run)
        let build = try mono(options.mono, ["--list"], log: "build", timeLimit: WatchedPackage.buildLimit)
        if build.end.code != 0 {
            result.failure =
                build.text.split(separator: "\n").first { $0.hasPrefix("error:") }.map(String.init)
                ?? "its tests cannot be built"
            return result
        }
        try rounds(&result)
        result.kept = try kept(by: options.mono, round: options.rounds)
        if !options.other.isEmpty { result.keptByOther = try kept(by: options.other, round: 1) }
        return result
    }

    // MARK: Watched and not

    private func rounds(_ result: inout WatchedResult) throws {
        var seen: [Bool: [String: Set<String>]] = [:]
        for round in 1...options.rounds {
            for isWatched in round % 2 == 0 ? [true, false] : [false, true] {
                let report = "\(logs)/\(isWatched ? "watched" : "unwatched").xml"
                try Folders.remove(report)
                let ended = try mono(
                    options.mono, ["--no-cache-tests", "--xunit-output", report],
                    log: isWatched ? "watched" : "unwatched", round: round, isWatched: isWatched)
                result.processor[isWatched].append(ended.end.processor)
                for (target, time) in try TestReports.suites(xunit: report) {
                    result.times[target, default: .init()][isWatched].append(time)
                }
                let outcomes = try TestReports.mono(xunit: report)
                result.tests = outcomes.count
                for outcome in outcomes {
                    seen[isWatched, default: [:]][outcome.name, default: []].insert(outcome.kind.rawValue)
                }
            }
        }
        let (without, with) = (seen[false] ?? [:], seen[true] ?? [:])
        for name in Set(without.keys).union(with.keys).sorted() {
            let (one, other) = (without[name] ?? ["not run"], with[name] ?? ["not run"])
            if one.isDisjoint(with: other) {
                result.differences.append(
                    "\(name): \(one.sorted().joined(separator: " or ")), and watched "
                        + other.sorted().joined(separator: " or "))
            }
        }
    }

    // MARK: Kept

    /// `round`: one that ran before, or any.
    private func kept(by program: String, round: Int) throws -> WatchedResult.Kept {
        let cache = program == options.mono ? "mono" : "other"
        if program != options.mono {
            // It may have another idea of what a workspace's own folder holds.
            try Folders.remove(run + "/.mono")
            _ = try mono(program, [], log: "other", round: round, timeLimit: WatchedPackage.buildLimit)
        }
        let lines = TargetLines(in: try mono(program, [], log: "\(cache)-again", round: round).text)
        var kept = WatchedResult.Kept(targets: lines.cached)
        for name in lines.passed {
            kept.reasons[name] = (lines.reasons[name] ?? "ran again").replacingOccurrences(of: run + "/", with: "")
        }
        return kept
    }

    // MARK: Running

    /// `round`: the value of a variable that is part of each key, so that no result of another round answers.
    private func mono(
        _ program: String, _ words: [String], log: String, round: Int = 0, isWatched: Bool = true,
        timeLimit: Double = WatchedPackage.testLimit
    ) throws -> (end: Program.End, text: String) {
        let path = "\(logs)/\(log).log"
        // An earlier mono knows no list of tests to leave.
        let all = ["test", "-k", "--color", "never"] + (program == options.mono ? ["--all-tests"] : []) + words
        let end = try Program(
            isWatched ? program : TestSweepOptions.withoutWatch, isWatched ? all : [program] + all, in: run,
            variables: [
                "MONO_CACHE_DIR": "\(options.work)/\(program == options.mono ? "cache" : "other-cache")",
                "LANGUAGE": "round\(round)",
            ]
        ).finish(writing: path, timeLimit: timeLimit)
        return (end, String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self))
    }
}

extension WatchedResult.Times {
    subscript(isWatched: Bool) -> [Double] {
        get { isWatched ? watched : unwatched }
        set { if isWatched { watched = newValue } else { unwatched = newValue } }
    }
}
