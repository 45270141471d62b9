import BuildEngine
import Digests

/// How the results of a run that passed are kept in the cache: others wrote such reports and will read them, so each
/// number has its 8 bytes, and the seal is in hexadecimal digits.
enum TestReportFormat {
    private static let format = 2

    struct Content: Hashable {
        var results: [TestResult]
        var warnings: [TestResult.Issue] = []
    }

    static func encode(_ content: Content) -> [UInt8] {
        var writer = RecordWriter()
        writer.fixed(format)
        writer.fixed(content.results.count)
        for result in content.results {
            write(result.library.rawValue, to: &writer)
            write(result.name, to: &writer)
            write(result.outcome.rawValue, to: &writer)
            writer.fixed(Int((result.seconds * 1e6).rounded()))
            write(result.warnings, to: &writer)
        }
        write(content.warnings, to: &writer)
        return Array(ContentDigest(of: writer.bytes).hex.utf8) + writer.bytes
    }

    /// Nil for anything else than what `encode` makes of results that passed or were skipped.
    static func decode(_ bytes: [UInt8]) -> Content? {
        let content = Array(bytes.dropFirst(sealLength))
        guard bytes.prefix(sealLength).elementsEqual(ContentDigest(of: content).hex.utf8) else { return nil }
        var reader = RecordReader(content)
        do {
            guard try reader.fixed() == format else { return nil }
            let results = try list(from: &reader, result)
            let warnings = try list(from: &reader, issue)
            try reader.finish()
            return Content(results: results, warnings: warnings)
        } catch { return nil }
    }

    private static let sealLength = 2 * ContentDigest.hashLength

    private static func write(_ text: String, to writer: inout RecordWriter) {
        writer.fixed(text.utf8.count)
        writer.writeRaw(text.utf8)
    }

    private static func write(_ issues: [TestResult.Issue], to writer: inout RecordWriter) {
        writer.fixed(issues.count)
        for issue in issues {
            write(issue.file, to: &writer)
            writer.fixed(issue.line)
            write(issue.text, to: &writer)
        }
    }

    private static func result(from reader: inout RecordReader) throws(MalformedRecord) -> TestResult {
        guard let library = TestResult.Library(rawValue: try text(from: &reader)) else { throw MalformedRecord() }
        let name = try text(from: &reader)
        let outcome = TestResult.Outcome(rawValue: try text(from: &reader))
        guard let outcome, outcome == .passed || outcome == .skipped else { throw MalformedRecord() }
        let time = try reader.fixed(), warnings = try list(from: &reader, issue)
        return TestResult(
            library: library, name: name, outcome: outcome, seconds: Double(time) / 1e6, warnings: warnings)
    }

    private static func issue(from reader: inout RecordReader) throws(MalformedRecord) -> TestResult.Issue {
        .init(file: try text(from: &reader), line: try reader.fixed(), text: try text(from: &reader))
    }

    private static func text(from reader: inout RecordReader) throws(MalformedRecord) -> String {
        try reader.text(length: try reader.fixed())
    }

    private static func list<Element>(
        from reader: inout RecordReader, _ element: (inout RecordReader) throws(MalformedRecord) -> Element
    ) throws(MalformedRecord) -> [Element] {
        // A count that is too large meets the end of the bytes before long: no element is empty.
        let count = try reader.fixed()
        if count < 0 { throw MalformedRecord() }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try element(&reader)) }
        return elements
    }
}
