import BuildPlanning
import GraphAnalysis
import Targets
import Testing

@Suite struct TimelineTests {
    private func action(_ name: String, _ needs: [String]) -> Action {
        Action(
            id: ActionID(name), subject: .target(TargetID(PackageID("."), name)), folder: ".",
            work: .tool(.init(.checkTypes, .swiftc, interfaces: needs.map { ActionID($0) })))
    }

    private func timeline(_ rows: [(name: String, time: Int64?, needs: [String])]) -> BuildTimeline {
        let times = Dictionary(uniqueKeysWithValues: rows.map { (ActionID($0.name), $0.time) })
        return BuildTimeline(
            ActionGraph(actions: rows.map { action($0.name, $0.needs) }, goals: rows.map { ActionID($0.name) })
        ) { times[$0] ?? nil }
    }

    @Test("the critical path, not the way of most actions")
    func longest() {
        let found = timeline([
            ("a", 10, []), ("b", 1, ["a"]), ("c", 1, ["b"]), ("d", 1, ["c"]), ("e", 30, ["a"]), ("f", nil, ["e"]),
        ])
        #expect(found.span == 40)
        #expect(found.total == 43)
        #expect(found.unknown == 1)
        #expect(found.criticalPath.map(\.name) == ["a", "e"])
        #expect(timeline([]).span == 0)
        #expect(timeline([]).parallelism(in: 4) == [])
    }

    @Test("how many run at once")
    func parallelism() {
        #expect(timeline([("a", 10, []), ("b", 10, ["a"]), ("c", 10, ["a"])]).parallelism(in: 2) == [1, 2])
        let found = timeline([("a", 30, []), ("b", 10, [])]).parallelism(in: 4)
        // Each part is 7.5 ms long.
        let work: Double = found.reduce(0, +) * 7.5
        #expect(work > 39.999 && work < 40.001)
    }

    /// No order of work on one processor after the other is shorter than the span, and some way takes just that long.
    @Test("random graphs: the span is the longest of all ways, walked one by one")
    func random() {
        var seed: UInt64 = 11
        func next(_ below: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % below
        }
        for _ in 0..<200 {
            let count = 1 + next(9)
            let rows = (0..<count).map { index in
                ("n\(index)", Int64(next(20)), (0..<index).filter { _ in next(3) == 0 }.map { "n\($0)" })
            }
            func longest(_ index: Int) -> Int64 {
                rows[index].1 + (rows[index].2.map { longest(Int($0.dropFirst())!) }.max() ?? 0)
            }
            let found = timeline(rows.map { (name: $0.0, time: $0.1, needs: $0.2) })
            #expect(found.span == rows.indices.map(longest).max())
            #expect(found.criticalPath.reduce(0) { sum, id in sum + rows.first { $0.0 == id.name }!.1 } == found.span)
            #expect(found.total == rows.reduce(0) { $0 + $1.1 })
        }
    }
}

@Suite struct GraphShapeTests {
    @Test("levels, and what a change reaches")
    func shape() throws {
        func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }
        func target(_ name: String, _ kind: Target.Kind, _ needs: [String]) -> Target {
            Target(
                id: id(name), kind: kind, language: .swift, folder: name,
                dependencies: needs.map { Conditional(.target(id($0))) })
        }
        let package = Package(
            id: PackageID("."), displayName: "w", identity: "w", folder: ".", toolsVersion: ToolsVersion(6, 0))
        let targets = [
            target("Core", .library, []), target("Log", .library, []), target("Net", .library, ["Core"]),
            target("UI", .library, ["Core", "Log"]),
            target("app", .executable, ["Net", "UI"]), target("NetTests", .test, ["Net"]),
        ]
        let graph = try TargetGraph(packages: [package], targets: targets, products: [])
        let all = Set(graph.order)
        let shape = GraphShape(graph, of: all)
        #expect(shape.depth == 3)
        #expect(shape.width == 2)
        #expect(shape.levels[0] == [id("Core"), id("Log")])
        let reach = ChangeReach.all(graph, of: graph.order.sorted(), among: all)
        #expect(
            reach.map { "\($0.target.name) \($0.byInterface) \($0.byBody)" }
                == ["Core 4 2", "Log 2 1", "Net 2 2", "NetTests 0 1", "UI 1 1", "app 0 1"])
        #expect(ChangeReach.all(graph, of: [id("Core")], among: all.subtracting([id("NetTests")])).map(\.byBody) == [1])
    }
}
