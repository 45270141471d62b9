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
        case .readsAnything(let source):
            "'\(source)' goes up from where it lies, or from the working folder, perhaps out of its package"
        case .changedMeanwhile(let what): "this changed while the tests ran: \(what)"
        case .unreadable(let path): "'\(path)' cannot be read"
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
        if case .cache(let wall) = source {
            return "\(name) passed, from cache: \(runs[0].counts), \(Words.time(milliseconds: wall)) saved"
        }
        let time = Words.time(seconds: runs.reduce(0) { $0 + $1.wall })
        if runs.count > 1 { return "\(name) passed \(runs.count(where: \.passed)) of \(runs.count) times, in \(time)" }
        guard let run = runs.first else { return "\(name) was not run" }
        switch run.ending {
        case .passed: return "\(name) passed: \(run.counts), \(time)"
        case .failed: return "\(name) failed: \(run.count(.failed)) of \(run.counts), \(time)"
        default: return "\(name) \(run.ending.sentence): \(run.counts), \(time)"
        }
    }

    /// What went wrong, a line each: tests that failed with what they said, or that warned, and those that were running
    /// when the program ended.
    var details: [String] {
        var lines: [String] = []
        for run in runs {
            for result in run.results where result.outcome == .failed || !result.warnings.isEmpty {
                lines +=
                    ["  \(result.name)"] + TestReport.lines(of: result.issues)
                    + TestReport.lines(of: result.warnings, "warning: ")
            }
            if !run.issues.isEmpty || !run.warnings.isEmpty {
                lines +=
                    ["  while no test was known to run"] + TestReport.lines(of: run.issues)
                    + TestReport.lines(of: run.warnings, "warning: ")
            }
            if case .failed = run.ending { continue }
            for name in run.unfinished { lines.append("  \(name) was running") }
        }
        // The same, time after time, is said once.
        var seen: Set<String> = []
        return runs.count > 1 ? lines.filter { seen.insert($0).inserted } : lines
    }

    private static func lines(of issues: [TestResult.Issue], _ kind: String = "") -> [String] {
        issues.prefix(5).map { issue in
            let place = issue.file.isEmpty ? "" : "\(issue.file):\(issue.line): "
            return "    \(place)\(kind)\(issue.text.split(whereSeparator: \.isNewline).joined(separator: "\n      "))"
        }
    }
}
