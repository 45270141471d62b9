import Foundation
import FoundationXML
import Measuring

/// Reads what tools say of tests.
public enum TestReports {
    /// `log`: what `swift test` printed, which alone has XCTest's tests (it writes them to no report unless each is a
    /// process of its own); `xunit`: its report of Swift Testing's.
    public static func swiftPM(log: String, xunit: String) throws -> [TestOutcome] {
        var outcomes: [TestOutcome] = [], open: [String] = []
        // Tests print what they like, in the middle of a line too.
        for match in ((try? Folders.text(log)) ?? "").matches(
            of: /Test Case '([^'\n]+)' (started|passed|failed|skipped)/)
        {
            let name = String(match.output.1)
            guard let kind = TestOutcome.Kind(rawValue: String(match.output.2)) else {
                open.append(name)
                continue
            }
            if let at = open.lastIndex(of: name) { open.remove(at: at) }
            outcomes.append(TestOutcome(name: name, kind: kind))
        }
        outcomes += open.map { TestOutcome(name: $0, kind: .unfinished) }
        return outcomes + (try cases(in: xunit).map { TestOutcome(name: $0.owner + "." + $0.name, kind: $0.kind) })
    }

    /// Of mono's report.
    public static func mono(xunit: String) throws -> [TestOutcome] {
        try cases(in: xunit).map { found in
            // Swift Testing's names end with a list of parameters. Of XCTest's the class stands for itself.
            let owner =
                found.name.hasSuffix(")") || found.name.hasSuffix("`")
                ? found.owner : found.owner.split(separator: ".").last.map(String.init) ?? ""
            return TestOutcome(name: owner + "." + found.name, kind: found.kind)
        }
    }

    /// Seconds by suite, of mono's report: what each test target's program took.
    public static func suites(xunit: String) throws -> [String: Double] { try read(xunit)?.suites ?? [:] }

    private struct Case { var owner, name: String, kind: TestOutcome.Kind }

    private static func cases(in path: String) throws -> [Case] { try read(path)?.cases ?? [] }

    private static func read(_ path: String) throws -> Reader? {
        guard let content = FileManager.default.contents(atPath: path) else { return nil }
        let parser = XMLParser(data: content), reader = Reader()
        parser.delegate = reader
        guard parser.parse() else { throw RunError("\(path) is no XML: \(parser.parserError.map { "\($0)" } ?? "")") }
        return reader
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var cases: [Case] = []
        var suites: [String: Double] = [:]

        func parser(
            _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            switch name {
            case "testcase":
                cases.append(Case(owner: attributes["classname"] ?? "", name: attributes["name"] ?? "", kind: .passed))
            case "testsuite":
                if let name = attributes["name"], let time = attributes["time"].flatMap(Double.init) {
                    suites[name] = time
                }
            case "failure": mark(.failed)
            case "error": mark(.unfinished)
            case "skipped": mark(.skipped)
            default: break
            }
        }

        private func mark(_ kind: TestOutcome.Kind) {
            guard !cases.isEmpty else { return }
            cases[cases.count - 1].kind = kind
        }
    }
}
