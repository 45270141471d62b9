import Synchronization
import Targets
import Testing
import TestRunning

@testable import MonoCommands

/// How tests are told of: lines for people, XML for programs, and what `mono test` ends with.
@Suite struct TestTellingTests {
    private static let target = TargetID(PackageID("."), "T")
    private static let results = [
        TestResult(library: .xctest, name: "T.C/testA", outcome: .passed, seconds: 0.5),
        TestResult(library: .xctest, name: "T.C/testS", outcome: .skipped),
        TestResult(
            library: .xctest, name: "T.C/testF", outcome: .failed,
            issues: [.init(file: "/a.swift", line: 3, text: "\"1\" < 2 & \u{1B}[31mred\nsecond")]),
        TestResult(library: .swiftTesting, name: "T.free()", outcome: .unfinished),
    ]

    private func report(_ ending: TestEnding, _ results: [TestResult] = results, times: Int = 1) -> TestReport {
        TestReport(
            target: Self.target, source: .run,
            runs: Array(repeating: TestRun(results: results, ending: ending, wall: 2), count: times))
    }

    @Test("a line for each target")
    func lines() {
        #expect(report(.passed, Array(Self.results.prefix(2))).line == "T passed: 2 tests, 1 skipped, 2.0 s")
        #expect(report(.failed).line == "T failed: 1 of 4 tests, 1 skipped, 2.0 s")
        #expect(report(.crashed(signal: 11)).line == "T crashed (signal 11): 4 tests, 1 skipped, 2.0 s")
        #expect(report(.timedOut(seconds: 90)).line == "T did not end within 1 min 30 s: 4 tests, 1 skipped, 2.0 s")
        #expect(report(.passed, times: 3).line == "T passed 3 of 3 times, in 6.0 s")
        var cached = report(.passed, Array(Self.results.prefix(2)))
        cached.source = .cache(wall: 12_300)
        #expect(cached.line == "T passed, from cache: 2 tests, 1 skipped, 12.3 s saved")
    }

    @Test("what failed is told with its place, and what was running; the same said often is told once")
    func details() {
        let crashed = report(.crashed(signal: 11)).details
        #expect(crashed.contains("  T.free() was running") && crashed.contains("  T.C/testF"))
        #expect(crashed.contains { $0.hasPrefix("    /a.swift:3: ") })
        #expect(report(.failed, times: 5).details == report(.failed).details)
    }

    @Test(
        "a test's class and name in JUnit's XML, as SwiftPM writes them",
        arguments: [
            ("M.C/testA", "M.C", "testA"), ("M.free()", "M", "free()"), ("M.S/Inner/many(_:)", "M.S.Inner", "many(_:)"),
            ("M.S/`up/down. or not`()", "M.S", "`up/down. or not`()"), ("M.`a.b/c`()", "M", "`a.b/c`()"),
            ("odd", "", "odd"),
        ])
    func names(_ whole: String, _ owner: String, _ name: String) {
        let parts = JUnitReport.parts(of: whole)
        #expect(parts.owner == owner && parts.name == name)
    }

    @Test("JUnit's XML: escaped, without characters that XML does not know; a crash is an error")
    func xml() {
        let text = JUnitReport([report(.crashed(signal: 11))]).text
        #expect(text.contains(#"<testsuite name=".:T" tests="4" failures="1" errors="1" skipped="1" time="2.000">"#))
        #expect(text.contains(#"<testcase classname="T.C" name="testA" time="0.500000"/>"#))
        #expect(text.contains("&quot;1&quot; &lt; 2 &amp; \u{FFFD}[31mred&#10;second"))
        #expect(text.contains(#"<error message="the program crashed (signal 11)"/>"#))
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains(#"<testcase classname="T" name="free()""#))
        // A crash in no test is an error all the same.
        #expect(JUnitReport([report(.crashed(signal: 11), [])]).text.contains(#"tests="0" failures="0" errors="1""#))
    }
}
