import Foundation
import Measuring

/// Why a step failed, in a line that can stand in a table.
struct FailureReason {
    let text: String

    /// `log`: what the step printed. `folder`: where it ran, which is nobody's business.
    init(_ end: Program.End, log: String, folder: String) {
        if end.hasTimedOut {
            text = "did not end in time"
            return
        }
        let lines = ((try? Folders.text(log)) ?? "").replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n").map
        { $0.trimmingCharacters(in: .whitespaces) }
        // What a tool says at the end, as that a package did not compile, is the result of what it said first.
        let line =
            lines.first { $0.hasPrefix("fatal: ") }
            ?? lines.first {
                ($0.contains("error: ") || $0.hasPrefix("left out")) && !$0.hasPrefix("error: emit-module command")
                    && !$0.hasPrefix("error: fatalError")
            }
            ?? lines.last ?? ""
        var shown = line.replacingOccurrences(of: folder + "/", with: "")
        // A mirror's place is this machine's.
        shown = shown.replacing(/'\/[^']*\/([^\/']+\/[^\/']+)\.git'/) { "'\($0.output.1)'" }
        shown = shown.replacingOccurrences(of: "|", with: "/")
        text = shown.isEmpty ? "ended with \(end.code)" : String(shown.prefix(200))
    }
}
