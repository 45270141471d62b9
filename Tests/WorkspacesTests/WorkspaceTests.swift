import ArtifactCache
import BuildEngine
import BuildPlanning
import Configuration
import Disk
import FakeTools
import PackageManifests
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import Workspaces

@Suite struct WorkspaceTests {
    private let world: FakeWorld

    init() throws {
        world = try FakeWorld()
        try world.putApp()
    }

    private func build(_ workspace: Workspace, _ goal: BuildRequest.Goal = .everything) throws -> BuildSummary {
        try workspace.open().plan(goal, BuildSettings()).build()
    }

    @Test func makingOneDoesNoWork() throws {
        _ = try world.workspace()
        #expect(world.takeStarted().isEmpty && !world.files.exists("/w/.mono") && !world.files.exists("/cache"))
    }

    /// Many times in one process: each build finds what changed since the last one, and nothing else.
    @Test func aWorkspaceIsUsedManyTimes() throws {
        let workspace = try world.workspace()
        let first = try build(workspace)
        #expect(first.succeeded && first.ran > 0)
        _ = world.takeStarted()
        for _ in 0..<3 {
            let again = try build(workspace)
            #expect(again.succeeded && again.ran == 0)
        }
        #expect(world.takeStarted().isEmpty, "nothing to do starts nothing")
        try world.edit("Sources/Left/left.swift", "public left\nbody 2")
        let edited = try build(workspace)
        #expect(edited.succeeded && edited.ran > 0 && edited.ran < first.ran)
        try world.edit("Sources/Left/left.swift", "public left")
        #expect(try build(workspace).ran == 0, "back to what it was")
    }

    /// Two compiles within one second of a file system that counts in seconds: the second object has the size, the
    /// times and the inode of the first. A campaign of races met that once in 500 rounds, and the program of before was
    /// put in its place.
    @Test("objects that look alike", arguments: [false, true]) func alike(_ fails: Bool) throws {
        let world = try FakeWorld()
        world.files.reuseInodes()
        try world.putApp()
        try world.edit("Sources/Left/left.swift", "public left\nbody 1")
        let workspace = try world.workspace()
        func program() throws -> String { String(decoding: try world.files.read("/w/.mono/debug/App"), as: UTF8.self) }
        #expect(try build(workspace).succeeded && program().contains("body 1"))
        // No time passes from here on.
        try world.files.write("public left\nbody 2", to: "/w/Sources/Left/left.swift")
        if fails {
            try world.files.write("syntax error", to: "/w/Sources/Right/right.swift")
            #expect(try !build(workspace).succeeded)
            try world.files.write("public right", to: "/w/Sources/Right/right.swift")
        }
        #expect(try build(workspace).succeeded && program().contains("body 2"))
        try world.files.write("public left\nbody 1", to: "/w/Sources/Left/left.swift")
        #expect(try build(workspace).succeeded && program().contains("body 1"))
    }

    @Test func aFailureIsNoErrorOfTheLibrary() throws {
        let workspace = try world.workspace()
        try world.edit("Sources/Left/left.swift", "syntax error")
        let summary = try build(workspace)
        #expect(!summary.succeeded && !summary.failures.isEmpty && !summary.wasCancelled)
        try world.edit("Sources/Left/left.swift", "public left")
        #expect(try build(workspace).succeeded)
    }

    /// Stopping one build stops no other.
    @Test func eachBuildHasItsOwnCancellation() throws {
        let workspace = try world.workspace(), cancellation = Cancellation()
        let stopping = Stopper(cancellation)
        let plan = try workspace.open().plan(.everything, BuildSettings())
        #expect(plan.build(observers: [stopping], cancellation: cancellation).wasCancelled)
        #expect(plan.build().succeeded)
    }

    @Test func otherFilesInTheWorkspaceAreSeenAfterOpeningItAgain() throws {
        let workspace = try world.workspace()
        _ = try build(workspace)
        try world.edit("Sources/Right/more.swift", "public more")
        #expect(try workspace.open().loaded.graph.targets[TargetID(PackageID("."), "Right")]?.sources.count == 2)
        #expect(try build(workspace).ran > 0)
    }

