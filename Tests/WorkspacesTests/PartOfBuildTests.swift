import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Synchronization
import Testing

@testable import Workspaces

/// How much of a build an edit has planned: first the edited target, then what is linked of it, then all.
@Suite struct PartOfBuildTests {
    private let front: AskingFirst
    private var files: InMemoryFileSystem { front.world.files }

    init() throws {
        front = try AskingFirst(FakeWorld())
        let others = (0..<8).map { "Other\($0)" }
        let targets =
            [DumpText.target("Core"), DumpText.target("App", "executable", needs: [DumpText.byName("Core")])]
            + others.map { DumpText.target($0, needs: $0 == "Other7" ? [DumpText.byName("Core")] : []) }
        let sources = Dictionary(
            uniqueKeysWithValues: (others + ["Core"]).map { ("Sources/\($0)/one.swift", "public \($0)") })
        try front.world.put(DumpText(name: "app", targets: targets), files: sources)
        try front.settle()
    }

    private final class Starts: BuildObserver {
        let plans = Mutex<[Set<String>]>([])

        func buildStarted(_ start: BuildStart) {
            plans.withLock { $0.append(Set(start.actions.map(\.id.name))) }
        }
    }

    /// The actions of each plan of one build that edits `source`.
    private func plans(_ source: AbsolutePath, _ text: String) throws -> (plans: [Set<String>], isOfPart: Bool) {
        try files.overwrite(source, with: text)
        files.advance(by: 10_000_000_000)
        let starts = Starts()
        guard case .open(let workspace) = try front.workspace().open(unless: front.request) else {
            Issue.record("nothing was seen of the edit")
            return ([], false)
        }
        let summary = try workspace.plan(.everything, front.settings, asking: Asking(), mayBePart: true)
            .build(observers: [starts], noting: UpToDateWords(front.request, said: []))
        #expect(summary.succeeded)
        return (starts.plans.withLock { $0 }, summary.isOfPart)
    }

    private let core = AbsolutePath("/w/Sources/Core/one.swift")

    @Test("a comment concerns its target")
    func comment() throws {
        let (plans, isOfPart) = try plans(core, "public Core\n// new")
        #expect(isOfPart)
        #expect(plans.count == 1)
        #expect(plans.first?.contains { $0.contains("App") || $0.contains("Other") } == false)
        #expect(try front.isUpToDate())
    }

    @Test("a body concerns what is linked of its target")
    func body() throws {
        let (plans, isOfPart) = try plans(core, "public Core\nbody new")
        #expect(isOfPart)
        #expect(plans.count == 2)
        #expect(plans.last?.contains { $0.contains("App") } == true)
        #expect(plans.last?.contains { $0.contains("Other") } == false)
        #expect(try front.isUpToDate())
    }

    @Test("another interface concerns all where a library sees it that no product holds")
    func interface() throws {
        let (plans, isOfPart) = try plans(core, "public Changed")
        #expect(!isOfPart)
        #expect(plans.count == 3)
        #expect(plans.last?.contains { $0.contains("Other7") } == true)
        #expect(try front.isUpToDate())
    }
}
