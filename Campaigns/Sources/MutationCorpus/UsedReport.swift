import DigestFacts
import InterfaceDigests

/// What came of it, for all edits.
struct UsedReport {
    let findings: [Finding]

    private var all: [(edit: String, used: UsedFinding)] {
        findings.flatMap { finding in finding.used.map { (finding.id, $0) } }
    }

    var isSound: Bool { !all.contains { $0.used.isMissed } }

    var lines: [String] {
        let (all, same) = (all, all.filter { $0.used.difference == nil })
        let felt = all.filter { $0.used.difference != nil }
        var lines = [
            "", "Clients, by the parts of interfaces that they use.", "",
            "| edits with each of their clients | differ | of them missed | the same | of them kept by whole interfaces | kept by used ones | everything counts |",
            "|---|---|---|---|---|---|---|",
            """
            | \(all.count) | \(felt.count) | \(felt.filter { $0.used.isMissed }.count) | \(same.count) \
            | \(same.filter { $0.used.isKeptWhole }.count) | \(same.filter { $0.used.isKept }.count) \
            | \(all.filter { $0.used.whole != nil }.count) |
            """, "",
        ]
        let reasons = Dictionary(grouping: all.compactMap(\.used.whole)) { $0 }.sorted { $0.key < $1.key }
        lines.append("Everything counts for: " + reasons.map { "\($0) (\($1.count))" }.joined(separator: ", ") + ".")
        for (edit, used) in all where used.isMissed {
            lines.append("- MISSED `\(edit)`: \(used.client): \(used.difference ?? "")")
        }
        lines += ["", "| rule | edits that need it | such as |", "|---|---|---|"]
        for rule in UsedInterface.Rule.allCases {
            let needing = all.filter { $0.used.needed.contains(rule.rawValue) }
            let first = needing.prefix(3).map { "`\($0.edit)`: \($0.used.client)" }.joined(separator: ", ")
            lines.append("| \(rule.rawValue) | \(needing.count) | \(first) |")
        }
        return lines
    }
}
