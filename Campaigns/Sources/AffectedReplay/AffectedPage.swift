import Foundation
import Measuring

/// What a replay came to, as a section of `Campaigns/AffectedHistory.md`.
struct AffectedPage {
    let options: Options
    let machine: Machine
    let result: AffectedReplay.Result

    private var steps: [Step] { result.steps }

    var text: String {
        var lines = ["### \(options.name)", ""]
        let last = (steps.map(\.commit) + result.failures.map(\.commit)).last
        lines.append(
            """
            Replayed on \(today()): \(steps.count + result.failures.count) commits, the last \
            \(last?.short ?? "none")\(unasked); 
            """
                + (result.failures.isEmpty
                    ? ""
                    : """
                    about \(result.failures.count) of them nothing can be said, because an end cannot be read or its \
                    modules not emitted; 
                    """)
                + "\(steps.map(\.misses.count).reduce(0, +)) misses.")
        lines.append("")
        lines += machine.lines.map { "- \($0)" }
        let changed = sum { $0.changed.count }, unknown = sum { $0.unknown.count }
        lines += [
            "",
            "Keys of compiles changed for \(changed) of \(sum { $0.targets.count }) targets, counted commit by commit"
                + (unknown == 0
                    ? "; all keys were known." : "; for \(unknown) of them because a key was not known at one end."),
            "",
            "| | targets named | whose key changed | named for each that changed | exact in |", "|---|---|---|---|---|",
            row("by paths", \.namedHere),
            row("the same without tests that only may read what changed") { $0.namedHere.subtracting($0.readers) },
            row("`--by-digest`: `recompile`", \.recompiled), "",
            "By digest, \(sum { $0.relinked.count }) more were to be linked or run again, and "
                + "\(sum { $0.with(effect: "untouched").count }) of those that paths name are untouched.",
        ]
        lines += builds
        lines += worst
        return lines.joined(separator: "\n")
    }

    private var unasked: String {
        result.unasked == 0 ? "" : " (there was no time for the \(result.unasked) after it)"
    }

    private func sum(_ count: (Step) -> Int) -> Int { steps.map(count).reduce(0, +) }

    private func row(_ title: String, _ named: (Step) -> Set<String>) -> String {
        let all = sum { named($0).count }, changed = sum { $0.changed.count }
        let exact = steps.count { named($0) == Set($0.changed.keys) }
        return "| \(title) | \(all) | \(changed) | \(ratio(all, changed)) | \(exact) of \(steps.count) commits |"
    }

    private func ratio(_ named: Int, _ changed: Int) -> String {
        changed == 0 ? "-" : String(format: "%.2f", Double(named) / Double(changed))
    }

    private var builds: [String] {
        let built = steps.filter { $0.work != nil }
        if built.isEmpty, result.unbuilt == 0 { return [] }
        func sum(_ count: (Step) -> Int) -> Int { built.map(count).reduce(0, +) }
        return [
            "",
            """
            For the last \(built.count + result.unbuilt) commits both ends were built too, with the programs of all \
            tests
            """
                + (result.unbuilt == 0 ? "" : " (\(result.unbuilt) of them do not build)") + ": "
                    + """
                    \(sum { $0.compiled.count }) targets were compiled again (\(sum { $0.recompiled.count }) named to be) \
                    and 
                    """
                + "\(sum { $0.linked.count }) programs and libraries linked.",
        ]
    }

    /// The commits for which most is named in vain.
    private var worst: [String] {
        func excess(_ step: Step) -> Int { 2 * step.recompiled.count + step.namedHere.count - 3 * step.changed.count }
        let worst = steps.filter { excess($0) > 0 }.sorted { excess($0) > excess($1) }.prefix(10)
        if worst.isEmpty { return [] }
        return [
            "", "Where most is named in vain:", "", "| commit | changed | by paths | `recompile` | `relink` |",
            "|---|---|---|---|---|",
        ]
            + worst.map { step in
                let title = step.commit.title.prefix(60).replacingOccurrences(of: "|", with: "\\|")
                return
                    """
                    | \(step.commit.short) \(title) | \(step.changed.count) | \(step.namedHere.count) | \
                    \(step.recompiled.count) | \(step.relinked.count) |
                    """
            }
    }
}
