import Measuring

/// A package's result, for people who watch.
struct SweepLines {
    let lines: [String]

    init(_ result: PackageResult) {
        var lines = [
            """
            \(result.package)\(result.targets > 0 ? ", \(result.targets) targets" : ""): \(result.actions.ran) actions \
            ran, \(result.actions.compiled) of them compiles, \(result.actions.hits) from the cache
            """
        ]
        for step in result.steps where step.stage != .resolve || step.failure != nil {
            lines.append(
                """
                  \(step.stage.rawValue), \(step.tool.rawValue): \
                \(seconds(step.wall))\(step.failure.map { "; " + $0 } ?? "")
                """
            )
        }
        if let there = result.swiftPMTests, let here = result.monoTests {
            lines.append(
                "  tests: \(there.text) under SwiftPM"
                    + (there == here && result.differences.isEmpty ? " and mono" : "; \(here.text) under mono"))
        }
        self.lines = lines + result.differences.prefix(10).map { "    " + $0 }
    }
}
