import Foundation
import Measuring

/// The table in `Benchmarks/README.md`, between two marks. Rows of scenarios that were not measured this time stay as
/// long as they are of the same machine and the same versions.
struct Record {
    static let begin = "<!-- figures begin: written by mono-bench --record -->"
    static let end = "<!-- figures end -->"

    private static let head = [
        "| scenario | `swift build` | `mono build` | ratio | to reach | reached |", "|---|---|---|---|---|---|",
    ]

    let facts: [String]
    private let remark: String
    private let rows: [String]

    init(_ outcomes: [Outcome], _ machine: Machine, note: String?) {
        facts = machine.lines.map { "- \($0)" }
        let load = String(format: "%.1f", machine.load)
        remark = "Measured on \(today()), load average at the start \(load).\(note.map { " " + $0 } ?? "")"
        rows = outcomes.map(Record.row)
    }

    private static func row(_ outcome: Outcome) -> String {
        let ratio = String(format: outcome.ratio < 0.1 ? "%.3f" : "%.2f", outcome.ratio)
        let target = outcome.scenario.target
        let reached = target.map { outcome.ratio <= $0 ? "yes" : "no" } ?? ""
        return
            """
            | \(outcome.scenario.title) | \(cell(outcome.swift)) | \(cell(outcome.mono)) | \(ratio) | \
            \(target.map { "\($0)" } ?? "") | \(reached) |
            """
    }

    /// The median, and from where to where the runs went.
    private static func cell(_ times: Times) -> String {
        if times.wall.count == 1 { return seconds(times.median) + " (once)" }
        let range = times.range
        return
            """
            \(seconds(times.median)) (\(seconds(range.lowerBound)) to \(seconds(range.upperBound)), \
            \(times.wall.count) runs)
            """
    }

    var text: String { block(rows) }

    /// `page` with this record in it.
    func entered(into page: String) throws -> String {
        guard let begin = page.range(of: Record.begin), let end = page.range(of: Record.end),
            begin.upperBound <= end.lowerBound
        else { throw RunError("the page has no '\(Record.begin)' and '\(Record.end)'") }
        let old = page[begin.upperBound..<end.lowerBound].split(separator: "\n").map(String.init)
        var kept: [String: String] = [:]
        if old.filter({ $0.hasPrefix("- ") }) == facts {
            for row in old where row.hasPrefix("| ") { kept[Record.title(of: row)] = row }
        }
        for row in rows { kept[Record.title(of: row)] = row }
        let ordered = Scenario.allCases.compactMap { kept[$0.title] }
        return page[..<begin.upperBound] + "\n" + block(ordered) + "\n" + page[end.lowerBound...]
    }

    private func block(_ rows: [String]) -> String {
        ([remark, ""] + facts + [""] + Record.head + rows).joined(separator: "\n")
    }

    private static func title(of row: String) -> String {
        row.split(separator: "|").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }
}
