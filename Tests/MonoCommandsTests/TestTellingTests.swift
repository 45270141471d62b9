import Disk
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
        let crashed = report(.crashed(signal: 11)).details()
        #expect(crashed.contains("  T.free() was running") && crashed.contains("  T.C/testF"))
        #expect(crashed.contains { $0.hasPrefix("    /a.swift:3: ") })
        #expect(report(.failed, times: 5).details() == report(.failed).details())
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

    private func xml(_ reports: [TestReport], _ files: InMemoryFileSystem = InMemoryFileSystem()) -> String {
        JUnitReport(reports, root: AbsolutePath("/w"), files: files).text
    }

    @Test("a failure's file is named from the workspace's root, or from where mono works")
    func places() throws {
        let files = InMemoryFileSystem()
        try files.write([], to: AbsolutePath("/w/Packages/Brain/Tests/a.swift"))
        var failed = report(
            .failed,
            [
                TestResult(
                    library: .xctest, name: "T.C/testF", outcome: .failed,
                    issues: ["Tests/a.swift", "Tests/gone.swift"].map { .init(file: $0, line: 3, text: "no") })
            ])
        failed.target = TargetID(PackageID("Packages/Brain"), "T")
        failed.runs[0].output = Array("Tests/a.swift:3: error: T.C.testF : no\nmore\n".utf8)
        let text = xml([failed], files)
        #expect(text.contains(">Packages/Brain/Tests/a.swift:3</failure>"))
        #expect(text.contains(">Tests/gone.swift:3</failure>"))

        for (folder, path) in [("/w", "Packages/Brain/Tests/a.swift"), ("/w/Packages/Net", "../Brain/Tests/a.swift")] {
            let (console, output, errors) = BuildEvents.console()
            TestPrinter(
                console, showsAll: false, since: .now, root: AbsolutePath("/w"), folder: AbsolutePath(folder),
                files: files
            ).testsFinished(failed)
            #expect(output.text == "\(path):3: error: T.C.testF : no\nmore\n")
            #expect(errors.text.contains("\n    \(path):3: no\n    Tests/gone.swift:3: no\n"))
        }
    }

    @Test("JUnit's XML: escaped, without characters that XML does not know; a crash is an error")
    func xml() {
        let text = xml([report(.crashed(signal: 11))])
        #expect(text.contains(#"<testsuite name=".:T" tests="4" failures="1" errors="1" skipped="1" time="2.000">"#))
        #expect(text.contains(#"<testcase classname="T.C" name="testA" time="0.500000"/>"#))
        #expect(text.contains("&quot;1&quot; &lt; 2 &amp; \u{FFFD}[31mred&#10;second"))
        #expect(text.contains(#"<error message="the program crashed (signal 11)"/>"#))
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains(#"<testcase classname="T" name="free()""#))
        // A crash in no test is an error all the same.
        #expect(xml([report(.crashed(signal: 11), [])]).contains(#"tests="0" failures="0" errors="1""#))
    }
}
