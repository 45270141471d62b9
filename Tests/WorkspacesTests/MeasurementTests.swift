import BuildEngine
import BuildPlanning
import Digests
import Disk
import FakeTools
import InterfaceDigests
import Subprocesses
import Targets
import Testing

@testable import Workspaces

/// Plans with the times that their actions took, and digests of modules.
@Suite struct MeasurementTests {
    private let world: FakeWorld
    private let machine: Machine
    private let left = TargetID(PackageID("."), "Left"), app = TargetID(PackageID("."), "App")

    init() throws {
        world = try FakeWorld()
        machine = try Machine(world, KnownCompiler())
        try world.putApp()
    }

    private func plan() throws -> PlannedBuild { try machine.workspace().open().plan(.everything, BuildSettings()) }

    // MARK: Measured plans

    @Test func timesAreThoseOfTheResultsInTheCacheAndNothingRuns() throws {
        #expect(try plan().build().succeeded)
        let build = try plan()
        _ = machine.takeStarted()
        let measured = MeasuredPlan(build)
        #expect(machine.takeStarted().isEmpty)
        let tools = measured.graph.actions.values.filter { $0.tool != nil }
        #expect(
            !tools.isEmpty && tools.allSatisfy { measured.milliseconds[$0.id] == 1 },
            "each of the fake tools takes a millisecond")
        #expect(measured.targets == Set(["App", "Left", "Right"].map { TargetID(PackageID("."), $0) }))
    }

    @Test func theWorkOfATargetIsTheTimeOfItsCompiles() throws {
        #expect(try plan().build().succeeded)
        let measured = try MeasuredPlan(plan())
        let compiles = measured.graph.actions.values.filter {
            $0.subject == .target(left) && [.emitModule, .compile, .compileModule].contains($0.kind)
        }
        #expect(!compiles.isEmpty && measured.work[left] == Int64(compiles.count))
    }

    @Test func whatWasNeverBuiltHasNoTime() throws {
        let measured = try MeasuredPlan(plan())
        #expect(
            measured.graph.actions.values.filter { $0.tool != nil }.allSatisfy { measured.milliseconds[$0.id] == nil })
        #expect(measured.work[left] == 0)
    }

    // MARK: Module digests

    private func digest(_ target: TargetID, _ observers: [any BuildObserver] = []) throws -> ModuleDigest {
        try machine.workspace().open().moduleDigest(of: target, BuildSettings(), asking: Asking()) { _ in observers }
    }

    @Test func aDigestIsMadeOfTheModuleAlone() throws {
        let found = try digest(app)
        #expect(found.target == app.description)
        let started = machine.takeStarted()
        #expect(
            started.contains { $0.arguments.contains("-emit-module") } && !started.contains { FakeToolchain.links($0) })
    }

    @Test func theBytesOfAModuleAreSaidBesideItsDigest() throws {
        let first = try digest(left)
        try world.edit("Sources/Left/left.swift", "public left\nhidden more")
        let second = try digest(left)
        #expect(first.digest == second.digest && first.moduleBytes != second.moduleBytes)
        #expect(
            second.moduleBytes
                == ContentDigest(of: try FakeToolchain.module(sources: [("left.swift", "public left\nhidden more")])))
    }

    @Test func aDigestSaysWhatItIsMadeOf() throws {
        let parts = try digest(left).parts
        #expect(parts.parts.contains { $0.text.contains("aleft") } && parts.fallbacks.isEmpty)
    }

    @Test func aTargetInCHasNoModuleDigest() throws {
        try world.put(
            DumpText(name: "app", targets: [DumpText.target("InC")]),
            files: ["Sources/InC/c.c": "body", "Sources/InC/include/InC.h": "int c(void);"])
        for path in ["Sources/App", "Sources/Left", "Sources/Right", "Tests"] {
            try world.files.remove(world.root / path)
        }
        let target = TargetID(PackageID("."), "InC")
        #expect(throws: ModuleDigestFault.notSwift(target)) { _ = try digest(target) }
    }

    /// A source that changes while the module is emitted: no key names what was read.
    @Test func aModuleWhoseResultWasNotKeptHasNoDigest() throws {
        let open = try Machine(world, Changing()).workspace().open()
        let error = #expect(throws: ModuleDigestFault.self) {
            _ = try open.moduleDigest(of: left, BuildSettings(), asking: Asking()) { _ in [] }
        }
        guard case .notKept(let action) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(action.subject == .target(left))
    }
}

/// Edits the source of `Left` whenever a module is about to be emitted.
private struct Changing: FakeProgram {
    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        if command.arguments.contains("-emit-module") {
            try files.write("public left\npublic meanwhile", to: "/w/Sources/Left/left.swift")
        }
        return nil
    }
}
