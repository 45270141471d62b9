import Foundation
import Measuring

/// What `mono profile` adds up for swift-nio, beside the compiler's own counter of the request that checks a function's
/// body, in the same run.
struct ProfilePart {
    private static let tolerance = 0.05
    private static let counter = "TypeCheckFunctionBodyRequest"

    private let options: ArchitectureOptions

    init(_ options: ArchitectureOptions) { self.options = options }

    func measure() throws -> Finding {
        let place = try options.place(of: .profile)
        let clone = try Clone(of: options.sources + "/swift-nio", in: place + "/swift-nio")
        try clone.checkOut("HEAD")
        let version = try Program("git", ["describe", "--tags", "--always"], in: clone.folder).run().output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let statistics = place + "/statistics"
        // The timers are the frontend's own; the folder takes the place of the one that mono names.
        let words = ["-Xfrontend", "-fine-grained-timers", "-stats-output-dir", statistics].flatMap {
            ["-Xswiftc", $0]
        }
        func profile(_ words: [String]) throws -> JSONAnswer {
            try Folders.remove(statistics)
            try Folders.make(statistics)
            return try JSONAnswer(
                try options.mono(["profile", "--json"] + words, in: clone.folder, cache: place + "/cache").run().output)
        }
        // The first run emits modules too.
        _ = try profile(words)
        var totals: [(mono: Double, compiler: Double)] = [],
            last: [(target: String, mono: Double, compiler: Double)] = [], functions = 0
        for round in 1...options.rounds {
            let said = try profile(words), counted = try self.counted(in: statistics)
            last = said["targets"].list.map { target in
                let name = String(target["target"].text.split(separator: ":").last ?? "")
                return (
                    name, target["milliseconds"].number / 1000,
                    counted[name.replacingOccurrences(of: "-", with: "_")] ?? .nan
                )
            }
            functions = said["functions"].list.count
            totals.append((said["milliseconds"].number / 1000, last.reduce(0) { $0 + $1.compiler }))
            say("  round \(round): mono \(seconds(totals.last!.mono)), the compiler \(seconds(totals.last!.compiler))")
        }
        let plain = try profile([])
        let ratio = median(totals.map { $0.mono / $0.compiler })
        var lines = [
            """
            swift-nio \(version), \(last.count) targets, \(functions) functions. mono adds up what \
            `-debug-time-function-bodies` prints; the compiler counts `\(ProfilePart.counter)` with \
            `-fine-grained-timers`. Both in the same runs,
            """,
            """
            in processor time, medians of \(totals.count). The timers cost time themselves: without them mono's total \
            is \(seconds(plain["milliseconds"].number / 1000)), of \
            \(seconds(plain["compilerMilliseconds"].number / 1000)) that the compiler counts for all that it checks.
            """,
            "",
            "| | `mono profile` | the compiler's counter | ratio |", "|---|---|---|---|",
            """
            | all | \(seconds(median(totals.map(\.mono)))) | \(seconds(median(totals.map(\.compiler)))) | \
            \(String(format: "%.3f", ratio)) |
            """,
        ]
        for row in last.prefix(10) {
            lines.append(
                """
                | \(row.target), last run | \(seconds(row.mono)) | \(seconds(row.compiler)) | \
                \(String(format: "%.3f", row.mono / row.compiler)) |
                """
            )
        }
        lines += [
            "",
            "To agree within \(Int(ProfilePart.tolerance * 100)) %: the counter also holds what the compiler does before it begins to time a body, some \(String(format: "%.0f", (median(totals.map { $0.compiler - $0.mono })) / Double(max(1, functions)) * 1e6)) µs each.",
        ]
        return Finding(lines: lines, holds: abs(ratio - 1) <= ProfilePart.tolerance)
    }

    /// Seconds of processor time by module.
    private func counted(in folder: String) throws -> [String: Double] {
        var found: [String: Double] = [:]
        for file in Folders.entries(folder) {
            // `stats-1234-swift-frontend-NIOCore-all-x86_64….json`; a module's name holds no dash.
            guard let match = file.firstMatch(of: /-swift-frontend-(\w+)-/) else {
                throw RunError("'\(file)' names no module")
            }
            let values = try JSONAnswer(try Folders.text(folder + "/" + file))
            // A module without bodies has no such counter.
            let times = ["user", "sys"].map { values["time.swift.\(ProfilePart.counter).\($0)"] }.filter { !$0.isNull }
            found[String(match.1), default: 0] += times.reduce(0) { $0 + $1.number }
        }
        return found
    }
}
