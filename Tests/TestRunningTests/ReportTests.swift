import Digests
import Testing

@testable import TestRunning

/// What programs leave behind of their tests, whole and in pieces.
@Suite struct ReportTests {
    private func record(_ text: String) -> XCTestRecord { XCTestRecord(Array(text.utf8)) }

    @Test("XCTest's tests: passed, skipped, failed with what they said, and the one that was running at the end")
    func xctest() {
        let found = record(
            "start\tM.C/testA\nend\tM.C/testA\tpassed\t0.25\nstart\tM.C/testB\nissue\tM.C/testB\t/a/b.swift\t7\tfirst\\nsecond\\twith \\\\\nend\tM.C/testB\tfailed\t1\nstart\tM.C/testS\nend\tM.C/testS\tskipped\t0\nstart\tM.C/testX\n"
        )
        #expect(found.results.map(\.outcome) == [.passed, .failed, .skipped, .unfinished])
        #expect(found.results[0].seconds == 0.25)
        #expect(found.results[1].issues == [.init(file: "/a/b.swift", line: 7, text: "first\nsecond\twith \\")])
        #expect(!found.isComplete)
    }

    @Test("anything else in the file is passed over, and half a line at its end")
    func garbage() {
        let found = record(
            "\u{0}\u{1}\tx\nend\tM.C/never\tpassed\t1\nstart\tM.C/t\nend\tM.C/t\tmagnificent\t1\n\t\t\n\nend\tM.C/t\tpassed\tx\ndone\nstart\tM.C/ha"
        )
        #expect(found.results == [TestResult(library: .xctest, name: "M.C/t", outcome: .passed)])
        #expect(found.isComplete)
        #expect(record("").results.isEmpty && record("\n").results.isEmpty && record("start\tM").results.isEmpty)
    }

    @Test(
        "a time that is none counts as no time, and the results can be kept",
        arguments: ["nan", "inf", "-inf", "-1", "1e300"])
    func implausible(time: String) {
        let found = record("start\tM.C/t\nend\tM.C/t\tpassed\t\(time)\ndone\n").results
        #expect(found.map(\.seconds) == [0])
        #expect(TestReportFormat.decode(TestReportFormat.encode(.init(results: found)))?.results == found)
    }

