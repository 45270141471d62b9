import BuildPlanning
import Disk
import FoundationEssentials
import JSON
import Synchronization
import TestRunning
import Testing
import Workspaces

@testable import BuildEngine
@testable import MonoCommands

@Suite struct EventLogTests {
    /// Keeps lines.
    final class Lines: EventSink {
        private let text = Mutex("")
        func add(_ line: String) { text.withLock { $0 += line } }
        func flush() {}

        var events: [JSONValue] {
            get throws {
                try text.withLock { text in
                    try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
                }
            }
        }
    }

    private let emit = BuildEvents.action(.emitModule, "Brain", package: "Packages/Brain")

    /// A run of two builds with tests after them.
    private func run() throws -> [JSONValue] {
        let lines = Lines(), clock = PhaseClock(since: .now)
        let log = EventLog(lines, clock, command: ["test", "<script>"])
        let phase = PhaseObserver(clock: clock, phase: .build)
        let run = Action.ToolRun(
            .link(.init()), .swiftc, arguments: [], consumed: [emit.id, ActionID("b"), emit.id])
        let link = Action(id: ActionID("link"), subject: emit.subject, folder: ".", work: .tool(run))
        for step in [WorkspaceStep.lookingAtToolchain, .readingManifests, .loading(.resolving), .settled] {
            clock.note(step)
        }
        for _ in 1...2 {
            for observer in [phase, log] as [any BuildObserver] {
                observer.buildStarted(BuildStart(configuration: .debug, actions: [emit, link], jobs: 2))
            }
            log.actionFinished(BuildEvents.finished(emit, .hit(.local)))
            log.actionFinished(BuildEvents.finished(link, .ranEarly))
            log.actionFinished(BuildEvents.finished(link, .ran))
            for observer in [phase, log] as [any BuildObserver] { observer.buildFinished(BuildSummary()) }
        }
        clock.enter(.tests)
        let target = BuildEvents.target("BrainTests")
        log.testsStarted(target)
        log.testsFinished(
            TestReport(
                target: target, source: .cache(wall: 5),
                runs: [
                    TestRun(
                        results: [.init(library: .xctest, name: "M.C/t", outcome: .failed, seconds: .infinity)],
                        ending: .failed, wall: 1.5, cpu: 0.25)
                ]))
        clock.enter(nil)
        log.allTestsFinished()
        return try lines.events
    }

    @Test("phases are written once, each when it has ended")
    func phases() throws {
        let events = try run().compactMap { event in
            event["event"]?.string.map { $0 == "phase" ? event["name"]?.string ?? "" : $0 }
        }
        let build = ["actionFinished", "actionFinished", "actionFinished", "build", "buildFinished"]
        #expect(
            events == ["buildStarted", "toolchain", "manifests", "resolution"] + build + ["buildStarted"] + build
                + ["testsStarted", "testsFinished", "tests"])
    }

    @Test("an action names what it needs, once, where it is decided")
    func needs() throws {
        let finished = try run().filter { $0["event"]?.string == "actionFinished" }.prefix(3)
        #expect(
            finished.map { $0["needs"]?.array?.compactMap(\.string) } == [
                [], nil, ["b", "emit-module Packages/Brain:Brain"],
            ])
    }

    @Test("the events of tests")
    func tests() throws {
        let event = try #require(try run().first { $0["event"]?.string == "testsFinished" })
        #expect(event["subject"]?.string == ".:BrainTests" && event["passed"]?.bool == false)
        #expect(event["cached"]?.bool == true && event["wall"]?.integer == 1500 && event["cpu"]?.integer == 250)
        let test = try #require(event["tests"]?.array?.first)
        #expect(test["name"]?.string == "M.C/t" && test["outcome"]?.string == "failed")
        #expect(test["wall"]?.integer == 1_000_000_000_000)
    }

    @Test("Docs/Events.md names all events, their fields and phases")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            decoding: Data(contentsOf: root.appendingPathComponent("Docs/Events.md")), as: UTF8.self)
        for event in try run() {
            let name = try #require(event["event"]?.string)
            #expect(page.contains("| `\(name)` |"))
            for member in event.members ?? [] where member.key != "event" {
                #expect(page.contains("`\(member.key)`"), "\(name): \(member.key)")
            }
            if name == "phase" { #expect(page.contains("| `\(event["name"]?.string ?? "")` |")) }
        }
    }
}
