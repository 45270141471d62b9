import ArtifactCache
import BuildEngine
import BuildPlanning
import Configuration
import Digests
import Disk
import FakeTools
import Subprocesses
import Synchronization
import Targets
import Testing
import Toolchains

@testable import Workspaces

/// What settings do to a workspace that is opened with them.
@Suite struct WorkspaceSettingsTests {
    private let world: FakeWorld
    private let git: FakeGit
    private let machine: Machine

    init() throws {
        world = try FakeWorld()
        git = FakeGit(world.files)
        machine = try Machine(world, git)
        try world.putApp()
    }

    private func build(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws -> (
        OpenWorkspace, BuildSummary, [ContentDigest]
    ) {
        let open = try machine.workspace(adjust).open()
        let keys = Keys()
        let summary = try open.plan(.everything, BuildSettings()).build(observers: [keys])
        return (open, summary, keys.found)
    }

    // MARK: The environment

    @Test func compilersGetNothingOfTheUsersEnvironmentThatCouldChangeAnOutput() throws {
        let (_, summary, _) = try build {
            $0.environment.variables.merge(["SECRET": "x", "LANG": "de_DE", "HOME": "/home/you"]) { $1 }
            $0.environment.temporaryFolder = "/fast/tmp"
        }
        #expect(summary.succeeded)
        let compiles = machine.takeStarted().filter { $0.arguments.contains("-emit-module") }
        #expect(!compiles.isEmpty)
        for compile in compiles {
            #expect(
                compile.environment == [
                    "PATH": "/toolchain/usr/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/home/you",
                    "TMPDIR": "/fast/tmp",
                ])
        }
    }

    @Test func whereTheUserHasNoneToolsGetNone() {
        let tools = HostEnvironment(variables: ["PATH": "/mine"]).ofTools(FakeToolchain.toolchain)
        #expect(tools == ["PATH": "/toolchain/usr/bin:/usr/bin:/bin", "LANG": "C.UTF-8"])
    }

    @Test func anotherHomeOrTemporaryFolderMakesNothingAnew() throws {
        _ = try build()
        let (_, again, _) = try build {
            $0.environment.variables["HOME"] = "/elsewhere"
            $0.environment.temporaryFolder = "/fast/tmp"
        }
        #expect(again.ran == 0)
    }

    // MARK: Caches

