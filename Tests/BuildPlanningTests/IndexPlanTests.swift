import BuildPlanning
import Disk
import Targets
import Testing
import Toolchains

/// Index data is one more output of a build that asks for it.
@Suite struct IndexPlanTests {
    private func plan(writesIndex: Bool) throws -> BuildPlan {
        try SampleGraph().plan(writesIndex: writesIndex)
    }

    @Test("each Swift target and C source has one action more, nothing depends on it, and others stay as they were")
    func actions() throws {
        let without = try plan(writesIndex: false), with = try plan(writesIndex: true)
        let added = with.graph.actions.values.filter { without.graph.actions[$0.id] == nil }
        func count(_ kind: Action.Kind, _ actions: some Sequence<Action>) -> Int { actions.count { $0.kind == kind } }
        #expect(added.allSatisfy { $0.writesIndex })
        for (kind, compile) in [(Action.Kind.index, Action.Kind.compile), (.indexClang, .compileClang)] {
            let compiles = count(compile, without.graph.actions.values)
            #expect(compiles > 0 && count(kind, added) == compiles, "\(kind)")
        }
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

    @Test("the unit of a C source has the name that stands in the editor's command line")
    func unitsOfC() throws {
        let sample = SampleGraph()
        let graph = try plan(writesIndex: true).graph
        let action = try #require(graph.actions.values.first { $0.kind == .indexClang })
        let compile = try #require(graph.actions.values.first { $0.kind == .compileClang })
        let unit = try #require(action.word(after: "-index-unit-output-path"))
        #expect(compile.outputs.map { BuildLayout.indexUnit(ofObject: $0.path) } == [unit])
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            toolchain: "/toolchain/usr")
        let command = try #require(
            try ActionPlanner(graph: sample.graph(), request: request).editorCommand(
                of: sample.clang.id, for: "Packages/Sample/Sources/CThing/thing.c", in: AbsolutePath("/w")))
        #expect(command.words.suffix(2) == [Argument.text("-o"), .text(unit)])
        // A header that comes to be can hide one that is read, as for the compile.
        #expect(action.searchable == compile.searchable && action.sources == compile.sources)
    }

    @Test("assembly has no index data, and neither has C that reads headers as modules")
    func sourcesWithoutIndex() throws {
        var sample = SampleGraph()
        sample.clang.sources = ["Sources/CThing/a.S", "Sources/CThing/b.s", "Sources/CThing/thing.c"]
        func indexed() throws -> [String] {
            try sample.plan(writesIndex: true).graph.actions.values.filter { $0.kind == .indexClang }.flatMap(\.sources)
        }
        #expect(try indexed() == ["Packages/Sample/Sources/CThing/thing.c"])
        sample.clang.settings = [Conditional(.clangUnsafeFlags(.c, ["-fmodules"]))]
        #expect(try indexed() == [])
    }
}

extension Action {
    fileprivate func word(after option: String) -> String? {
        let words = arguments.compactMap(\.keyed)
        return words.firstIndex(of: option).map { words[$0 + 1] }
    }
}
