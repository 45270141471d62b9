import BuildEngine
import BuildPlanning
import Disk
import Targets
import Testing

@testable import Workspaces

@Suite struct PlannedBuildTests {
    private let world: FakeWorld
    private let left = TargetID(PackageID("."), "Left")

    init() throws {
        world = try FakeWorld()
        try world.putApp()
    }

    @Test func aDryRunRunsNothing() throws {
        var settings = BuildSettings()
        settings.isDryRun = true
        let summary = try world.workspace().open().plan(.everything, settings).build()
        #expect(summary.wouldRun > 0 && summary.ran == 0)
        #expect(!world.files.exists("/w/.mono/debug"))
    }

    @Test func inspectingRunsNothing() throws {
        let build = try world.workspace().open().plan(.everything, BuildSettings())
        _ = world.takeStarted()
        let before = build.inspect()
        #expect(
            before.values.allSatisfy { $0.result == nil || $0.result?.outputs.isEmpty == true }
                && world.takeStarted().isEmpty)
        #expect(build.build().succeeded)
        let after = build.inspect()
        #expect(after.count >= before.count && after.values.contains { $0.result != nil })
    }

    /// Planning looks for `#filePath`, and the engine for imports of hidden declarations: in a fresh clone of 10,000
    /// targets, the two read 100,000 files once more each.
    @Test func aFreshCloneReadsEachSourceOnce() throws {
        let workspace = try world.workspace()
        #expect(try workspace.open().plan(.everything, BuildSettings()).build().succeeded)
        try Workspace.clean("/w", everything: false, files: world.files, commands: world)
        world.files.advance(by: 10_000_000_000)
        let before = world.files.filesRead.count
        let summary = try world.workspace().open().plan(.everything, BuildSettings()).build()
        #expect(summary.ran == 0 && summary.hits > 0)
        // Of a program, loading looks for its entry point.
        let read = world.files.filesRead.dropFirst(before).map(\.string)
            .filter { $0.hasPrefix("/w/Sources/Left/") || $0.hasPrefix("/w/Sources/Right/") }
        #expect(read.sorted() == ["/w/Sources/Left/left.swift", "/w/Sources/Right/right.swift"])
    }

    /// Modules that others compile against, and nothing else.
    @Test func emittingModules() throws {
        let build = try world.workspace().open().plan(.everything, BuildSettings()).emittingModules
        let goals = build.plan.graph.goals.map { build.plan.graph[$0] }
        #expect(Set(goals.map(\.subject)) == [.target(left), .target(TargetID(PackageID("."), "Right"))])
        #expect(goals.allSatisfy { $0.moduleOutput != nil } && build.plan.placements.isEmpty)
        #expect(build.build().succeeded)
    }

    /// Results of a measurement stay out of the cache.
    @Test func keepingResultsElsewhere() throws {
        let workspace = try world.workspace()
        do {
            let aside = try workspace.open().plan(.everything, BuildSettings()).keepingResults(in: "/aside")
            #expect(aside.build().succeeded)
        }
        #expect(world.files.exists("/aside"))
        try Workspace.clean("/w", everything: true, files: world.files, commands: world)
        let first = try workspace.open().plan(.everything, BuildSettings()).build()
        #expect(first.ran > 0 && first.hits == 0, "the workspace's own cache holds none of it")
    }

    @Test func moduleDigests() throws {
        let workspace = try world.workspace()
        func digest() throws -> String {
            try workspace.open().moduleDigest(of: left, BuildSettings(), asking: Asking()) { _ in [] }.digest
                .description
        }
        let first = try digest()
        try world.edit("Sources/Left/left.swift", "public left\nbody of something")
        #expect(try digest() == first, "a body is nothing that others see")
        try world.edit("Sources/Left/left.swift", "public left\npublic more")
        #expect(try digest() != first)
        try world.edit("Sources/Left/left.swift", "syntax error")
        #expect(throws: BuildNotDone.self) { _ = try digest() }
    }

    /// Tests are planned with what they start, and their programs lie in a place of their own.
    @Test func plannedTests() throws {
        let open = try world.workspace().open()
        let tests = try GoalSelection(open, from: open.root).tests([])
        let planned = try open.planTests(tests, BuildSettings(), asking: Asking())
        #expect(planned.build.plan.tests.map(\.target) == tests)
        #expect(planned.build.settings.flags.isTestable)
        #expect(planned.builtTests(BuildSummary()).isEmpty, "nothing is placed yet")
    }

    @Test func measuredPlans() throws {
        let workspace = try world.workspace()
        #expect(try workspace.open().plan(.everything, BuildSettings()).build().succeeded)
        let measured = try MeasuredPlan(workspace.open().plan(.everything, BuildSettings()))
        #expect(measured.targets.contains(left) && !measured.milliseconds.isEmpty)
    }
}
