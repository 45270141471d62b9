import Foundation
import Measuring

/// What builds as CI makes them came to, as a section of `Benchmarks/History.md`.
struct CIPage {
    let options: ReplayOptions
    let machine: Machine
    let steps: [CIReplay.Step]

    var text: String {
        let built = steps.compactMap(\.built), clean = steps.compactMap(\.clean), swift = steps.compactMap(\.swift)
        var lines = [
            "### \(options.name) in CI", "",
            """
            Replayed on \(today()): \(steps.count) consecutive commits up to \(steps.last?.commit.short ?? "none"), \
            of which \(built.count) build. Each is built in a new clone, with an empty local cache and one shared \
            folder, which is empty at first. Of every \(options.cleanEvery), one is also built from nothing.
            """, "",
        ]
        lines += machine.lines.map { "- \($0)" }
        lines += [
            "", "| | builds | seconds, all | median | longest | mean, to the first row |",
            "|---|---|---|---|---|---|",
            row("`mono build`, shared folder", built, to: built),
            row("`mono build` from nothing", clean, to: built),
        ]
        if !swift.isEmpty { lines.append(row("`swift build` from nothing", swift, to: built)) }
        if let mean = mean(built), let clean = self.mean(clean) {
            lines += ["", "Time with the shared folder, to that of builds from nothing: \(ratio(mean, clean))."]
            if let swift = self.mean(swift) { lines[lines.count - 1] += " To `swift build`: \(ratio(mean, swift))." }
        }
        return lines.joined(separator: "\n")
    }

    private func mean(_ runs: [Run]) -> Double? {
        runs.isEmpty ? nil : runs.map(\.wall).reduce(0, +) / Double(runs.count)
    }

    private func ratio(_ one: Double, _ other: Double) -> String { String(format: "%.3f", one / other) }

    private func row(_ name: String, _ runs: [Run], to first: [Run]) -> String {
        let times = runs.map(\.wall).sorted()
        guard let mean = mean(runs), let unit = self.mean(first) else { return "| \(name) | 0 | | | | |" }
        return """
            | \(name) | \(runs.count) | \(String(format: "%.0f", times.reduce(0, +))) \
            | \(seconds(times[times.count / 2])) | \(seconds(times.last ?? 0)) \
            | \(String(format: "%.1f", mean / unit)) |
            """
    }
}
