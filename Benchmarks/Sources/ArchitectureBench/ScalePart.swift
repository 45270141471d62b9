import Foundation
import Measuring

/// `mono check` where `affected-bench` has left ten thousand targets.
struct ScalePart {
    private static let runs = 5
    private static let most = 1.0

    private let options: ArchitectureOptions

    init(_ options: ArchitectureOptions) { self.options = options }

    func measure() throws -> Finding {
        guard Folders.exists(options.monorepo + "/mono.json") else {
            throw RunError(
                """
                there is no monorepo in \(options.monorepo): 'affected-bench --targets 10000' makes one, or say \
                --monorepo
                """
            )
        }
        let cache = URL(fileURLWithPath: options.monorepo).deletingLastPathComponent().path + "/cache"
        func check() throws -> Run {
            try options.mono(["check"], in: options.monorepo, cache: cache).run(accepting: [0, 9])
        }
        // The first one reads all sources, and where nobody has evaluated the manifests, these.
        let first = try check()
        say("  the first: \(seconds(first.wall))")
        let runs = try (0..<ScalePart.runs).map { _ in try check() }, times = runs.map(\.wall)
        let files = try Program("git", ["ls-files", "*.swift"], in: options.monorepo).run().output.split(
            separator: "\n"
        ).count
        let said = first.output.split(separator: "\n").last.map(String.init) ?? ""
        return Finding(
            lines: [
                """
                The generated monorepo of [`affected-bench`](Affected.md), \(files) Swift files. Its last line: \
                \(said). \(times.count) runs after a first one:
                """,
                times.map(seconds).joined(separator: ", ")
                    + """
                    ; in the middle **\(seconds(median(times)))** (\(seconds(median(runs.map(\.processor)))) of \
                    processor time). It is to take less than \(seconds(ScalePart.most)).
                    """,
            ], holds: median(times) < ScalePart.most)
    }
}
