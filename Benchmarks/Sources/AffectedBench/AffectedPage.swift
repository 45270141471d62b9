import Foundation
import Measuring

/// The figures in `Benchmarks/Affected.md`, between two marks.
struct AffectedPage {
    /// What mono is to stay within: this many times what git takes.
    static let target = 2.0

    let machine: Machine
    let outcomes: [Outcome]
    /// By number of targets.
    let cold: [Int: Double]
    let options: BenchOptions

    var text: String {
        var lines = [
            """
            Measured on \(today()), load average at the start \(String(format: "%.1f", machine.load)); medians of \
            \(options.rounds) runs.
            """
                + (options.note.map { " " + $0 } ?? ""), "",
        ]
        lines += machine.lines.map { "- \($0)" }
        lines += [
            "",
            """
            | targets | edited | named | `git diff` | `git ls-files` | both in turn | both at once | `mono affected` | \
            to both in turn | to both at once | within \(Int(AffectedPage.target)) |
            """,
        ]
        lines.append("|---|---|---|---|---|---|---|---|---|---|---|")
        for outcome in outcomes {
            let cells = [
                "\(outcome.repo.targets)", outcome.edit.title, "\(outcome.named)", middle(outcome.diff),
                middle(outcome.listing), seconds(outcome.sum),
                middle(outcome.both),
                "\(middle(outcome.mono)) (\(seconds(outcome.mono.min()!)) to \(seconds(outcome.mono.max()!)))",
                ratio(outcome.ratio),
                ratio(outcome.ratioToBoth), outcome.ratio <= AffectedPage.target ? "yes" : "no",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return (lines + growth + coldLines).joined(separator: "\n")
    }

    /// How many times as long the largest takes as the smallest.
    private var growth: [String] {
        guard let least = outcomes.map(\.repo.targets).min(), let most = outcomes.map(\.repo.targets).max(),
            least < most
        else { return [] }
        var lines = [
            "", "From \(least) to \(most) targets, \(most / least) times as many:", "",
            "| edited | git, both in turn | `mono affected` |", "|---|---|---|",
        ]
        for edit in Edit.allCases {
            let found = outcomes.filter { $0.edit == edit }
            guard let small = found.first(where: { $0.repo.targets == least }),
                let large = found.first(where: { $0.repo.targets == most })
            else { continue }
            lines.append(
                """
                | \(edit.title) | × \(ratio(large.sum / small.sum)) | × \
                \(ratio(median(large.mono) / median(small.mono))) |
                """
            )
        }
        return lines
    }

    private var coldLines: [String] {
        if cold.isEmpty { return [] }
        return [
            "",
            "With nothing remembered, where SwiftPM evaluates every manifest, once: "
                + cold.sorted { $0.key < $1.key }.map { "\(seconds($0.value)) with \($0.key) targets" }.joined(
                    separator: ", ") + ".",
        ]
    }

    private func middle(_ times: [Double]) -> String { seconds(median(times)) }

    private func ratio(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.0f", value) }
}
