import BuildEngine
import Digests

/// How the results of a run that passed are kept in the cache.
enum TestReportFormat {
    private static let format = 1

    static func encode(_ results: [TestResult]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(format)
        writer.write(results.count)
        for result in results {
            writer.write(result.library.rawValue)
            writer.write(result.name)
            writer.write(result.outcome.rawValue)
            writer.write(Int((result.seconds * 1e6).rounded()))
        }
        return writer.sealed()
    }

    /// Nil for anything else than what `encode` makes of results that passed or were skipped.
    static func decode(_ bytes: [UInt8]) -> [TestResult]? {
        guard var reader = ByteReader(sealed: bytes), reader.number() == format, let count = reader.count() else { return nil }
        var results: [TestResult] = []
        for _ in 0..<count {
            guard let library = reader.text().flatMap(TestResult.Library.init), let name = reader.text(),
                let outcome = reader.text().flatMap(TestResult.Outcome.init), outcome == .passed || outcome == .skipped,
                let time = reader.number()
            else { return nil }
            results.append(TestResult(library: library, name: name, outcome: outcome, seconds: Double(time) / 1e6))
        }
        return results
    }
}
