import Foundation
import Testing

/// What documents tell people to run is what tests run.
@Suite struct RecipeTests {
    @Test("the script in Docs/CI.md is the one that a test runs")
    func continuousIntegration() throws {
        let root = try House().root
        func lines(_ path: String) throws -> [Substring] {
            try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        }
        let told = try lines("Docs/CI.md").drop { $0 != "    #!/bin/sh" }.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        let run = try lines("Tests/ScriptTests/Scripts/ci-recipe.txt").drop { $0 != "-- ci.sh --" }.dropFirst().prefix { !$0.hasPrefix("-- ") }
        #expect(told.count > 5)
        #expect(Array(told) == Array(run))
    }
}
