import BuildEngine
import Digests

/// How the results of a run that passed are kept in the cache.
enum TestReportFormat {
    private static let format = 2

    struct Content: Hashable {
        var results: [TestResult]
        var warnings: [TestResult.Issue] = []
    }

    static func encode(_ content: Content) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(format)
        writer.write(content.results.count)
        for result in content.results {
            writer.write(result.library.rawValue)
            writer.write(result.name)
            writer.write(result.outcome.rawValue)
            writer.write(Int((result.seconds * 1e6).rounded()))
            write(result.warnings, to: &writer)
        }
        write(content.warnings, to: &writer)
        return writer.sealed()
    }

    /// Nil for anything else than what `encode` makes of results that passed or were skipped.
    static func decode(_ bytes: [UInt8]) -> Content? {
        guard var reader = ByteReader(sealed: bytes), reader.number() == format, let count = reader.count() else { return nil }
        var results: [TestResult] = []
        for _ in 0..<count {
            guard let library = reader.text().flatMap(TestResult.Library.init), let name = reader.text(),
                let outcome = reader.text().flatMap(TestResult.Outcome.init), outcome == .passed || outcome == .skipped,
                let time = reader.number(), let warnings = issues(from: &reader)
            else { return nil }
            results.append(TestResult(library: library, name: name, outcome: outcome, seconds: Double(time) / 1e6, warnings: warnings))
        }
        guard let warnings = issues(from: &reader) else { return nil }
        return Content(results: results, warnings: warnings)
    }

    private static func write(_ issues: [TestResult.Issue], to writer: inout ByteWriter) {
        writer.write(issues.count)
        for issue in issues {
            writer.write(issue.file)
            writer.write(issue.line)
            writer.write(issue.text)
        }
    }

    private static func issues(from reader: inout ByteReader) -> [TestResult.Issue]? {
        guard let count = reader.count() else { return nil }
        var issues: [TestResult.Issue] = []
        for _ in 0..<count {
            guard let file = reader.text(), let line = reader.number(), let text = reader.text() else { return nil }
            issues.append(.init(file: file, line: line, text: text))
        }
        return issues
    }
}
