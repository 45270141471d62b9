import Disk
import FakeTools
import GitHistory
import GraphAnalysis
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import Workspaces

/// What commits did to targets, by modules that the cache holds or that are emitted.
@Suite struct TargetHistoryTests {
    private let world: FakeWorld
    private let git: FakeGit
    private let machine: Machine
    private let left = TargetID(PackageID("."), "Left"), app = TargetID(PackageID("."), "App")

    init() throws {
        world = try FakeWorld()
        git = FakeGit(world.files)
        machine = try Machine(world, git, KnownCompiler())
        try world.putApp()
        try git.commit()
    }

    private func commit(_ path: String, _ text: String) throws {
        try world.edit(path, text)
        try git.commit()
    }

    private func build() throws {
        #expect(try machine.workspace().open().plan(.everything, BuildSettings()).build().succeeded)
    }

    /// Of all commits but the first.
    private func history(emits: Bool = false, _ count: Int, progress: @escaping WorkspaceProgress = { _ in }) throws
        -> TargetHistory
    {
        let open = try machine.workspace().open()
        let repository = try open.repository(Cancellation())
        let commits = try repository.recentCommits(count)
        _ = machine.takeStarted()
        return try TargetHistory(commits, of: repository, in: open, BuildSettings(), emits: emits, progress: progress)
    }

    @Test func commitsAreToldApartByWhatOthersSeeOfThem() throws {
        try build()
        try commit("Sources/Left/left.swift", "public left\npublic more")
        try build()
        try commit("Sources/Left/left.swift", "public left\npublic more\na body")
        try build()
        let found = try history(2)
        #expect(found.changes == [[left: .same], [left: .changed]], "newest first")
        #expect(machine.takeNamesStarted().isEmpty, "the cache holds all of it")
    }

    @Test func whatNobodyDependsOnNobodySees() throws {
        try commit("Sources/App/main.swift", "another body")
        #expect(try history(1).changes == [[app: .same]])
    }

    @Test func statesThatNobodyBuiltStayUnknownUnlessTheyAreEmitted() throws {
        try commit("Sources/Left/left.swift", "public left\npublic more")
        try commit("Sources/Left/left.swift", "public left\npublic more\na body")
        #expect(try history(2).changes == [[left: .unknown], [left: .unknown]])
        #expect(machine.takeNamesStarted().isEmpty)
        #expect(try history(emits: true, 2).changes == [[left: .same], [left: .changed]])
        #expect(!machine.takeStarted().contains { FakeToolchain.links($0) })
        #expect(try history(2).changes == [[left: .same], [left: .changed]], "they are kept")
    }

    @Test func editsInTheWorkTreeAreNoPartOfHistory() throws {
        try build()
        try commit("Sources/Left/left.swift", "public left\na body")
        try build()
        try world.edit("Sources/Left/left.swift", "public edited")
        #expect(try history(1).changes == [[left: .same]])
    }

    @Test func aStateThatDoesNotCompileStaysUnknown() throws {
        try commit("Sources/Left/left.swift", "syntax error")
        try commit("Sources/Left/left.swift", "public left")
        #expect(try history(emits: true, 2).changes == [[left: .unknown], [left: .unknown]])
    }

    @Test func aCommitThatTouchesNoTargetChangesNone() throws {
        try commit("notes/today.md", "words")
        #expect(try history(1).changes == [[:]])
    }

    @Test func anInterfaceChangesForThoseAloneWhoNameWhatChanged() throws {
        try world.edit("Sources/App/main.swift", "aleft()")
        try world.edit("Tests/LeftTests/tests.swift", "amore()")
        try git.commit()
        try commit("Sources/Left/left.swift", "public left\npublic more")
        let found = try history(emits: true, 1)
        let tests = TargetID(PackageID("."), "LeftTests")
        #expect(found.changes == [[left: .changed]])
        #expect(!found.changesInterface(0, for: app, of: left))
        #expect(found.changesInterface(0, for: tests, of: left))
    }

    @Test func whereDigestsAreNotKnownAnInterfaceMayHaveChanged() throws {
        try commit("Sources/Left/left.swift", "public left\npublic more")
        #expect(try history(1).changesInterface(0, for: app, of: left))
    }

    @Test func readingHistoryIsAnnouncedAndCanBeStopped() throws {
        try commit("Sources/Left/left.swift", "public left\npublic more")
        let steps = Mutex<[WorkspaceStep]>([])
        _ = try history(1) { step in steps.withLock { $0.append(step) } }
        let seen = steps.withLock { $0 }
        #expect(seen.first == .readingHistory && seen.last == .settled)
        let open = try machine.workspace().open()
        let cancellation = Cancellation()
        let repository = try open.repository(cancellation)
        let commits = try repository.recentCommits(1)
        cancellation.request()
        #expect(throws: GitError.cancelled) {
            _ = try TargetHistory(commits, of: repository, in: open, BuildSettings(), emits: true, cancellation)
        }
    }
}
