import Disk
import FakeTools
import GitHistory
import Subprocesses
import Targets
import Testing

@testable import Workspaces

/// An earlier state that is laid out in a folder of its own.
@Suite struct EarlierSourcesTests {
    private let world: FakeWorld
    private let git: FakeGit
    private let machine: Machine
    private let place = AbsolutePath("/w/.mono/since")

    init() throws {
        world = try FakeWorld()
        git = FakeGit(world.files)
        machine = try Machine(world, git)
        try world.putApp()
        try git.commit()
        try world.edit("Sources/Left/left.swift", "public edited")
    }

    private func sources() throws -> EarlierSources {
        try EarlierSources(workspace: machine.workspace().open(), cancellation: Cancellation())
    }

    @Test func theEarlierFilesLieInAFolderThatGoesAfterwards() throws {
        let files = world.files
        try files.write("left by one that was killed", to: place / "sources/stray.swift")
        let text = try sources().with("HEAD") { folder in
            #expect(folder.isInside(place) && !files.exists(folder / "stray.swift"))
            return try files.text(folder / "Sources/Left/left.swift")
        }
        #expect(text == "public left")
        #expect(!files.exists(place))
        #expect(try files.text("/w/Sources/Left/left.swift") == "public edited", "the work tree stays as it is")
    }

    @Test func theFolderGoesToWhereTheBodyThrows() throws {
        #expect(throws: Stopped.self) { try sources().with("HEAD") { _ in throw Stopped() } }
        #expect(!world.files.exists(place))
    }

    @Test func gitWritesNoIndexButThatOfTheFolder() throws {
        _ = machine.takeStarted()
        try sources().with("HEAD") { _ in }
        let writers = machine.takeStarted().filter {
            $0.arguments.contains { ["read-tree", "checkout-index"].contains($0) }
        }
        #expect(
            writers.count == 2
                && writers.allSatisfy { $0.environment["GIT_INDEX_FILE"]?.hasPrefix(place.string) == true })
    }

    @Test func aLockFileOfNowServesWhereGitHadNone() throws {
        try world.edit("Package.resolved", "of now")
        let files = world.files
        #expect(try sources().with("HEAD") { try files.text($0 / "Package.resolved") } == "of now")
        try git.commit()
        try world.edit("Package.resolved", "later")
        #expect(try sources().with("HEAD") { try files.text($0 / "Package.resolved") } == "of now", "git has one")
    }

    @Test func aRevisionWithoutTheFolderIsToldApart() throws {
        let world = try FakeWorld()
        let git = FakeGit(world.files, top: "/", tracked: "/w")
        let machine = try Machine(world, git)
        try git.commit()
        try world.putApp()
        let open = try machine.workspace().open()
        #expect(throws: NotInRevision(root: "/w", revision: "HEAD")) {
            try open.withEarlier("HEAD", Cancellation()) { _ in }
        }
        #expect(throws: GitError.self) { try open.withEarlier("nowhere", Cancellation()) { _ in } }
        #expect(!world.files.exists(place))
    }

    @Test func theEarlierWorkspaceIsOpenedWithItsOwnGraphAndTheSameCaches() throws {
        try world.edit("Sources/Right/more.swift", "public more")
        let open = try machine.workspace().open()
        let right = TargetID(PackageID("."), "Right")
        try open.withEarlier("HEAD", Cancellation()) { found in
            let earlier = try #require(found)
            #expect(earlier.root.isInside(place))
            #expect(
                earlier.loaded.graph.targets[right]?.sources.count == 1
                    && open.loaded.graph.targets[right]?.sources.count == 2)
            #expect(earlier.cache.folders == open.cache.folders && earlier.jobs == open.jobs)
        }
    }

    @Test func whereThereWasNoWorkspaceThereIsNone() throws {
        let manifest = try world.files.read("/w/Package.swift")
        try world.files.remove("/w/Package.swift")
        try git.commit()
        try world.files.write(manifest, to: "/w/Package.swift")
        let isThere = try machine.workspace().open().withEarlier("HEAD", Cancellation()) { $0 != nil }
        #expect(!isThere)
    }

    /// What was built here needs no compiler there: the folder stands in no key.
    @Test func resultsOfThisFolderServeTheEarlierOne() throws {
        try world.edit("Sources/Left/left.swift", "public left")
        let open = try machine.workspace().open()
        #expect(try open.plan(.everything, BuildSettings()).build().succeeded)
        _ = machine.takeStarted()
        let summary = try open.withEarlier("HEAD", Cancellation()) {
            try $0?.plan(.everything, BuildSettings()).build()
        }
        #expect(summary?.succeeded == true && summary?.ran == 0)
        #expect(machine.takeNamesStarted().isEmpty)
    }
}