    static let stream = #"""
        {"kind":"test","payload":{"id":"M.f()/F.swift:1:2","kind":"function"},"version":0}
        {"kind":"test","payload":{"id":"M.S","kind":"suite"},"version":0}
        {"kind":"test","payload":{"id":"M.S/p(_:)/F.swift:3:4","kind":"function"},"version":0}
        {"kind":"test","payload":{"id":"M.skipped()/F.swift:5:6","kind":"function"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.0},"kind":"testStarted","messages":[],"testID":"M.S"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.0},"kind":"testStarted","messages":[],"testID":"M.f()/F.swift:1:2"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.0},"kind":"testSkipped","messages":[{"symbol":"skip","text":"no"}],"testID":"M.skipped()/F.swift:5:6"},"version":0}
        not JSON
        {"kind":"event","payload":{"instant":{"absolute":10.5},"kind":"issueRecorded","issue":{"isKnown":false,"sourceLocation":{"_filePath":"/x/F.swift","line":9}},"messages":[{"symbol":"fail","text":"Expectation failed"}],"testID":"M.f()/F.swift:1:2"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.5},"kind":"testEnded","messages":[{"symbol":"fail","text":"failed"}],"testID":"M.f()/F.swift:1:2"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.5},"kind":"testStarted","messages":[],"testID":"M.S/p(_:)/F.swift:3:4"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":11.5},"kind":"testEnded","messages":[{"symbol":"passWithKnownIssue","text":"passed"}],"testID":"M.S/p(_:)/F.swift:3:4"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":11.5},"kind":"testEnded","messages":[{"symbol":"fail","text":"failed"}],"testID":"M.S"},"version":0}

        """#

    @Test("Swift Testing's events: functions count, suites do not; a known issue is no failure")
    func events() {
        let found = SwiftTestingEvents(Array(Self.stream.utf8))
        #expect(found.results.map(\.name) == ["M.f()", "M.skipped()", "M.S/p(_:)"])
        #expect(found.results.map(\.outcome) == [.failed, .skipped, .passed])
        #expect(found.results[0].issues == [.init(file: "/x/F.swift", line: 9, text: "Expectation failed")])
        #expect(found.results[2].seconds == 1)
        #expect(!found.isComplete)
        let whole = SwiftTestingEvents(
            Array((Self.stream + #"{"kind":"event","payload":{"kind":"runEnded","messages":[]}}"#).utf8))
        #expect(whole.isComplete)
    }

    @Test("an issue of a suite, whose tests were never run, is a failure")
    func suiteIssue() {
        let found = SwiftTestingEvents(
            Array(
                #"{"kind":"event","payload":{"kind":"issueRecorded","issue":{"isKnown":false},"messages":[{"symbol":"fail","text":"no"}],"testID":"M.S"}}"#
                    .utf8))
        #expect(found.results.map(\.outcome) == [.failed] && found.results.map(\.name) == ["M.S"])
    }

    @Test("an issue of no test is told as the run's, unless it is known or a warning")
    func issueOfNoTest() {
        func event(_ issue: String) -> String {
            #"{"kind":"event","payload":{"kind":"issueRecorded","issue":{"# + issue
                + #"},"messages":[{"symbol":"fail","text":"late"}]}}"# + "\n"
        }
        let place = #""sourceLocation":{"_filePath":"/x/F.swift","line":3}"#
        let text =
            event(#""isKnown":false,"# + place) + event(#""isKnown":true"#)
            + event(#""isKnown":false,"severity":"warning""#)
        let found = SwiftTestingEvents(Array(text.utf8))
        #expect(found.issues == [.init(file: "/x/F.swift", line: 3, text: "late")] && found.results.isEmpty)
        #expect(found.warnings == [.init(file: "", line: 0, text: "late")])
    }

    @Test("a warning is told with its test, which passes")
    func warning() {
        let lines = [
            #"{"kind":"test","payload":{"id":"M.f()/F.swift:1:2","kind":"function"},"version":"6.3.0"}"#,
            #"{"kind":"event","payload":{"kind":"testStarted","messages":[],"testID":"M.f()/F.swift:1:2"},"version":"6.3.0"}"#,
            #"{"kind":"event","payload":{"issue":{"isFailure":false,"isKnown":false,"severity":"warning","sourceLocation":{"_filePath":"F.swift","line":5}},"kind":"issueRecorded","messages":[{"symbol":"warning","text":"Issue recorded"},{"symbol":"details","text":"old"}],"testID":"M.f()/F.swift:1:2"},"version":"6.3.0"}"#,
            #"{"kind":"event","payload":{"kind":"testEnded","messages":[{"symbol":"pass","text":"passed with 1 warning"}],"testID":"M.f()/F.swift:1:2"},"version":"6.3.0"}"#,
        ]
        let found = SwiftTestingEvents(Array(lines.joined(separator: "\n").utf8))
        #expect(found.results.map(\.outcome) == [.passed] && found.results[0].issues.isEmpty && found.issues.isEmpty)
        #expect(found.results[0].warnings == [.init(file: "F.swift", line: 5, text: "Issue recorded\nold")])
    }

    @Test("what is kept is what is read back; failures are never read back")
    func format() {
        let results = [
            TestResult(library: .xctest, name: "M.C/t\n", outcome: .passed, seconds: 0.5),
            TestResult(library: .swiftTesting, name: "M.f()", outcome: .skipped),
        ]
        let warning = TestResult.Issue(file: "F.swift", line: 3, text: "two\nlines")
        let content = TestReportFormat.Content(
            results: results + [
                TestResult(library: .swiftTesting, name: "M.g()", outcome: .passed, warnings: [warning])
            ], warnings: [warning, warning])
        #expect(TestReportFormat.decode(TestReportFormat.encode(content)) == content)
        #expect(
            TestReportFormat.decode(
                TestReportFormat.encode(.init(results: [TestResult(library: .xctest, name: "x", outcome: .failed)])))
                == nil)
        var damaged = TestReportFormat.encode(content)
        damaged[damaged.count - 1] ^= 1
        #expect(TestReportFormat.decode(damaged) == nil && TestReportFormat.decode([]) == nil)
    }

    /// The digest was computed by other means; if this test fails, reports that caches hold are not found any more.
    @Test("a report is written as it always was")
    func reportBytes() {
        let content = TestReportFormat.Content(
            results: [
                TestResult(library: .xctest, name: "M.C/t\n", outcome: .passed, seconds: 0.5),
                TestResult(
                    library: .swiftTesting, name: "M.f()", outcome: .skipped,
                    warnings: [.init(file: "F.swift", line: 3, text: "two\nlines")]),
            ], warnings: [.init(file: "é", line: -1, text: "")])
        let bytes = TestReportFormat.encode(content)
        #expect(ContentDigest(of: bytes).hex == "cc20608fee7eb8d5a2a2f926f833a9749ca82e98b98fe5243b38398f314a2a1d")
        #expect(TestReportFormat.decode(bytes) == content)
    }

    @Test("a report cut short anywhere, or of more results than it can hold, is none")
    func hostileReport() {
        let issue = TestResult.Issue(file: "F.swift", line: 3, text: "x")
        let result = TestResult(library: .xctest, name: "t", outcome: .passed, warnings: [issue])
        let bytes = TestReportFormat.encode(.init(results: [result]))
        for length in bytes.indices { #expect(TestReportFormat.decode(Array(bytes[..<length])) == nil) }
        for count in [Int.max, 1 << 40, -1] {
            var writer = RecordWriter()
            writer.fixed(2)
            writer.fixed(count)
            #expect(TestReportFormat.decode(Array(ContentDigest(of: writer.bytes).hex.utf8) + writer.bytes) == nil)
        }
    }
}
