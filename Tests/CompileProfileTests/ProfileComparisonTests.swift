import CompileProfile
import Testing

/// What an edit costs, whatever lines it moves.
@Suite struct ProfileComparisonTests {
    private func row(_ name: String, _ line: Int, _ milliseconds: Double) -> ProfileComparison.Row {
        .init(target: "T", file: "a.swift", name: name, line: line, column: 1, milliseconds: milliseconds)
    }

    private func changes(
        _ old: [ProfileComparison.Row], _ new: [ProfileComparison.Row], threshold: Double = 1
    ) -> [String] {
        let comparison = ProfileComparison(old, new, threshold: threshold)
        return (comparison.slower + comparison.faster).map { "\($0.row.name):\($0.row.line) \($0.difference)" }
    }

    @Test func largestFirst() {
        #expect(
            changes(
                [row("f", 1, 10), row("g", 5, 20), row("h", 9, 30)],
                [row("f", 3, 40), row("g", 7, 10), row("h", 9, 35)])
                == ["f:3 30.0", "h:9 5.0", "g:7 -10.0"])
    }

    @Test func newAndGone() {
        #expect(changes([row("old", 1, 10)], [row("new", 2, 20)]) == ["new:2 20.0", "old:1 -10.0"])
        let comparison = ProfileComparison([row("old", 1, 10)], [row("new", 2, 20)], threshold: 1)
        #expect(comparison.slower.first?.old == nil)
        #expect(comparison.faster.first?.new == nil)
    }

    /// Overloads and extensions may have one name: order distinguishes them.
    @Test func equalNames() {
        #expect(changes([row("f", 1, 10), row("f", 9, 50)], [row("f", 30, 90), row("f", 20, 10)]) == ["f:30 40.0"])
    }

    @Test(arguments: [(10.0, 10.5, false), (10, 11.5, true), (100, 109, false), (100, 112, true), (0, 0, false)])
    func noise(_ old: Double, _ new: Double, _ isReported: Bool) {
        #expect(changes([row("f", 1, old)], [row("f", 1, new)]).isEmpty != isReported)
        #expect(changes([row("f", 1, new)], [row("f", 1, old)]).isEmpty != isReported)
    }
}
