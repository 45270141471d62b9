import Foundation

/// The figures in `Benchmarks/Digests.md`, between two marks.
enum Page {
    private static let begin = "<!-- figures begin: written by mutation-corpus --record -->"
    private static let end = "<!-- figures end -->"

    static func record(_ report: Report) throws {
        let place = Options.repository + "/Benchmarks/Digests.md"
        let page = try String(contentsOfFile: place, encoding: .utf8)
        guard let begin = page.range(of: begin), let end = page.range(of: end), begin.upperBound <= end.lowerBound
        else { throw CorpusError("the page has no '\(Page.begin)' and '\(Page.end)'") }
        let version = try Run.compilerVersion().split(separator: "\n").first.map(String.init) ?? ""
        let text = (["", version + ".", ""] + report.lines + report.details + [""]).joined(separator: "\n")
        try (page[..<begin.upperBound] + text + page[end.lowerBound...]).write(toFile: place, atomically: true, encoding: .utf8)
        print("\nrecorded in \(place)")
    }
}
