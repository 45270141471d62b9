import Foundation
import Measuring

/// What a replay came to, as a section of `Benchmarks/History.md` between two marks.
struct HistoryPage {
    let options: ReplayOptions
    let machine: Machine
    let builders: [String]
    let steps: [Replay.Step]

    var text: String {
        // A commit counts where all could build it.
        let whole = steps.filter { step in step.built.allSatisfy { $0 != nil } }
        var lines = ["### \(options.name)", ""]
        lines.append(
            """
            Replayed on \(today()): \(steps.count) commits up to \(steps.last?.commit.short ?? "none"), of which \
            \(whole.count) build under all.
            """
                + (options.verifies
                    ? " After each, what mono had skipped was compiled and found the same, byte for byte." : ""))
        let skipped = steps.map(\.skipped).reduce(0, +), few = steps.map(\.butForEntries).reduce(0, +)
        if skipped > 0 {
            let except = few == 0 ? "" : ", in \(few) of them but for entries of debug information"
            lines.append(
                """
                `\(builders[0])` skipped \(skipped) compiles that `\(builders[1])` ran: objects and modules were the \
                same, byte for byte\(except).
                """
            )
        }
        lines.append("")
        lines += machine.lines.map { "- \($0)" }
        lines += [
            "", "| | modules compiled | most in one commit | commits without any | seconds, all | median |",
            "|---|---|---|---|---|---|",
        ]
        for (index, name) in builders.enumerated() {
            let built = whole.map { $0.built[index]! }
            let times = built.map(\.seconds).sorted()
            lines.append(
                """
                | `\(name)` | \(built.map(\.compiled.count).reduce(0, +)) | \(built.map(\.compiled.count).max() ?? 0) \
                | 
                """
                    + "\(built.count { $0.compiled.isEmpty }) | \(String(format: "%.0f", times.reduce(0, +))) | "
                    + "\(times.isEmpty ? "" : seconds(times[times.count / 2])) |")
        }
        return lines.joined(separator: "\n")
    }
}
