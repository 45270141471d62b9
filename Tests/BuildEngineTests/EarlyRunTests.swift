import BuildEngine
import Disk
import Dispatch
import FakeTools
import Glibc
import Subprocesses
import Testing

/// Links that begin while a module that goes into them is still being emitted.
@Suite struct EarlyRunTests {
    /// Holds a command back until another has come, for ten seconds at most.
    private final class Gate: Sendable {
        private let happened = DispatchSemaphore(value: 0)

        func open() { happened.signal() }
        @discardableResult func pass() -> Bool { happened.wait(timeout: .now() + 10) == .success }
    }

    /// A quote makes text that mono does not understand: whether the module is another one, only emitting it tells.
    private static let otherBody = "public l\nanother's"

    private static func emits(_ module: String, _ command: Command) -> Bool {
        command.arguments.contains("-emit-module")
            && command.arguments.contains { $0.hasSuffix("/\(module).swiftmodule") }
    }

    private static func outcomes(of action: String, _ seen: RecordingObserver) -> [ActionReport.Outcome] {
        seen.record.reports.filter { $0.action.id.name == action }.map(\.outcome)
    }

    @Test func aLinkRunsWhileAModuleIsEmittedThatComesOutAsBefore() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let linked = Gate(), order = Log()
        world.before { command in
            if FakeToolchain.links(command) { linked.open() }
            if EarlyRunTests.emits("L", command) { order.add(linked.pass() ? "linked first" : "waited in vain") }
            return nil
        }
        try world.files.write(EarlyRunTests.otherBody, to: world.root / "pkg/Sources/L/l.swift")
        let (summary, seen) = try world.build()
        #expect(summary.succeeded)
        #expect(order.entries == ["linked first"])
        #expect(EarlyRunTests.outcomes(of: "link pkg:app", seen) == [.ranEarly, .ran])
        #expect(seen.ran == ["autolink pkg:L", "compile pkg:L", "emit-module pkg:L", "link pkg:app"])
        #expect(world.text(".mono/debug/app")?.contains("another") == true)

        world.unhook()
        let (again, _) = try world.build()
        #expect(again.ran == 0)
    }

    @Test func nothingIsGuessedWhereTheModuleIsKnownToBeAnother() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let order = Log()
        world.before { command in
            if FakeToolchain.links(command) { order.add("link") }
            if EarlyRunTests.emits("L", command) {
                // Long enough for a link to start if it could.
                usleep(50_000)
                order.add("emitted")
            }
            return nil
        }
        try world.files.write("public l\nbody\nfunc another() {}", to: world.root / "pkg/Sources/L/l.swift")
        let (summary, seen) = try world.build()
        #expect(summary.succeeded)
        #expect(order.entries == ["emitted", "link"])
        #expect(EarlyRunTests.outcomes(of: "link pkg:app", seen) == [.ran])
    }

    /// The app's own module goes into the link and into no other compile: the link starts early and is wrong.
    @Test func aWrongGuessCostsTimeAndNothingElse() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let linked = Gate()
        world.before { command in
            if FakeToolchain.links(command) { linked.open() }
            if EarlyRunTests.emits("A", command) { linked.pass() }
            return nil
        }
        try world.files.write("public more\nit's", to: world.root / "pkg/Sources/A/main.swift")
        let (summary, seen) = try world.build()
        #expect(summary.succeeded && summary.ran == 5)
        let outcomes = EarlyRunTests.outcomes(of: "link pkg:app", seen)
        #expect(outcomes == [.ranEarly, .abandoned, .ran] || outcomes == [.abandoned, .ran], "\(outcomes)")
        #expect(world.text(".mono/debug/app")?.contains("wrapped module public more") == true)

        world.unhook()
        try world.files.remove(world.root / ".mono")
        let (again, _) = try world.build()
        #expect(again.ran == 0)
        #expect(
            world.text(".mono/debug/app")?.contains("wrapped module public more") == true,
            "no cached result is the wrong assumption's")
    }

    /// The file that an early link reads is not replaced under it.
    @Test func theWrappedModuleWaitsForTheLinkThatReadsIt() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let linking = Gate(), emitted = Gate(), order = Log()
        world.before { command in
            if FakeToolchain.links(command), order.add("link") == 1 {
                linking.open()
                // Long enough for the emission to end, and for what waits for it to start if it could.
                emitted.pass()
                usleep(50_000)
                order.add("read")
            }
            if EarlyRunTests.emits("A", command) {
                linking.pass()
                emitted.open()
            }
            if command.arguments.contains("-modulewrap") { order.add("wrap") }
            return nil
        }
        try world.files.write("public more\nit's", to: world.root / "pkg/Sources/A/main.swift")
        let (summary, _) = try world.build()
        #expect(summary.succeeded)
        #expect(order.entries == ["link", "read", "wrap", "link"])
    }

    @Test func aFailedEmissionLeavesNoTraceOfTheEarlyLink() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let linked = Gate()
        world.before { command in
            if FakeToolchain.links(command) { linked.open() }
            guard EarlyRunTests.emits("L", command) else { return nil }
            linked.pass()
            return CommandResult(exit: .code(1))
        }
        try world.files.write(EarlyRunTests.otherBody, to: world.root / "pkg/Sources/L/l.swift")
        let (summary, seen) = try world.build(keepGoing: true)
        #expect(summary.failures.map(\.action.id.name) == ["emit-module pkg:L"])
        #expect(summary.skipped == 6, "the wrapped module, and everything of the app")
        #expect(EarlyRunTests.outcomes(of: "link pkg:app", seen).contains(.ran) == false)
        #expect(world.text(".mono/debug/app")?.contains("another") == false)
    }

    /// What the early link says is not heard; the link that counts says it.
    @Test func aFailureOfTheEarlyLinkIsTriedAgain() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let linked = Gate(), links = Log()
        world.before { command in
            if EarlyRunTests.emits("L", command) { linked.pass() }
            guard FakeToolchain.links(command) else { return nil }
            linked.open()
            return links.add("link") == 1 ? CommandResult(exit: .code(1), errors: Array("no\n".utf8)) : nil
        }
        try world.files.write(EarlyRunTests.otherBody, to: world.root / "pkg/Sources/L/l.swift")
        let (summary, seen) = try world.build()
        #expect(summary.succeeded)
        #expect(seen.record.diagnostics == [])
        #expect(EarlyRunTests.outcomes(of: "link pkg:app", seen) == [.abandoned, .ran])
    }
}
