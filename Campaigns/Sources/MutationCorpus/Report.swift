import DigestFacts
import Foundation

/// The table: what each digest would have rebuilt, and what it would have had to.
struct Report {
    let findings: [Finding]
    /// Facts known by hand that did not come out so.
    var contradictions: [String] = []

    /// A digest, by what it says of an edit.
    private struct Column {
        var name: String
        var changed: (Finding) -> Bool?
    }

    private let columns = [
        Column(name: "module bytes") { $0.bytesChanged },
        Column(name: "public interface") { $0.textChanged },
        Column(name: "package interface") { $0.packageTextChanged },
        Column(name: "ABI digest") { $0.digestChanged },
    ]

    /// Precision counts edits that change the bytes and nothing for a client; headers have no digest but their bytes.
    private func harmless(_ finding: Finding) -> Bool {
        finding.difference == nil && finding.bytesChanged && !finding.isHeader
    }

    private var shown: [Column] { findings.contains { $0.digestChanged != nil } ? columns : columns.dropLast() }

    private func missed(_ column: Column, _ findings: [Finding]) -> [Finding] {
        findings.filter { $0.difference != nil && !$0.isHeader && column.changed($0) == false }
    }

    private func kept(_ column: Column, _ findings: [Finding]) -> Int {
        findings.filter { harmless($0) && column.changed($0) == false }.count
    }

    /// Differences that the ABI digest does not show.
    var isSound: Bool { missed(columns[3], findings).isEmpty && testableMisses.isEmpty && contradictions.isEmpty }
    var testableMisses: [Finding] {
        findings.filter { $0.testableDifference != nil && !$0.isHeader && !$0.bytesChanged }
    }

    var lines: [String] {
        var lines = [
            "| category | edits | clients differ | of them misbehave | keep the clients, change the bytes |"
                + shown.map { " \($0.name): missed | kept |" }.joined(),
            "|---|---|---|---|---|" + String(repeating: "---|---|", count: shown.count),
        ]
        let categories = Dictionary(grouping: findings, by: \.category).sorted { $0.key < $1.key }
        for (category, group) in categories { lines.append(row(category, group)) }
        lines.append(row("**all**", findings))
        return lines
    }

    private func row(_ name: String, _ group: [Finding]) -> String {
        let differ = group.filter { $0.difference != nil }
        let harmless = group.filter(harmless).count
        var row = """
            | \(name) | \(group.count) | \(differ.count) | \(differ.filter { $0.misbehaviour != nil }.count) | \(harmless) \
            |
            """
        for column in shown {
            let missed = missed(column, group).count
            let share =
                harmless == 0 ? "" : String(format: "%.0f %%", 100 * Double(kept(column, group)) / Double(harmless))
            row += " \(missed == 0 ? "0" : "**\(missed)**") | \(share) |"
        }
        return row
    }

    var details: [String] {
        var lines: [String] = []
        func list(_ title: String, _ found: [Finding], _ text: (Finding) -> String?) {
            guard !found.isEmpty else { return }
            lines += ["", title, ""] + found.map { "- `\($0.id)`" + (text($0).map { ": \($0)" } ?? "") }
        }
        func harm(_ finding: Finding) -> String? {
            [finding.difference, finding.misbehaviour].compactMap(\.self).joined(separator: "; ")
        }
        // The package interface misses what the public one does, but for declarations of the package.
        for column in shown where column.name != "package interface" {
            list("Missed by the \(column.name): clients differ, the digest does not.", missed(column, findings), harm)
        }
        list("Testable clients differ, the module's bytes do not.", testableMisses, \.testableDifference)
        list(
            "Clients are rebuilt for nothing by the ABI digest.",
            findings.filter { harmless($0) && $0.digestChanged == true }
        ) {
            $0.reason.map { "`\($0.prefix(160))`" }
        }
        let legs = Set(findings.flatMap(\.onlyShownBy)).sorted()
        if !legs.isEmpty { lines += ["", "With one kind of the digest's lines switched off, it would miss:", ""] }
        for leg in legs {
            let missed = findings.filter { $0.onlyShownBy.contains(leg) }
            lines.append(
                "- `\(leg)`: \(missed.count), such as " + missed.prefix(3).map { "`\($0.id)`" }.joined(separator: ", "))
        }
        list("The same module's bytes gave two ABI digests.", findings.filter(\.hasTwoDigests)) {
            $0.reason.map { "`\($0.prefix(160))`" }
        }
        if !contradictions.isEmpty {
            lines +=
                ["", "Facts known by hand (`Corpus.facts`) that are not so:", ""] + contradictions.map { "- \($0)" }
        }
        list(
            "Not what was measured by hand.",
            findings.filter {
                $0.expectation == "breaks" && $0.difference == nil || $0.expectation == "keeps" && $0.difference != nil
            }
        ) { "expected: \($0.expectation ?? ""), found: \($0.difference ?? "no difference")" }
        return lines
    }

    /// The edits, each with what it does: for whoever wants to look one up.
    var all: [String] {
        findings.map { finding in
            let marks = [
                finding.bytesChanged ? "bytes" : nil, finding.textChanged ? "public" : nil,
                finding.packageTextChanged ? "package" : nil,
                finding.digestChanged == true ? "abi" : nil,
            ].compactMap(\.self).joined(separator: ",")
            return
                "\(finding.id)\t\(finding.difference ?? "same")\t\(finding.misbehaviour ?? "")\t\(finding.testableDifference ?? "same")\t\(marks)\t\(finding.reason ?? "")"
        }
    }
}
