import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Subprocesses
import Synchronization
import Targets
import Testing

@testable import Workspaces

/// What editors are told of a workspace, and what is put in place for them.
@Suite struct EditedWorkspaceTests {
    private func id(_ name: String, in open: OpenWorkspace) throws -> TargetID {
        try #require(open.loaded.graph.order.first { $0.name == name })
    }

    private func prepare(_ name: String, _ workspace: Workspace) throws -> BuildSummary {
        let open = try workspace.open()
        return try open.preparation(of: [id(name, in: open)], BuildSettings(), asking: Asking()).build()
    }

    @Test("what sources are read with is in place, and nothing is compiled")
    func preparation() throws {
        let world = try FakeWorld()
        try world.putApp()
        let workspace = try world.workspace()
        let summary = try prepare("App", workspace)
        #expect(summary.succeeded && summary.ran == 2)
        let folder = world.root / ".mono/editor/files/debug/root"
        for name in ["Left", "Right"] {
            #expect(world.files.isFile(folder / "\(name)/\(name).swiftmodule"))
            #expect(world.files.isFile(folder / "\(name)/\(name).swiftdoc"))
        }
        #expect(!world.files.isFile(folder / "App/App.swiftmodule"))
        // With a full cache and without mono's folder nothing runs, and all is there.
        try world.files.remove(world.root / ".mono")
        _ = world.takeStarted()
        #expect(try prepare("App", workspace).ran == 0)
        #expect(world.files.isFile(folder / "Left/Left.swiftdoc"))
        let map = try world.files.read(folder / "App/modules.json")
        #expect(String(decoding: map, as: UTF8.self).contains("\"docPath\": \"\(folder)/Left/Left.swiftdoc\""))
    }

    @Test("a broken dependency keeps no other from being made")
    func broken() throws {
        let world = try FakeWorld()
        try world.putApp()
        try world.edit("Sources/Left/left.swift", "syntax error")
        var settings = BuildSettings()
        settings.keepsGoing = true
        let open = try world.workspace().open()
        let summary = try open.preparation(of: [id("App", in: open)], settings, asking: Asking()).build()
        #expect(summary.failures.count == 1)
        #expect(world.files.isFile(world.root / ".mono/build/debug/root/Right/Right.swiftmodule"))
    }

    @Test("a dependency that no longer compiles leaves the module that an editor has")
    func kept() throws {
        let world = try FakeWorld()
        try world.putApp()
        let workspace = try world.workspace(), path = "Left/Left.swiftmodule"
        let copy = world.root / ".mono/editor/files/debug/root" / path
        #expect(try prepare("App", workspace).succeeded)
        let first = try world.files.read(copy)
        try world.edit("Sources/Left/left.swift", "syntax error")
        #expect(try prepare("App", workspace).failures.count == 1)
        #expect(try world.files.read(copy) == first)
        #expect(!world.files.isFile(world.root / ".mono/build/debug/root" / path))
        try world.edit("Sources/Left/left.swift", "public func more() {}")
        #expect(try prepare("App", workspace).succeeded)
        #expect(try world.files.read(copy) != first)
    }

    @Test("files, words and folders are absolute, and a file that nobody has built has words too")
    func words() throws {
        let world = try FakeWorld()
        try world.putApp()
        let open = try world.workspace().open()
        let edited = try open.edited(BuildSettings(), asking: nil), left = try id("Left", in: open)
        #expect(edited.files(of: left).map(\.path) == ["Sources/Left/left.swift"])
        #expect(edited.files(of: left).first?.object == ".mono/build/debug/root/Left/objects/left.swift.o")
        let new = world.root / "Sources/Left/new.swift"
        let command = try #require(edited.command(of: left, for: new))
        #expect(command.folder == world.root)
        #expect(command.words.suffix(2) == ["/w/Sources/Left/left.swift", "/w/Sources/Left/new.swift"])
        #expect(command.words.contains("/w/.mono/editor/ModuleCache"))
        #expect(edited.command(of: left, for: world.root / "Sources/Left/notes.txt") == nil)
        // Nothing changed: nobody need be told.
        #expect(try open.edited(BuildSettings(), asking: nil).isSame(as: edited))
    }

    @Test("it steps aside for whoever waits, and goes on afterwards")
    func courtesy() throws {
        let world = try FakeWorld()
        try world.putApp()
        let workspace = try world.workspace(), rounds = Mutex(0)
        let found = try workspace.politely(Cancellation()) { open, cancellation -> Int in
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            if round == 1 {
                // Somebody comes.
                let wish = try #require(try world.files.lock(world.root / ".mono" / WorkspaceLock.wish))
                let wasAsked = cancellation.wait(seconds: 10)
                withExtendedLifetime(wish) {}
                #expect(wasAsked)
                throw Stopped()
            }
            return open.loaded.graph.order.count
        }
        #expect(found == 4 && rounds.withLock { $0 } == 2)
    }

    @Test("it does not begin before those who wait, and can be stopped")
    func order() throws {
        let world = try FakeWorld()
        try world.putApp()
        let workspace = try world.workspace(), cancellation = Cancellation()
        _ = try workspace.open()
        let wish = try #require(try world.files.lock(world.root / ".mono" / WorkspaceLock.wish))
        cancellation.request()
        #expect(throws: Stopped.self) { try workspace.politely(cancellation) { _, _ in Issue.record("it began") } }
        withExtendedLifetime(wish) {}
    }
}
