import BuildPlanning
import Testing

/// Index data is one more output of a build that asks for it.
@Suite struct IndexPlanTests {
    private func plan(writesIndex: Bool) throws -> BuildPlan {
        try SampleGraph().plan(writesIndex: writesIndex)
    }

    @Test("each Swift target has one action more, nothing depends on it, and all others stay as they were")
    func actions() throws {
        let without = try plan(writesIndex: false), with = try plan(writesIndex: true)
        let added = with.graph.actions.values.filter { without.graph.actions[$0.id] == nil }
        #expect(!added.isEmpty && added.allSatisfy { $0.kind == .index })
        #expect(
            added.count == without.graph.actions.values.count { $0.kind == .compile })
        for action in added { #expect(with.graph.dependents[action.id] ?? [] == []) }
        for action in without.graph.actions.values { #expect(with.graph.actions[action.id] == action) }
    }

    @Test("units have the names by which editors ask for them, in the order of the sources")
    func units() throws {
        let graph = try plan(writesIndex: true).graph
        for action in graph.actions.values where action.kind == .index {
            let list = action.generated.first { $0.path.hasSuffix("index-units.txt") }?.content
            let compile = graph.actions.values.first { $0.kind == .compile && $0.subject == action.subject }
            #expect(
                list == compile?.outputs.map { BuildLayout.indexUnit(ofObject: $0.path) + "\n" }.joined())
        }
    }
}