    @Test func stepsAreTold() throws {
        let steps = Mutex<[WorkspaceStep]>([])
        _ = try world.workspace().open { step in steps.withLock { $0.append(step) } }
        #expect(
            steps.withLock { $0 } == [
                .lookingAtToolchain, .readingManifests, .loading(.evaluating(PackageID("."))), .settled,
            ])
    }

    @Test func aWorkspaceWithAPercentSignIsRefused() throws {
        let open = try world.workspace().open()
        #expect(throws: UnusableRoot.self) {
            let other = Workspace(
                WorkspaceConfiguration(root: "/100%", packages: [.init(folder: "/100%")]), open.settings,
                files: world.files, commands: world)
            try world.files.write("// swift-tools-version: 6.0\n", to: "/100%/Package.swift")
            try world.files.write(
                String(decoding: world.files.read("/w/Package.swift"), as: UTF8.self), to: "/100%/Package.swift")
            for folder in ["Sources/App", "Sources/Left", "Sources/Right", "Tests/LeftTests"] {
                try world.files.write("", to: AbsolutePath("/100%/\(folder)/a.swift"))
            }
            _ = try other.open().plan(.everything, BuildSettings())
        }
    }

    @Test func cachesThatAreOneFolder() throws {
        let workspace = try world.workspace { $0.caches.shared = SharedTier(folder: "/cache/inside", mode: .readOnly) }
        #expect(throws: CacheSettings.Overlap(local: "/cache", shared: "/cache/inside")) { _ = try workspace.open() }
    }

    // MARK: The lock

    @Test func theLockIsGivenBack() throws {
        let impatient = try world.workspace { $0.waitsForOthers = false }
        do {
            let held = try impatient.open()
            #expect(throws: WorkspaceLock.Busy(root: "/w", holder: .mono)) { _ = try impatient.open() }
            #expect(world.lentDescriptors.count == 1, "compilers hold the second lock")
            withExtendedLifetime(held) {}
        }
        #expect(world.lentDescriptors.isEmpty)
        _ = try impatient.open()
    }

    @Test func aFailedOpeningGivesTheLockBack() throws {
        let workspace = try world.workspace { $0.waitsForOthers = false }
        try world.files.write("// another manifest, which SwiftPM does not know", to: "/w/Package.swift")
        #expect(throws: ManifestError.self) { _ = try workspace.open() }
        try world.putApp()
        _ = try workspace.open()
    }

    @Test func compilersOfADeadMonoAreWaitedFor() throws {
        let workspace = try world.workspace { $0.waitsForOthers = false }
        try world.files.makeFolder("/w/.mono")
        do {
            let tools = try #require(try world.files.lock("/w/.mono/lock-of-tools"))
            #expect(throws: WorkspaceLock.Busy(root: "/w", holder: .tools)) { _ = try workspace.open() }
            withExtendedLifetime(tools) {}
        }
        _ = try workspace.open()
    }

    @Test func waitingEndsWhenSomebodyAsksToStop() throws {
        let workspace = try world.workspace(), held = try workspace.open(), cancellation = Cancellation()
        #expect(throws: Stopped.self) {
            _ = try workspace.open(cancellation) { step in if step == .waiting(for: .mono) { cancellation.request() } }
        }
        withExtendedLifetime(held) {}
    }

    // MARK: Cleaning

    @Test func cleaning() throws {
        let workspace = try world.workspace(), files = world.files
        _ = try build(workspace)
        try files.write("external", to: "/w/.mono/checkouts/kit/a.swift")
        try Workspace.clean("/w", everything: false, files: files, commands: world)
        #expect(!files.exists("/w/.mono/build") && !files.exists("/w/.mono/state") && !files.exists("/w/.mono/debug"))
        #expect(files.exists("/w/.mono/checkouts/kit/a.swift"))
        #expect(try build(workspace).ran == 0, "the cache is elsewhere")
        try Workspace.clean("/w", everything: true, files: files, commands: world)
        #expect(!files.exists("/w/.mono"))
        try Workspace.clean("/w", everything: true, files: files, commands: world)
    }
}

/// Asks for a stop with the first action that starts.
private final class Stopper: BuildObserver {
    private let cancellation: Cancellation
    init(_ cancellation: Cancellation) { self.cancellation = cancellation }
    func actionStarted(_ start: ActionStart) { cancellation.request() }
}
