import Foundation
import Measuring

/// The table of packages in `Campaigns/Tests.md`.
struct WatchedPage {
    private let machine: Machine
    private let results: [WatchedResult]

    init(_ options: TestSweepOptions, _ all: [WatchedResult]) throws {
        var last: [String: WatchedResult] = [:]
        for result in all { last[result.package] = result }
        results = last.values.sorted { $0.package.lowercased() < $1.package.lowercased() }
        machine = try Machine(
            mono: options.mono, repository: Repository.folder, subject: "\(results.count) packages")
    }

    var text: String {
        let tested = results.filter { $0.failure == nil && $0.tests > 0 }
        var lines = ["Run on \(Set(results.map(\.day)).sorted().joined(separator: ", ")).", ""]
        lines += machine.lines.map { "- \($0)" }
        lines += [
            "",
            """
            | package | tests | targets | kept | before | time without a watch | watched | worst target | \
            processor time | not kept |
            """, "|---|---|---|---|---|---|---|---|---|---|",
        ]
        lines += tested.map(row)
        return (lines + [""] + sums(tested) + changes(tested)).joined(separator: "\n")
    }

    private func row(_ result: WatchedResult) -> String {
        var reasons = Dictionary(grouping: result.kept.reasons, by: \.value).map {
            "\($0.value.map(\.key).sorted().joined(separator: ", ")): \($0.key)"
        }
        let passless = result.passless.sorted()
        if !passless.isEmpty { reasons.append("\(passless.joined(separator: ", ")): no pass to keep") }
        let cells = [
            result.package, "\(result.tests)", "\(result.times.count)", "\(result.kept.targets.count)",
            result.keptByOther.map { "\($0.targets.count)" } ?? "", seconds(result.unwatched),
            WatchedPage.ratio(result.ratio),
            worst([result]).map { "\($0.name) \(WatchedPage.ratio($0.ratio))" } ?? "",
            WatchedPage.ratio(median(result.processor.watched) / median(result.processor.unwatched)),
            reasons.sorted().joined(separator: "; ").replacingOccurrences(of: "|", with: "/"),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func ratio(_ value: Double?) -> String { value.map { String(format: "%.3f", $0) } ?? "" }

    /// Of targets that take long enough for a ratio to mean something.
    private func worst(_ results: [WatchedResult]) -> (name: String, ratio: Double)? {
        results.flatMap { $0.times }.compactMap { name, times in
            let without = median(times.unwatched)
            return without >= 0.1 ? (name, median(times.watched) / without) : nil
        }.max { $0.ratio < $1.ratio }
    }

    private func sums(_ tested: [WatchedResult]) -> [String] {
        let without = tested.map(\.unwatched).reduce(0, +), with = tested.map(\.watched).reduce(0, +)
        let different = tested.flatMap(\.differences)
        let targets = tested.map(\.times.count).reduce(0, +), kept = tested.map(\.kept.targets.count).reduce(0, +)
        let tests = tested.map(\.tests).reduce(0, +)
        var lines = [
            """
            \(tests) tests in \(targets) targets of \(tested.count) packages; \(kept) targets' results are kept. All \
            tests took \(seconds(without)) without a watch, and \(WatchedPage.ratio(with / without)) of that watched. 
            """
                + (worst(tested).map { worst in
                    "The worst target that takes 0.1 s or more is \(worst.name), with "
                        + "\(WatchedPage.ratio(worst.ratio)) times."
                } ?? "")
        ]
        lines += ["", "Tests that came out otherwise under the watch: \(different.isEmpty ? "none." : "")"]
        lines += different.map { "- \($0)" }
        return lines
    }

    /// Which targets another mono kept and this one does not, and the other way round.
    private func changes(_ tested: [WatchedResult]) -> [String] {
        var now: [String] = [], before: [String] = []
        for result in tested {
            guard let other = result.keptByOther else { continue }
            let (mine, its) = (Set(result.kept.targets), Set(other.targets))
            now += mine.subtracting(its).sorted().map {
                "`\($0)` of \(result.package) (before: \(other.reasons[$0] ?? "did not pass"))"
            }
            before += its.subtracting(mine).sorted().map {
                "`\($0)` of \(result.package) (now: \(result.kept.reasons[$0] ?? "did not pass"))"
            }
        }
        if now.isEmpty && before.isEmpty { return [] }
        return ["", "Kept now and not before:", ""] + (now.isEmpty ? ["none"] : now.map { "- \($0)" })
            + ["", "Kept before and not now:", ""] + (before.isEmpty ? ["none"] : before.map { "- \($0)" })
    }
}
