import Disk
import TestRunning

/// The results of tests as JUnit's XML: a suite a target, a case a test. Files are named from the workspace's root.
struct JUnitReport {
    let text: String

    /// Looks whether the files are there that failures name.
    init(_ reports: [TestReport], root: AbsolutePath, files: any FileSystem) {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        for report in reports {
            let places = PrintedPlaces(printedIn: root / report.target.package.name, readIn: root, files: files)
            for run in report.runs { JUnitReport.write(run, of: report, places, to: &text) }
        }
        self.text = text + "</testsuites>\n"
    }

    private static func write(_ run: TestRun, of report: TestReport, _ places: PrintedPlaces, to text: inout String) {
        // A program that ended in another way than its tests said is an error of its own.
        let isOdd = ![.passed, .failed].contains(run.ending)
        var errors = run.issues.map { "\(places.path($0.file)):\($0.line): \($0.text)" }
        if isOdd { errors.append("the program \(run.ending.sentence)") }
        text += "  <testsuite name=\(quoted(report.target.description)) tests=\"\(run.results.count)\""
        text +=
            """
             failures=\"\(run.count(.failed))\" \
            errors=\"\(run.count(.unfinished) + run.issues.count + (isOdd && run.count(.unfinished) == 0 ? 1 : 0))\"
            """
        text += " skipped=\"\(run.count(.skipped))\" time=\"\(Words.decimal(run.wall, 3))\">\n"
        for result in run.results {
            let (owner, name) = parts(of: result.name)
            text +=
                """
                    <testcase classname=\(quoted(owner)) name=\(quoted(name)) \
                time=\"\(Words.decimal(max(0, result.seconds), 6))\"
                """
            var inside = result.issues.map { issue in
                let place = escaped("\(places.path(issue.file)):\(issue.line)")
                return "      <failure message=\(quoted(issue.text))>\(place)</failure>\n"
            }
            switch result.outcome {
            case .passed: inside = []
            case .skipped: inside = ["      <skipped/>\n"]
            case .failed: if inside.isEmpty { inside = ["      <failure message=\"failed\"/>\n"] }
            case .unfinished: inside.append("      <error message=\(quoted("the program \(run.ending.sentence)"))/>\n")
            }
            text += inside.isEmpty ? "/>\n" : ">\n\(inside.joined())    </testcase>\n"
        }
        if !errors.isEmpty { text += "    <system-err>\(escaped(errors.joined(separator: "\n")))</system-err>\n" }
        text += "  </testsuite>\n"
    }

    /// `Module.Suite/Inner/test()` as SwiftPM writes it, so that both reports name a test alike: the class is
    /// `Module.Suite.Inner`, or `Module`.
    static func parts(of name: String) -> (owner: String, name: String) {
        // Between backticks anything may stand.
        var isQuoted = false, slash: String.Index?
        for at in name.indices {
            if name[at] == "`" { isQuoted.toggle() }
            if name[at] == "/", !isQuoted { slash = at }
        }
        guard let end = slash ?? name.firstIndex(of: ".") else { return ("", name) }
        let owner = String(name[..<end].map { $0 == "/" ? "." : $0 })
        return (owner, String(name[name.index(after: end)...]))
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// XML knows no control characters but three, not even escaped.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
