import AffectedTargets
import BuildPlanning
import FakeTools
import GitHistory
import Subprocesses
import Targets
import Testing

@testable import Workspaces

/// Which of the targets that a change reaches would be compiled again, by the keys of both ends.
@Suite struct EffectsByDigestTests {
    private let world: FakeWorld
    private let git: FakeGit
    private let machine: Machine

    init() throws {
        world = try FakeWorld()
        git = FakeGit(world.files)
        machine = try Machine(world, git)
        try world.putApp()
        try git.commit()
    }

    private func effects(_ comparison: Comparison = Comparison(since: "HEAD"), base: Bool = true) throws -> [String:
        AffectedEffect]
    {
        let open = try machine.workspace().open()
        var found = try open.affected(comparison)
        if !base { found.base = nil }
        _ = machine.takeStarted()
        let effects = try open.effects(
            of: found, isCommitted: comparison.isCommitted, BuildSettings(), asking: Asking()
        ) { _ in [] }
        return Dictionary(uniqueKeysWithValues: effects.map { ($0.key.name, $0.value) })
    }

    @Test func aBodyIsCompiledAgainInItsTargetAloneAndProgramsAreLinkedAgain() throws {
        try world.edit("Sources/Left/left.swift", "public left\nanother body")
        #expect(try effects() == ["Left": .recompile, "App": .relink, "LeftTests": .relink])
    }

    @Test func anInterfaceIsCompiledAgainWithAllThatSeeIt() throws {
        try world.edit("Sources/Left/left.swift", "public left\npublic more")
        #expect(try effects() == ["Left": .recompile, "App": .recompile, "LeftTests": .recompile])
    }

    @Test func modulesAreEmittedAndNothingElseIsCompiledOrLinked() throws {
        try world.edit("Sources/Left/left.swift", "public left\npublic more")
        _ = try effects()
        let started = machine.takeStarted().filter { $0.executable.hasPrefix(FakeToolchain.root.string) }
        #expect(started.contains { $0.arguments.contains("-emit-module") })
        #expect(!started.contains { FakeToolchain.links($0) || $0.arguments.contains("-c") })
        #expect(!world.files.exists("/w/.mono/debug/App"))
    }

    @Test func withoutAnEarlierEndAllIsCompiledAgainAndNothingIsBuilt() throws {
        try world.edit("Sources/Left/left.swift", "public left\nanother body")
        #expect(try effects(base: false) == ["Left": .recompile, "App": .recompile, "LeftTests": .recompile])
        #expect(machine.takeStarted().isEmpty)
    }

    @Test func withoutAffectedTargetsNothingIsBuilt() throws {
        #expect(try effects().isEmpty)
        #expect(machine.takeStarted().isEmpty)
    }

    @Test func anEarlierEndThatDoesNotCompileIsCompiledAgain() throws {
        try world.edit("Sources/Left/left.swift", "syntax error")
        try git.commit()
        try world.edit("Sources/Left/left.swift", "public left")
        #expect(try effects()["Left"] == .recompile)
    }

    @Test func aLaterEndThatDoesNotCompileIsAFailedBuild() throws {
        try world.edit("Sources/Left/left.swift", "syntax error")
        let error = #expect(throws: BuildNotDone.self) { _ = try effects() }
        #expect(error?.summary.failures.isEmpty == false)
    }

    @Test func betweenCommitsTheWorkTreeIsNotLookedAt() throws {
        try world.edit("Sources/Left/left.swift", "public left\nanother body")
        try git.commit()
        try world.edit("Sources/Left/left.swift", "syntax error")
        let found = try effects(Comparison(since: "HEAD~1", isCommitted: true))
        #expect(found == ["Left": .recompile, "App": .relink, "LeftTests": .relink])
    }
}
