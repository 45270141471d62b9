import Foundation
import Measuring

/// The figures of a repository in `Campaigns/Tests.md`, for each build of mono that replayed it.
struct TestReplayPage {
    private let name: String
    private let all: [ReplayedCommit]

    /// The first commit, of which no result is known yet, counts for none.
    init(_ options: TestReplayOptions, _ all: [ReplayedCommit]) {
        (name, self.all) = (options.name, all)
    }

    var text: String {
        var lines = [
            "| \(name) | commits | targets run and passed | run and failed | from the cache | "
                + "share run of what passes |",
            "|---|---|---|---|---|---|",
        ]
        var titles: [String] = []
        for result in all where !titles.contains(result.title) { titles.append(result.title) }
        // What only one has replayed so far would not compare.
        let common =
            titles.map { title in Set(all.filter { $0.title == title }.dropFirst().map(\.commit)) }
            .reduce(nil as Set<String>?) { $0?.intersection($1) ?? $1 } ?? []
        for title in titles {
            let steps = all.filter { $0.title == title && common.contains($0.commit) }
            let ran = steps.map(\.passed).reduce(0, +), cached = steps.map(\.cached).reduce(0, +)
            let share = ran + cached > 0 ? Double(ran) / Double(ran + cached) : 0
            lines.append(
                "| \(title) | \(steps.count) | \(ran) | \(steps.map(\.failed).reduce(0, +)) | \(cached) | "
                    + String(format: "%.3f", share) + " |")
        }
        return lines.joined(separator: "\n")
    }
}
