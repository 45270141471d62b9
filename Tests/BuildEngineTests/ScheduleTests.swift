@testable import BuildEngine
import BuildPlanning
import Targets
import Testing

@Suite struct ScheduleTests {
    private func action(_ name: String, after needs: [String] = []) -> Action {
        Action(
            id: ActionID(name), subject: .product(ProductID(PackageID("."), name)), folder: ".",
            work: .tool(.init(.archive, .archiver, consumed: needs.map(ActionID.init))))
    }

    @Test func whatMostElseWaitsForGoesFirst() {
        let graph = ActionGraph(
            actions: [action("a"), action("b"), action("c", after: ["b"]), action("d", after: ["c"])],
            goals: ["a", "d"].map(ActionID.init))
        var schedule = Schedule(graph: graph) { _ in 1 }
        for id in schedule.startable() { schedule.set(id, .ready) }
        #expect(schedule.ready == [ActionID("a"), ActionID("b")])
        #expect(schedule.takeReady { _ in true } == ActionID("b"))
        #expect(schedule.takeReady { _ in true } == ActionID("a"))
        #expect(schedule.takeReady { _ in true } == nil)
    }

    @Test func whatDoesNotFitStays() {
        let graph = ActionGraph(
            actions: [action("a"), action("b"), action("c", after: ["b"])], goals: ["a", "c"].map(ActionID.init))
        var schedule = Schedule(graph: graph) { _ in 1 }
        for id in schedule.startable() { schedule.set(id, .ready) }
        #expect(schedule.takeReady { $0 != ActionID("b") } == ActionID("a"))
        #expect(schedule.takeReady { $0 != ActionID("b") } == nil)
        #expect(schedule.ready == [ActionID("b")])
        #expect(schedule.readyCount == 1)
    }

    @Test("what ended is listed once, and all that needs a failed action is found in the plan's order")
    func ends() {
        let graph = ActionGraph(
            actions: [
                action("a"), action("b", after: ["a"]), action("c", after: ["b"]), action("d", after: ["a", "c"]),
                action("e"),
            ], goals: ["d", "e"].map(ActionID.init))
        var schedule = Schedule(graph: graph) { _ in 1 }
        #expect(schedule.pendingDependents(of: ActionID("a")) == ["b", "c", "d"].map(ActionID.init))
        schedule.set(ActionID("c"), .ended)
        #expect(schedule.pendingDependents(of: ActionID("a")) == ["b", "d"].map(ActionID.init))
        schedule.set(ActionID("e"), .running)
        schedule.set(ActionID("e"), .done)
        schedule.set(ActionID("e"), .done)
        #expect(schedule.closed == ["c", "e"].map(ActionID.init))
        #expect(schedule.open == ["a", "b", "d"].map(ActionID.init))
    }

    @Test("those that may run stand by urgency, equal ones by name, in whatever order they came")
    func readiness() {
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        let graph = ActionGraph(actions: names.map { action($0) }, goals: names.map(ActionID.init))
        for seed in 0..<7 {
            var schedule = Schedule(graph: graph) { ["c", "f"].contains($0.id.name) ? 5 : 1 }
            for at in names.indices { schedule.set(ActionID(names[(at * 3 + seed) % 7]), .ready) }
            #expect(schedule.ready == ["g", "e", "d", "b", "a", "f", "c"].map(ActionID.init))
        }
    }
}
