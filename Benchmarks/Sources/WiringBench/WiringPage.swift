import Foundation
import Measuring

/// The figures, as the page holds them.
struct WiringPage {
    let machine: Machine
    let outcome: Outcome
    let shape: AppShape
    /// Body edits.
    let edits: Int

    var text: String {
        var lines = ["Measured on \(today()), load average at the start \(machine.load); medians.", ""]
        lines += machine.lines.map { "- \($0)" }
        if outcome.clean.isEmpty { return (lines + ["", graph]).joined(separator: "\n") }
        lines += [
            "", "| | the graph is in the sources | mono writes it | difference | to reach | reached |",
            "|---|---|---|---|---|---|",
        ]
        lines.append(row("clean build, processor time", outcome.clean, \.processor, allowed: 0.02))
        lines.append(row("clean build, on the wall", outcome.clean, \.wall, allowed: nil))
        lines.append(row("body edit in the lowest feature, processor time", outcome.edited, \.processor, allowed: nil))
        lines.append(row("body edit in the lowest feature, on the wall", outcome.edited, \.wall, allowed: nil))
        lines += [
            "", graph,
            "", "| in the program, debug | median of \(outcome.first.count) starts | to reach | reached |",
            "|---|---|---|---|",
            row("`ObjectGraph()`: all factories are registered", outcome.registered, bar: 1_000_000),
            row("first access: all \(shape.types) types are made", outcome.first, bar: nil),
            row("later access", outcome.later, bar: nil),
        ]
        return lines.joined(separator: "\n")
    }

    private var graph: String {
        """
        Writing the graph itself: \(spread(outcome.wire))\(goal); after \(edits) body edits it was written \
        \(outcome.wiresAfterEdits) times.
        """
    }

    private var goal: String {
        shape.scopes == 0
            ? "" : " (to reach: 0.5 s, \(Outcome.median(outcome.wire) <= 0.5 ? "reached" : "not reached"))"
    }

    private func row(
        _ title: String, _ series: [GeneratedApp.Form: Outcome.Series], _ values: KeyPath<Outcome.Series, [Double]>,
        allowed: Double?
    ) -> String {
        let plain = series[.plain]?[keyPath: values] ?? [], wired = series[.wired]?[keyPath: values] ?? []
        let difference = Outcome.median(wired) / Outcome.median(plain) - 1
        let bar = allowed.map { "\(String(format: "%.0f", $0 * 100)) % | \(difference <= $0 ? "yes" : "no")" } ?? " | "
        return
            """
            | \(title) | \(spread(plain)) | \(spread(wired)) | \(String(format: "%+.1f", difference * 100)) % | \(bar) \
            |
            """
    }

    private func spread(_ values: [Double]) -> String {
        """
        \(seconds(Outcome.median(values))) (\(seconds(values.min() ?? .nan)) to \(seconds(values.max() ?? .nan)), \
        \(values.count) runs)
        """
    }

    /// Nanoseconds.
    private func row(_ title: String, _ values: [Double], bar: Double?) -> String {
        func milliseconds(_ time: Double) -> String { String(format: "%.4f ms", time / 1e6) }
        let median = Outcome.median(values)
        return
            """
            | \(title) | \(milliseconds(median)) | \
            \(bar.map { "\(milliseconds($0)) | \(median <= $0 ? "yes" : "no")" } ?? " | ") |
            """
    }
}
