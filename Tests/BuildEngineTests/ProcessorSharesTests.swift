@testable import BuildEngine
import BuildPlanning
import Targets
import Testing
import Toolchains

@Suite struct ProcessorSharesTests {
    private static func action(
        _ name: String, _ purpose: Action.ToolRun.Purpose = .compile(.init(state: [], objects: [:])),
        files: Int = 40, _ width: [Argument] = [.jobs]
    ) -> Action {
        Action(
            id: ActionID(name), subject: .target(TargetID(PackageID("."), String(name.last!))), folder: ".",
            sources: (0..<files).map { "\(name)\($0).swift" }, work: .tool(.init(purpose, .swiftc, arguments: width)))
    }

    /// What `first` gets of `processors` when it starts and none of the others can.
    private func grant(
        to first: Action, beside others: [Action], free: Int, of processors: Int, milliseconds: [String: Int64]
    ) -> ProcessorShares.Grant {
        // The others wait for one that is running.
        let busy = ProcessorSharesTests.action("busy z", .emitModule(.init(output: "z"), nil), [])
        let waiting = others.map { other in
            var other = other
            guard case .tool(var run) = other.work else { return other }
            run.consumed = [busy.id]
            other.work = .tool(run)
            return other
        }
        let graph = ActionGraph(actions: [first, busy] + waiting, goals: [first.id, busy.id] + waiting.map(\.id))
        let costs = ExpectedCosts(lastTime: { milliseconds[$0.name] ?? 0 }, size: { _ in nil })
        var schedule = Schedule(graph: graph, cost: costs.estimate)
        schedule.set(busy.id, .running)
        schedule.set(first.id, .ready)
        #expect(schedule.takeReady { _ in true } == first.id)
        var shares = ProcessorShares(graph: graph, processors: processors, costs: costs)
        return shares.grant(to: first, schedule, deciding: [], free: free)
    }

    @Test func whoeverIsMostOfTheWorkGetsMostOfTheProcessors() {
        let big = ProcessorSharesTests.action("big a"),
            others = [ProcessorSharesTests.action("small b"), ProcessorSharesTests.action("small c")]
        func jobs(_ time: Int64, of processors: Int) -> Int {
            grant(
                to: big, beside: others, free: 1, of: processors,
                milliseconds: ["big a": time, "small b": 10_000, "small c": 10_000]
            ).jobs
        }
        #expect(jobs(60_000, of: 2) == 2)
        #expect(jobs(60_000, of: 8) == 6)
        #expect(jobs(20_000, of: 2) == 1)
        #expect(jobs(5_000, of: 4) == 1)
    }

    @Test func compilersCutWorkByFiles() {
        let big = ProcessorSharesTests.action("big a", files: 3), times: [String: Int64] = ["big a": 60_000]
        #expect(
            grant(to: big, beside: [], free: 1, of: 16, milliseconds: times)
                == .init(slots: 1, jobs: 3, jobsOfIncremental: 1))
        #expect(
            grant(to: ProcessorSharesTests.action("big a", files: 1), beside: [], free: 1, of: 16, milliseconds: times)
                .jobs == 1)
    }

    @Test func theThreadsOfAWholeModuleHoldNoSlots() {
        let whole = ProcessorSharesTests.action("big a", .compileModule(.init(output: "a")), [.threads])
        #expect(
            grant(to: whole, beside: [], free: 7, of: 8, milliseconds: ["big a": 60_000])
                == .init(slots: 1, jobs: 8, jobsOfIncremental: 1))
        let driver = ProcessorSharesTests.action("big a")
        #expect(
            grant(to: driver, beside: [], free: 7, of: 8, milliseconds: ["big a": 60_000])
                == .init(slots: 7, jobs: 8, jobsOfIncremental: 7))
        let narrow = ProcessorSharesTests.action("link a", .link(.init()), [])
        #expect(
            grant(to: narrow, beside: [], free: 7, of: 8, milliseconds: ["link a": 60_000])
                == .init(slots: 1, jobs: 1, jobsOfIncremental: 1))
    }

    @Test func whatWasNeverBuiltIsGuessedBySize() {
        var costs = ExpectedCosts(lastTime: { _ in nil }, size: { $0.hasPrefix("big") ? 1 << 20 : 1 << 10 })
        let few = ProcessorSharesTests.action("big a", files: 2),
            many = ProcessorSharesTests.action("small b", files: 40)
        #expect(costs.weighedEstimate(of: few) > costs.weighedEstimate(of: many))
        #expect(costs.estimate(of: few) < costs.estimate(of: many))
    }

    @Test("what ended is no work that is left")
    func workLeft() {
        let big = ProcessorSharesTests.action("big a"), other = ProcessorSharesTests.action("other b")
        let graph = ActionGraph(actions: [big, other], goals: [big.id, other.id])
        let costs = ExpectedCosts(lastTime: { _ in 10_000 }, size: { _ in nil })
        var schedule = Schedule(graph: graph, cost: costs.estimate)
        var shares = ProcessorShares(graph: graph, processors: 4, costs: costs)
        #expect(shares.grant(to: big, schedule, deciding: [], free: 1).jobs == 2)
        schedule.set(other.id, .done)
        #expect(shares.grant(to: big, schedule, deciding: [], free: 1).jobs == 4)
    }
}