    @Test func whatIsKeptSaysWhoMadeItAndOfWhichCommit() throws {
        let commit = try git.commit()
        let (open, summary, keys) = try build {
            $0.environment.host = "builder-7"
            $0.caches.writer = "1.2.3"
        }
        #expect(summary.succeeded)
        let origins = keys.flatMap { open.cache.origins(of: $0) }.compactMap(\.origin)
        #expect(
            !origins.isEmpty
                && origins.allSatisfy { $0.commit == commit && $0.host == "builder-7" && $0.version == "1.2.3" })
        #expect(machine.takeStarted().count { $0.executable == "/usr/bin/git" } == 1, "git is asked once")
    }

    @Test func withoutGitTheCommitStaysUnknown() throws {
        try world.files.remove("/usr/bin/git")
        let (open, summary, keys) = try build()
        #expect(summary.succeeded)
        let origins = keys.flatMap { open.cache.origins(of: $0) }.compactMap(\.origin)
        #expect(!origins.isEmpty && origins.allSatisfy { $0.commit == "" })
    }

    @Test func aBuildThatMakesNothingDoesNotAskGit() throws {
        try git.commit()
        _ = try build()
        _ = machine.takeStarted()
        _ = try build()
        #expect(!machine.takeStarted().contains { $0.executable == "/usr/bin/git" })
    }

    @Test func theMachinesMemoryLiesInTheLocalCacheUnlessItHasAPlace() throws {
        #expect(CacheSettings(local: "/cache").machine == "/cache/machine")
        _ = try build { $0.caches.machine = "/var/machine" }
        #expect(world.files.isFolder("/var/machine") && !world.files.exists("/cache/machine"))
    }

    @Test(
        "caches that share a folder are refused",
        arguments: [
            ("/cache", "/cache", true), ("/cache/a", "/cache", true), ("/cache", "/cache/a", true),
            ("/link", "/cache", true), ("/cache", "/cached", false),
            ("/cache", "/shared", false),
        ])
    func overlap(_ local: AbsolutePath, _ shared: AbsolutePath, _ isOverlap: Bool) throws {
        try world.files.makeFolder("/cache/a")
        try world.files.makeSymbolicLink(at: "/link", to: "/cache/a")
        let settings = CacheSettings(local: local, shared: SharedTier(folder: shared, mode: .readOnly))
        var found: CacheSettings.Overlap?
        do { try settings.checkOverlap(world.files) } catch { found = error }
        #expect(found == (isOverlap ? CacheSettings.Overlap(local: local, shared: shared) : nil))
    }

    @Test func aSharedCacheServesAWorkspaceWithoutOneOfItsOwn() throws {
        let (_, first, _) = try build { $0.caches.shared = SharedTier(folder: "/shared", mode: .readWrite) }
        #expect(first.succeeded)
        try Workspace.clean("/w", everything: true, files: world.files, commands: machine)
        let (_, summary, _) = try build {
            $0.caches = CacheSettings(local: "/new", shared: SharedTier(folder: "/shared", mode: .readOnly))
        }
        #expect(summary.ran == 0 && summary.sharedHits > 0)
    }

    // MARK: Jobs

    @Test func jobsAreAsAskedForOrElseAsTheWorkspaceSays() throws {
        try world.edit("mono.json", #"{"packages": ["."], "jobs": 3}"#)
        func jobs(_ asked: Int?) throws -> Int { try machine.workspace { $0.jobs = asked }.open().jobs }
        #expect(try jobs(5) == 5)
        #expect(try jobs(nil) == 3)
    }

    // MARK: SDKs

    private func putSDK() throws {
        let folder = AbsolutePath("/sdks/musl.artifactbundle")
        try world.files.write(
            #"{"schemaVersion": "1.0", "artifacts": {"static-linux": {"type": "swiftSDK", "version": "1", "#
                + #""variants": [{"path": "linux"}]}}}"#,
            to: folder / "info.json")
        try world.files.write(
            #"{"schemaVersion": "4.0", "targetTriples": {"x86_64-swift-linux-musl": {"sdkRootPath": "sysroot"}}}"#,
            to: folder / "linux/swift-sdk.json")
        try world.files.write("int puts(const char *);", to: folder / "linux/sysroot/usr/include/stdio.h")
        world.files.advance(by: 10_000_000_000)
    }

    @Test func aWorkspaceIsBuiltForTheChosenSDK() throws {
        try putSDK()
        let open = try machine.workspace { $0.sdk = SwiftSDKChoice(selector: "static-linux", folder: "/sdks") }.open()
        #expect(open.toolchain.sdk?.triple == "x86_64-swift-linux-musl")
        let build = try open.plan(.everything, BuildSettings())
        let places = build.plan.placements.map(\.path)
        #expect(!places.isEmpty && places.allSatisfy { $0.hasPrefix(".mono/x86_64-swift-linux-musl/") })
        #expect(build.emittingModules.build().succeeded)
        let compiles = machine.takeStarted().filter { $0.arguments.contains("-emit-module") }
        #expect(!compiles.isEmpty && compiles.allSatisfy { $0.arguments.contains("x86_64-swift-linux-musl") })
    }

    @Test func thePlatformIsKnownWithoutOpeningTheWorkspace() throws {
        try putSDK()
        let held = try machine.workspace().open()
        let plain = try machine.workspace().platform()
        #expect(plain == nil)
        let other = try machine.workspace { $0.sdk = SwiftSDKChoice(selector: "static-linux", folder: "/sdks") }
            .platform()
        #expect(other == "x86_64-swift-linux-musl")
        withExtendedLifetime(held) {}
    }

    @Test func anSDKThatIsNotThereIsNamed() throws {
        let workspace = try machine.workspace { $0.sdk = SwiftSDKChoice(selector: "none", folder: "/sdks") }
        #expect(throws: SwiftSDKError.notFound("none", folder: "/sdks", known: [])) { _ = try workspace.open() }
        #expect(throws: SwiftSDKError.notFound("none", folder: "/sdks", known: [])) { _ = try workspace.platform() }
    }

    // MARK: The lock

    @Test func oneWhoWaitsOpensTheWorkspaceAsSoonAsItIsFree() throws {
        let patient = try machine.workspace { $0.waitsForOthers = true }
        let held = Mutex<OpenWorkspace?>(try machine.workspace().open())
        let steps = Mutex<[WorkspaceStep]>([])
        _ = try patient.open { step in
            steps.withLock { $0.append(step) }
            // The other one ends when this one has said that it waits.
            if step == .waiting(for: .mono) { held.withLock { $0 = nil } }
        }
        #expect(steps.withLock { $0 }.prefix(2) == [.waiting(for: .mono), .lookingAtToolchain])
    }

    @Test func compilersHoldTheLockAndProgramsOfUsersDoNot() throws {
        let (open, _, _) = try build()
        let started = machine.takeStarted()
        #expect(started.contains { $0.holdsLock })
        #expect(started.filter(\.holdsLock).allSatisfy { $0.executable.hasPrefix(FakeToolchain.root.string) })
        #expect(
            !started.contains {
                $0.holdsLock && ($0.arguments.contains("dump-package") || $0.executable == "/usr/bin/git")
            })
        withExtendedLifetime(open) {}
    }

    @Test func anUnwritableFolderIsAFaultOfTheFile() throws {
        world.files.fail(.create, "/w/.mono", code: 13)
        #expect(throws: FileError.self) { _ = try machine.workspace().open() }
        world.files.heal()
        _ = try machine.workspace().open()
    }
}

/// The keys of all that was made.
private final class Keys: BuildObserver {
    private let keys = Mutex<[ContentDigest]>([])
    var found: [ContentDigest] { keys.withLock { $0 } }

    func actionFinished(_ report: ActionReport) {
        if report.outcome == .ran, let key = report.key?.digest { keys.withLock { $0.append(key) } }
    }
}
