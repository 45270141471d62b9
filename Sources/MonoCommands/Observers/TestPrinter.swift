import Disk
import Synchronization
import Targets
import TestRunning

/// Tells of tests while they run: what they print, and a line for each target.
final class TestPrinter: TestObserver {
    private let console: BuildConsole
    /// Programs that passed printed something worth seeing too.
    private let showsAll: Bool
    private let saysWhy: Bool
    private let saysKnown: Bool
    private let root, folder: AbsolutePath
    private let files: any FileSystem
    private let start: ContinuousClock.Instant
    /// One report's text is not mixed with another's.
    private let turn = Mutex(())

    /// `root`: the workspace's. `folder`: the one that mono works in, from which places in sources are said.
    /// `saysKnown`: also of targets that passed before.
    init(
        _ console: BuildConsole, showsAll: Bool, saysWhy: Bool = false, since start: ContinuousClock.Instant,
        root: AbsolutePath, folder: AbsolutePath, files: any FileSystem, saysKnown: Bool = true
    ) {
        (self.console, self.showsAll, self.saysWhy, self.start) = (console, showsAll, saysWhy, start)
        (self.root, self.folder, self.files) = (root, files.resolve(folder) ?? folder, files)
        self.saysKnown = saysKnown
    }

    func testsStarted(_ target: TargetID) {
        turn.withLock { _ in
            // It is drawn over by what comes next.
            console.draw([StatusLine(text: "testing \(target.name)", columns: 8 + target.name.count)])
        }
    }

    func testsFinished(_ report: TestReport) {
        turn.withLock { _ in
            console.draw([])
            if !saysKnown, report.isKnown { return }
            let style = console.terminal.errors.style
            let places = PrintedPlaces(
                printedIn: root / report.target.package.name, readIn: folder, files: files)
            for run in report.runs where showsAll || !run.passed {
                let text = TestPrinter.text(run.output, places)
                if !text.isEmpty { console.answer(text) }
            }
            if report.passed, report.hasNoTests { return }
            console.say(
                report.passed ? style.green(VisibleText.of(report.line)) : style.red(VisibleText.of(report.line)))
            for line in report.details(places.path) { console.say(VisibleText.of(line)) }
            for leak in report.leaks { console.say(style.red(VisibleText.of("  \(leak.sentence(in: root))"))) }
            if saysWhy { for line in report.reasons(in: root) { console.say(VisibleText.of(line)) } }
            if report.isFlaky {
                let name = report.target.name
                console.say(
                    ErrorReport(
                        severity: .warning, code: .success,
                        what: "'\(name)' is flaky: its tests passed and failed with the same program and inputs",
                        help: "until its program changes, each 'mono test' in this work tree runs it"))
            } else if let reason = report.notKept, report.passed {
                console.say(
                    ErrorReport(
                        severity: .note, code: .success,
                        what: "the results of '\(report.target.name)' are not kept: \(reason.sentence)",
                        help: reason.help))
            }
        }
    }

    /// What a test program printed, without the last line's end.
    private static func text(_ output: [UInt8], _ places: PrintedPlaces) -> String {
        var lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.map { places.line($0) ?? String($0) }.joined(separator: "\n")
    }

    /// What it all came to.
    func sum(up reports: [TestReport], of wanted: Int, _ selection: TestSelection) {
        let style = console.terminal.errors.style
        let results = reports.flatMap(\.resultsOfAllRuns)
        if results.isEmpty, reports.allSatisfy(\.passed) {
            return console.say(TestPrinter.report(ofNoTestsAmong: wanted, selection))
        }
        // A target that lost all its tests passes, and must not be taken for one that has some.
        let empty = selection.isAll ? reports.filter { $0.passed && $0.hasNoTests } : []
        if !empty.isEmpty {
            let names = empty.map { "'\($0.target.name)'" }.joined(separator: ", ")
            console.say(ErrorReport(severity: .warning, code: .success, what: "no tests in \(names)"))
        }
        let failed = reports.filter { !$0.passed }
        var saved: Int64 = 0, cached = 0
        for case .cache(let wall) in reports.map(\.source) {
            saved += wall
            cached += 1
        }
        let elapsed = (ContinuousClock.now - start).components
        let time = Words.time(seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        let skipped = results.count { $0.outcome == .skipped }
        let tests = Words.count(results.count, "test"), passed = reports.count - failed.count
        var line =
            if !failed.isEmpty {
                """
                failed: \(Words.count(failed.count, "target")) of \(wanted); \(results.count { $0.outcome == .failed }) of \
                \(tests)
                """
            } else if reports.count < wanted {
                "not complete: \(tests) passed in \(Words.count(passed, "target")) of \(wanted)"
            } else {
                "passed: \(tests) in \(Words.count(reports.count - empty.count, "target"))"
            }
        if skipped > 0 { line += ", \(skipped) skipped" }
        line += ", in \(time)"
        if cached > 0 {
            line += "; \(Words.count(cached, "target")) from the cache saved \(Words.time(milliseconds: saved))"
        }
        if reports.count < wanted { line += "; \(wanted - reports.count) not run" }
        console.say(failed.isEmpty && reports.count == wanted ? style.green(line) : style.red(line))
    }

    private static func report(ofNoTestsAmong wanted: Int, _ selection: TestSelection) -> ErrorReport {
        if wanted == 0 {
            return ErrorReport(severity: .note, code: .success, what: "no test target is affected")
        }
        if selection.isAll { return ErrorReport(severity: .warning, code: .success, what: "there are no tests") }
        return ErrorReport(
            severity: selection.wantsSome ? .error : .warning, code: .testsFailed, what: "no test matches",
            help: "'mono test --list' prints the names")
    }

    /// Targets whose programs are not there.
    func report(notBuilt targets: [TargetID]) {
        if targets.isEmpty { return }
        let names = targets.prefix(10).map { "'\($0.name)'" }.joined(separator: ", ")
        let others = targets.count > 10 ? " and \(targets.count - 10) more" : ""
        console.say(
            console.terminal.errors.style.red(
                "not tested, since \(targets.count == 1 ? "it" : "they") could not be built: \(names)\(others)"))
    }
}

extension TestReport {
    /// None ran, nor is any known from before.
    /// One of each test: of a test that failed in a run, that result.
    fileprivate var resultsOfAllRuns: [TestResult] {
        guard runs.count > 1 else { return runs.first?.results ?? [] }
        var results: [String: TestResult] = [:]
        for result in runs.flatMap(\.results) where results[result.name]?.outcome != .failed {
            results[result.name] = result
        }
        return Array(results.values)
    }

    var hasNoTests: Bool { runs.allSatisfy { $0.results.isEmpty } }

    /// It passed before, and nothing has changed since.
    var isKnown: Bool {
        if case .cache = source { return passed }
        return false
    }
}
