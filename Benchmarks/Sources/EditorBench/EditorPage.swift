import Measuring

/// The table of `Benchmarks/Editors.md`.
struct EditorPage {
    let machine: Machine
    let runs: [EditorWay: [EditorRun]]

    var text: String {
        var lines = ["Run on \(today()).", ""] + machine.lines.map { "- \($0)" }
        lines += [
            "", "| served by | first jump | documentation | all references | processor time | leaves `.build` |",
            "|---|---|---|---|---|---|",
        ]
        for way in EditorWay.allCases {
            guard let found = runs[way], !found.isEmpty else { continue }
            func middle(_ part: (EditorRun) -> Double) -> String {
                let values = found.map(part)
                return "\(seconds(median(values))) (\(seconds(values.min() ?? 0)) to \(seconds(values.max() ?? 0)))"
            }
            let cells = [
                way.title, middle(\.jump), middle(\.documentation), middle(\.references), middle(\.processor),
                found.contains(where: \.leavesBuildFolder) ? "yes" : "no",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }
}
