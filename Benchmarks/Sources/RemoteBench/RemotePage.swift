import Foundation
import Measuring

/// The tables of `Benchmarks/Remote.md`.
struct RemotePage {
    let machine: Machine
    let results: [RemoteResult]

    /// Nothing was compiled, and all programs are the same.
    var isGood: Bool { results.allSatisfy { $0.ran == 0 && $0.others.isEmpty } }

    var text: String {
        var lines = ["Run on \(today()).", ""] + machine.lines.map { "- \($0)" }
        lines += [
            "",
            "| | the cache | median | beside the folder | results | actions that ran | requests | MB | same programs |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        for result in results {
            let folder = results.first {
                $0.configuration == result.configuration && $0.way == RemoteMeasurement.folder
            }
            let isFolder = result.way == RemoteMeasurement.folder
            let ratio = folder.map { median(result.walls) / median($0.walls) } ?? 1
            let cells = [
                result.configuration, result.way, seconds(median(result.walls)), String(format: "%.2f", ratio),
                "\(result.hits)", "\(result.ran)", isFolder ? "" : "\(result.requests)",
                isFolder ? "" : "\(Int(result.megabytes.rounded()))",
                result.others.isEmpty ? "yes" : "no: \(result.others.joined(separator: ", "))",
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }
}
