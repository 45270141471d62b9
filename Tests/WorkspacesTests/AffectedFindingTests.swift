import AffectedTargets
import Disk
import FakeTools
import GitHistory
import PackageManifests
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import Workspaces

/// What a change reaches, with git as it is asked and the workspace as it was.
@Suite struct AffectedFindingTests {
    private let world: FakeWorld
    private let git: FakeGit
    private let machine: Machine

    init() throws {
        world = try FakeWorld()
        git = FakeGit(world.files)
        machine = try Machine(world, git)
        try world.putApp()
    }

    private func affected(_ comparison: Comparison = Comparison(since: "HEAD")) throws -> AffectedTargetsFound {
        try machine.workspace().open().affected(comparison)
    }

    private func names(_ comparison: Comparison = Comparison(since: "HEAD")) throws -> [String] {
        try affected(comparison).answer.targets.map(\.name)
    }

    private func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }

    @Test func withoutAChangeNothingIsAffected() throws {
        let commit = try git.commit()
        let found = try affected()
        #expect(found.answer.targets.isEmpty && found.base == commit)
    }

    @Test func anEditReachesItsTargetAndAllThatDependOnIt() throws {
        try git.commit()
        try world.edit("Sources/Left/left.swift", "public left\npublic more")
        let found = try affected()
        #expect(found.answer.targets.map(\.name) == ["App", "Left", "LeftTests"])
        #expect(found.answer.direct == [id("Left"): [.file("Sources/Left/left.swift", .edited)]])
        #expect(found.answer.way(from: id("App")) == [id("App"), id("Left")])
    }

    @Test func findingOutBuildsNothing() throws {
        try git.commit()
        try world.edit("Sources/Left/left.swift", "public more")
        let open = try machine.workspace().open()
        _ = machine.takeStarted()
        _ = try open.affected(Comparison(since: "HEAD"))
        #expect(machine.takeNamesStarted().isEmpty)
        #expect(!world.files.exists("/w/.mono/build") && !world.files.exists("/w/.mono/debug"))
    }

    @Test func untrackedAndRemovedFilesCount() throws {
        try world.edit("Sources/Right/more.swift", "public more")
        try git.commit()
        try world.files.remove("/w/Sources/Right/more.swift")
        #expect(
            try affected().answer.direct[id("Right")]?.contains(.file("Sources/Right/more.swift", .removed)) == true)
        try git.commit()
        try world.edit("Sources/Left/new.swift", "public new")
        #expect(try affected().answer.direct[id("Left")]?.contains(.file("Sources/Left/new.swift", .added)) == true)
    }

    @Test func amongCommitsAloneEditsDoNotCount() throws {
        try git.commit()
        try world.edit("Sources/Right/right.swift", "public right\npublic more")
        let head = try git.commit()
        try world.edit("Sources/Left/left.swift", "public edited")
        #expect(try names(Comparison(since: "HEAD~1", isCommitted: true)) == ["App", "LeftTests", "Right"])
        #expect(try names(Comparison(since: "HEAD~1")) == ["App", "Left", "LeftTests", "Right"])
        #expect(try affected(Comparison(since: "HEAD", isCommitted: true)).base == head)
        #expect(try names(Comparison(since: "HEAD", isCommitted: true)).isEmpty)
    }

    @Test func aBranchIsComparedWithWhereItPartedUnlessItselfIsMeant() throws {
        let fork = try git.commit()
        try world.edit("Sources/Right/right.swift", "public right\npublic theirs")
        let theirs = try git.commit()
        git.branch("main", at: theirs)
        try world.edit("Sources/Right/right.swift", "public right")
        try world.edit("Sources/Left/left.swift", "public left\npublic ours")
        try git.commit(after: fork)
        let parted = try affected(Comparison(since: "main"))
        let exact = try affected(Comparison(since: "main", isExact: true))
        #expect(parted.base == fork && Set(parted.answer.direct.keys) == [id("Left")])
        #expect(exact.base == theirs && Set(exact.answer.direct.keys) == [id("Left"), id("Right")])
    }

    @Test func aTargetThatIsDefinedDifferentlyIsAffected() throws {
        try git.commit()
        let targets = [
            ("App", "executable", ["Left"]), ("Left", "regular", []), ("Right", "regular", []),
            ("LeftTests", "test", ["Left"]), ("New", "regular", []),
        ].map { DumpText.target($0, $1, needs: $2.map(DumpText.byName)) }
        try world.put(DumpText(name: "app", targets: targets), files: ["Sources/New/new.swift": "public new"])
        let answer = try affected().answer
        #expect(answer.direct[id("New")]?.contains(.new) == true)
        #expect(answer.direct[id("App")] == [.definition([.dependencies])])
        #expect(answer.direct[id("Left")] == nil && answer.direct[id("Right")] == nil)
    }

    // MARK: What git or the earlier state cannot say

    @Test func whereThereWasNoWorkspaceEverythingIsAffected() throws {
        let manifest = try world.files.read("/w/Package.swift")
        try world.files.remove("/w/Package.swift")
        try git.commit()
        try world.files.write(manifest, to: "/w/Package.swift")
        let found = try affected()
        #expect(
            found.answer.targets.map(\.name) == ["App", "Left", "LeftTests", "Right"]
                && found.answer.direct[id("Right")] == [.newWorkspace])
        #expect(throws: NotCommitted(root: "/w")) { _ = try affected(Comparison(since: "HEAD", isCommitted: true)) }
    }

    @Test func anEarlierManifestThatCannotBeReadIsNamedByItsRevision() throws {
        let manifest = try world.files.text("/w/Package.swift")
        try world.edit("Package.swift", "// swift-tools-version: 6.0\n// unknown to SwiftPM")
        try git.commit()
        try world.edit("Package.swift", manifest)
        let error = #expect(throws: EarlierWorkspaceError.self) { _ = try affected() }
        #expect(error?.revision == "HEAD")
    }

    @Test func anUnknownRevisionIsGitsError() throws {
        try git.commit()
        #expect(throws: GitError.unknownRevision(UnknownRevision(revision: "nowhere"))) {
            _ = try affected(Comparison(since: "nowhere"))
        }
    }

    @Test func contentThatIsNotInTheCloneIsGitsErrorAndNoFaultOfTheManifest() throws {
        let manifest = try world.files.text("/w/Package.swift")
        try git.commit()
        try world.put(DumpText(name: "app", targets: [DumpText.target("Left")]), files: [:])
        git.lose(manifest)
        let error = #expect(throws: GitError.self) { _ = try affected() }
        guard case .missingObject = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func whereGitCannotTellEverythingCounts() throws {
        let open = try machine.workspace().open()
        let found = AffectedTargetsFound.everything(in: open)
        #expect(found.base == nil && found.answer.targets == open.loaded.graph.order.sorted())
    }

    // MARK: What was asked early, and what people see

    @Test func whatGitWasAskedEarlyIsNotAskedAgain() throws {
        try git.commit()
        try world.edit("Sources/Left/left.swift", "public left\npublic more")
        let open = try machine.workspace().open()
        let comparison = Comparison(since: "HEAD")
        let early = try AffectedChanges(comparison, in: open.repository(Cancellation()), at: "/w", files: world.files)
        _ = machine.takeStarted()
        let found = try open.affected(comparison, early: early)
        #expect(found.answer.targets.map(\.name) == ["App", "Left", "LeftTests"])
        #expect(!machine.takeStarted().contains { $0.arguments.contains("diff") || $0.arguments.contains("ls-files") })
    }

    @Test func readingTheEarlierStateIsAnnounced() throws {
        try git.commit()
        try world.edit("Sources/Left/left.swift", "public more")
        let steps = Mutex<[WorkspaceStep]>([])
        let open = try machine.workspace().open()
        _ = try open.affected(Comparison(since: "HEAD")) { step in steps.withLock { $0.append(step) } }
        let seen = steps.withLock { $0 }
        #expect(seen.first == .reading(revision: "HEAD") && seen.last == .settled)
    }

    // MARK: The workspace as it was

    @Test func anEarlierEndHoldsFilesAndGraphAsTheyWereAndWritesNothing() throws {
        let commit = try git.commit()
        let open: OpenWorkspace
        try world.edit("Sources/Left/left.swift", "public changed")
        try world.edit("Sources/Left/added.swift", "public added")
        open = try machine.workspace().open()
        let repository = try open.repository(Cancellation())
        let changes = try repository.changes(since: repository.commit(commit), to: .workTree, in: ["/w"])
        let before = try FolderFinder.files(in: "/w", world.files) { _ in true }
        let end = try #require(
            try EarlierEnd(workspace: open, cancellation: Cancellation(), progress: { _ in }).read(
                before: changes, repository))
        #expect(String(decoding: try end.files.read("/w/Sources/Left/left.swift"), as: UTF8.self) == "public left")
        #expect(!end.files.exists("/w/Sources/Left/added.swift"))
        #expect(end.workspace.graph.targets[id("Left")]?.sources == ["Sources/Left/left.swift"])
        #expect(open.loaded.graph.targets[id("Left")]?.sources.count == 2)
        #expect(try FolderFinder.files(in: "/w", world.files) { _ in true } == before)
    }
}
