import GraphAnalysis
import Targets
import Testing

@Suite struct EdgeAdviceTests {
    private func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }

    private func history(
        _ edges: [(String, [String])], _ times: [String: Int64], _ changes: [[String: InterfaceChange]],
        programs: Set<String> = []
    ) throws -> ChangeHistory {
        let package = Package(
            id: PackageID("."), displayName: "w", identity: "w", folder: ".", toolsVersion: ToolsVersion(6, 0))
        let targets = edges.map { name, needs in
            Target(
                id: id(name), kind: programs.contains(name) ? .executable : .library, language: .swift, folder: name,
                dependencies: needs.map { Conditional(.target(id($0))) })
        }
        let graph = try TargetGraph(packages: [package], targets: targets, products: [])
        return ChangeHistory(
            graph, counted: Set(graph.order),
            milliseconds: Dictionary(uniqueKeysWithValues: times.map { (id($0.key), $0.value) }),
            changes: changes.map { change in Dictionary(uniqueKeysWithValues: change.map { (id($0.key), $0.value) }) })
    }

    private func history(_ edges: [(String, [String])], _ times: [String: Int64], _ changes: [[String]]) throws
        -> ChangeHistory
    {
        try history(edges, times, changes.map { Dictionary(uniqueKeysWithValues: $0.map { ($0, .changed) }) })
    }

    private func told(_ advice: [EdgeAdvice]) -> [String] {
        advice.map { "\($0.from.name)-\($0.to.name) \($0.saved) \($0.changes) \($0.compiles)" }
    }

    @Test("the bad edge comes first, with what all behind it would have been spared")
    func bad() throws {
        // Menu needs Cart's code: Menu, and the app over it, are compiled with it each time.
        let found = try history(
            [("Cart", []), ("Log", []), ("Menu", ["Cart", "Log"]), ("Shop", ["Menu"])],
            ["Cart": 5, "Log": 1, "Menu": 10, "Shop": 2],
            [["Cart"], ["Cart"], ["Log"], ["Menu"], ["Cart", "Menu"]])
        #expect(found.count == 5)
        #expect(found.total.milliseconds == 76)
        #expect(told(found.advice { _, _ in true }) == ["Menu-Cart 24 2 4", "Menu-Log 12 1 2", "Shop-Menu 10 5 5"])
        #expect(told(found.advice { $1.name == "Log" }) == ["Menu-Log 12 1 2"])
    }

    @Test("an edge beside which another way leads spares nothing")
    func twoWays() throws {
        let found = try history([("A", []), ("B", ["A"]), ("C", ["A", "B"])], ["A": 1, "B": 1, "C": 1], [["A"]])
        #expect(told(found.advice { _, _ in true }) == ["B-A 1 1 1"])
        #expect(try history([("A", []), ("B", ["A"])], [:], [["B"]]).advice { _, _ in true } == [])
    }

    private static let shop = [
        ("Log", []), ("Cart", ["Log"]), ("Menu", ["Cart"]), ("Kiosk", ["Menu"]), ("app", ["Kiosk"]),
    ]
    private static let costs: [String: Int64] = ["Log": 1, "Cart": 10, "Menu": 100, "Kiosk": 1000, "app": 10_000]

    @Test("what nobody sees reaches nobody; what nobody knows counts, and is told")
    func digests() throws {
        let found = try history(
            Self.shop, Self.costs,
            [["Cart": .same], ["Cart": .changed], ["Cart": .unknown], ["Cart": .changed, "Log": .unknown]])
        #expect(found.total.milliseconds == 33_341)
        #expect(found.total.compiles == 14)
        #expect((found.count, found.unknown) == (4, 2))
        let edge = found.advice(on: (id("Menu"), id("Cart")))
        #expect(edge.map { [Int($0.saved), $0.changes, $0.unproven, $0.compiles, $0.kept] } == [33_300, 3, 1, 9, 0])
        #expect(found.advice(on: (id("Menu"), id("Log"))) == nil)
    }

    @Test("programs see what they saw; what the interface would hold is paid for all the same")
    func programs() throws {
        let found = try history(
            Self.shop, Self.costs, [["Cart": .changed], ["Cart": .changed], ["Cart": .unknown]], programs: ["app"])
        let edge = found.advice(on: (id("Menu"), id("Cart"))) { change, from, to in
            #expect((change, from, to) != (2, id("Menu"), id("Cart")))
            return change == 1
        }
        #expect(edge.map { [Int($0.saved), $0.changes, $0.unproven, $0.compiles, $0.kept] } == [2200, 2, 1, 4, 1])
        #expect(found.advice(on: (id("app"), id("Kiosk")))?.compiles == 0)
    }

    /// Against a plain evaluation of both graphs for each commit.
    @Test("random graphs and histories")
    func random() throws {
        var seed: UInt64 = 5
        func next(_ below: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % below
        }
        for _ in 0..<60 {
            let names = (0..<(2 + next(7))).map { "t\($0)" }
            let edges = names.indices.map { at in (names[at], (0..<at).filter { _ in next(2) == 0 }.map { names[$0] }) }
            let times = Dictionary(uniqueKeysWithValues: names.map { ($0, Int64(next(9))) })
            let changes = (0..<next(6)).map { _ in
                Dictionary(
                    uniqueKeysWithValues: names.filter { _ in next(3) == 0 }.map {
                        ($0, [InterfaceChange.same, .changed, .unknown][next(3)])
                    })
            }
            func compiled(_ change: [String: InterfaceChange], _ edges: [(String, [String])]) -> Set<String> {
                func sees(_ name: String) -> Bool {
                    edges.first { $0.0 == name }!.1.contains { change[$0] ?? .same != .same || sees($0) }
                }
                return Set(names.filter { change[$0] != nil || sees($0) })
            }
            let advice = try history(edges, times, changes).advice { _, _ in true }
            for (from, needs) in edges {
                for to in needs {
                    let without = edges.map { ($0.0, $0.0 == from ? $0.1.filter { $0 != to } : $0.1) }
                    let spared = changes.flatMap { compiled($0, edges).subtracting(compiled($0, without)) }
                    let found = advice.first { $0.from == id(from) && $0.to == id(to) }
                    #expect(found?.compiles ?? 0 == spared.count)
                    #expect(found?.saved ?? 0 == spared.reduce(0) { $0 + times[$1]! })
                }
            }
        }
    }

    /// The usual client of a server, which all screens need.
    @Test("an interface of a target spares what no single edge does")
    func wholeTarget() throws {
        let screens = (1...7).map { "Screen\($0)" }
        let edges =
            [("Client", [])] + screens.map { ($0, ["Client"]) }
            + [("Tabs", screens), ("app", ["Tabs", "Client"])]
        let times = Dictionary(uniqueKeysWithValues: (["Client", "Tabs", "app"] + screens).map { ($0, Int64(1)) })
        let found = try history(
            edges, times, [["Client": .changed], ["Client": .same], ["Client": .unknown], ["Screen1": .changed]],
            programs: ["app"])
        let single = found.advice(on: (id("Screen1"), id("Client")))
        #expect(single.map { [$0.changes, $0.compiles] } == [2, 2])
        let all = found.targetAdvice { _, _ in true }
        #expect(all.map(\.target.name) == ["Client"])
        let client = try #require(all.first)
        #expect(client.dependents.map(\.name) == screens)
        // In both changes that others see: seven screens and what stands on them, not the app, which holds the client.
        #expect([Int(client.saved), client.changes, client.unproven, client.compiles] == [16, 2, 1, 16])
        #expect((client.reached, client.kept) == (18, 0))
    }

    @Test("dependents whose part of the interface changed are compiled, and what stands on them")
    func wholeTargetKept() throws {
        let found = try history(
            [("Client", []), ("A", ["Client"]), ("B", ["Client"]), ("Over", ["A"]), ("Both", ["A", "B"])],
            ["Client": 1, "A": 10, "B": 100, "Over": 1000, "Both": 10_000],
            [["Client": .changed], ["Client": .changed, "B": .same]])
        let client = found.advice(on: id("Client"), where: { _, _ in true }) { change, from, _ in
            change == 0 && from.name == "A"
        }
        // In the first, B alone is spared; in the second all but B, which changed itself.
        #expect(client.map { [Int($0.saved), $0.changes, $0.compiles, $0.reached, $0.kept] } == [11_110, 2, 4, 8, 1])
        #expect(found.advice(on: id("Nobody"), where: { _, _ in true }) == nil)
        #expect(found.targetAdvice(where: { from, _ in from.name == "A" }).isEmpty)
    }
}
