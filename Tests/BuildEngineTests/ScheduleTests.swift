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
}
