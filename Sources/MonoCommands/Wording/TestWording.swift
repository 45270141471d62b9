import Glibc
import Subprocesses
import Targets
import TestRunning

extension TestEnding {
    /// What the program did.
    var sentence: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .crashed(let signal): "crashed (signal \(signal))"
        case .endedEarly(let code): "ended early, with exit code \(code)"
        case .timedOut(let seconds): "did not end within \(Words.time(seconds: seconds))"
        case .cannotStart(let code): "could not be started: \(Words.systemError(code))"
        case .cancelled: "was stopped"
        }
    }
}

extension TestReport.NotKept {
    var sentence: String {
        switch self {
        case .notWatched(let obstacle): obstacle.sentence
        case .unseen(let limit): limit.sentence
        case .volatile(let path): "they read '\(path)', which is another thing each time"
        case .writes(let path): "they write '\(path)', which was there before"
        case .leftBehind(let path): "they made '\(path)', and left it there"
        case .changedMeanwhile(let path): "'\(path)' changed while the tests ran"
        case .unreadable(let path): "'\(path)' cannot be read"
        case .notWritten: "the cache does not take them"
        case .flaky: "they passed and failed with the same program and the same inputs"
        }
    }

    /// What to do, where it is the tests that can do it.
    var help: String? {
        switch self {
        case .writes, .leftBehind: "results are kept of tests that write into a new folder, and remove it"
        default: nil
        }
    }
}

extension WatchObstacle {
    var sentence: String {
        code == EBUSY
            ? "mono itself is watched already, and the kernel allows one watch of a program"
            : "the kernel allows no watch of programs here (\(Words.systemError(code)))"
    }
}

extension FileAccesses.Limit {
    fileprivate var sentence: String {
        switch self {
        case .call(let name): "they call '\(name)', and what it reads cannot be seen"
        case .connection(let place): "they talk to \(place)"
        case .sharedMemory: "they share memory, semaphores or messages with other processes"
        case .unreadable: "the name of a file that they asked for could not be read"
        case .processes: "they leave processes behind"
        case .tooMany: "they asked for more files than mono takes down"
        }
    }
}

extension TestRun {
    /// `12 tests, 1 skipped, 1 warning`
    var counts: String {
        let skipped = count(.skipped), warned = results.reduce(warnings.count) { $0 + $1.warnings.count }
        return Words.count(results.count, "test") + (skipped > 0 ? ", \(skipped) skipped" : "")
            + (warned > 0 ? ", \(Words.count(warned, "warning"))" : "")
    }
}

extension TestReport {
    /// One line: `LibTests passed: 12 tests, 0.8 s`.
    var line: String {
        let name = target.name
        if !leaks.isEmpty, runs.allSatisfy(\.passed) {
            return "\(name) passed and is not hermetic: \(runs.last?.counts ?? "")"
        }
        if case .cache(let wall) = source {
            return "\(name) passed, from cache: \(runs[0].counts), \(Words.time(milliseconds: wall)) saved"
        }
        let time = Words.time(seconds: runs.reduce(0) { $0 + $1.wall })
        if runs.count > 1 {
            let passed = runs.count(where: \.passed)
            return
                "\(name) \(isFlaky && !self.passed ? "is flaky: it " : "")passed \(passed) of \(runs.count) times, in \(time)"
        }
        guard let run = runs.first else { return "\(name) was not run" }
        switch run.ending {
        case .passed: return "\(name) passed: \(run.counts), \(time)"
        case .failed: return "\(name) failed: \(run.count(.failed)) of \(run.counts), \(time)"
        default: return "\(name) \(run.ending.sentence): \(run.counts), \(time)"
        }
    }

    /// What went wrong, a line each: tests that failed with what they said, or that warned, and those that were running
    /// when the program ended. `place`: how a file is named.
    func details(_ place: (String) -> String = { $0 }) -> [String] {
        var lines: [String] = []
        for run in runs {
            for result in run.results where result.outcome == .failed || !result.warnings.isEmpty {
                lines +=
                    ["  \(result.name)"] + TestReport.lines(of: result.issues, place)
                    + TestReport.lines(of: result.warnings, place, "warning: ")
            }
            if !run.issues.isEmpty || !run.warnings.isEmpty {
                lines +=
                    ["  while no test was known to run"] + TestReport.lines(of: run.issues, place)
                    + TestReport.lines(of: run.warnings, place, "warning: ")
            }
            if case .failed = run.ending { continue }
            for name in run.unfinished { lines.append("  \(name) was running") }
        }
        // The same, time after time, is said once.
        var seen: Set<String> = []
        return runs.count > 1 ? lines.filter { seen.insert($0).inserted } : lines
    }

    private static func lines(
        of issues: [TestResult.Issue], _ place: (String) -> String, _ kind: String = ""
    ) -> [String] {
        issues.prefix(5).map { issue in
            let start = issue.file.isEmpty ? "" : "\(place(issue.file)):\(issue.line): "
            return "    \(start)\(kind)\(issue.text.split(whereSeparator: \.isNewline).joined(separator: "\n      "))"
        }
    }
}
