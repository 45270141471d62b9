import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Glibc
import Subprocesses
import Synchronization
import Targets
import Testing
import Toolchains

@testable import BuildEngine

/// What a build meets when something goes wrong around it.
@Suite struct EngineEdgeTests {
    private static func compiles(_ folder: String) -> @Sendable (Command) -> Bool {
        { $0.arguments.contains("-c") && $0.arguments.contains { $0.hasPrefix("Sources/\(folder)/") } }
    }

    @Test func aSourceEditedDuringItsCompileIsNotPublished() throws {
        let world = try SmallWorld()
        let isIt = EngineEdgeTests.compiles("L")
        world.before { [files = world.files, root = world.root] command in
            // The editor saves after the compiler has read.
            if isIt(command) { try? files.write("public l\nlater", to: root / "pkg/Sources/L/l.swift") }
            return nil
        }
        let (first, _) = try world.build()
        #expect(first.unpublished.first == .changedMeanwhile("pkg/Sources/L/l.swift"), "\(first)")
        world.unhook()
        try world.files.write("public l\nbody", to: world.root / "pkg/Sources/L/l.swift")
        let (second, seen) = try world.build()
        #expect(second.unpublished == [])
        #expect(seen.ran.contains("compile pkg:L"), "nothing may be found under the key of the text before the edit")
        #expect(world.text(".mono/debug/app")?.contains("later") == false)
    }

    @Test func aHeaderEditedDuringACompileIsNotPublished() throws {
        let world = try SmallWorld()
        let isIt = EngineEdgeTests.compiles("L")
        world.before { [files = world.files, root = world.root] command in
            if isIt(command) { try? files.write("declares 2", to: root / "pkg/Sources/C/include/C.h") }
            return nil
        }
        let (first, _) = try world.build()
        #expect(first.unpublished.contains(.changedMeanwhile("clang-interface pkg:C")))
        world.unhook()
        try world.files.write("declares 1", to: world.root / "pkg/Sources/C/include/C.h")
        let (_, seen) = try world.build()
        #expect(seen.ran.contains("compile pkg:L"))
    }

    @Test func aSystemHeaderThatChangesIsAMiss() throws {
        let world = try SmallWorld()
        _ = try world.build()
        try world.files.write("another system", to: AbsolutePath("/usr/include/stdio.h"))
        world.files.advance(by: 10_000_000_000)
        let (summary, seen) = try world.build()
        #expect(summary.succeeded)
        #expect(seen.ran.contains("compile pkg:A") && seen.ran.contains("emit-module pkg:L"))
        #expect(
            !seen.ran.contains("link pkg:app"), "the link read the crt files only, and its objects came out the same")
        let reason = seen.record.starts.first { $0.action.id.name == "compile pkg:A" }?.reason
        guard case .changed(let changes)? = reason else { Issue.record("\(String(describing: reason))"); return }
        #expect(changes.map(\.component) == [.read("/usr/include/stdio.h")])
        // Back to the first machine's header: its results are still there.
        try world.files.write("system", to: AbsolutePath("/usr/include/stdio.h"))
        world.files.advance(by: 10_000_000_000)
        #expect(try world.build().1.ran == [])
    }

    @Test func aToolThatSucceedsWithoutOutputFails() throws {
        let world = try SmallWorld()
        let isIt = EngineEdgeTests.compiles("L")
        world.before { isIt($0) ? CommandResult(exit: .code(0)) : nil }
        let (summary, _) = try world.build()
        #expect(summary.failures.map(\.failure) == [.missingOutput(".mono/build/debug/local+pkg/L/objects/l.swift.o")])
        world.unhook()
        #expect(try world.build().0.succeeded)
    }

    @Test func aToolWithoutAnAccountOfWhatItReadIsNotPublished() throws {
        let world = try SmallWorld()
        world.before { [files = world.files, root = world.root] command in
            guard command.arguments.contains("-fblocks") else { return nil }
            try? files.write("object", to: root / ".mono/build/debug/local+pkg/C/objects/c.c.o")
            return CommandResult(exit: .code(0))
        }
        let (summary, _) = try world.build()
        #expect(summary.succeeded)
        #expect(summary.unpublished == [.unknownReads(".mono/build/debug/local+pkg/C/objects/c.c.o.d")])
        #expect(try world.build().1.ran == ["compile-clang pkg:C Sources/C/c.c"])
    }

    @Test func aLostBlobIsMadeAgain() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let app = try #require(world.text(".mono/debug/app"))
        // Everything but the results themselves is gone, here and in the cache.
        for folder in try world.files.list(AbsolutePath("/cache/v1")) where folder.name == "blobs" {
            try world.files.remove(AbsolutePath("/cache/v1") / folder.name)
        }
        try world.files.remove(world.root / ".mono/build")
        try world.files.remove(world.root / ".mono/debug")
        let (summary, _) = try world.build()
        #expect(summary.succeeded)
        #expect(world.text(".mono/debug/app") == app)
    }

    @Test func aFullDiskCacheDoesNotFailTheBuild() throws {
        let world = try SmallWorld()
        world.files.fail(.create, AbsolutePath("/cache"), code: ENOSPC)
        world.files.fail(.write, AbsolutePath("/cache"), code: ENOSPC)
        let (summary, _) = try world.build()
        #expect(summary.succeeded)
        #expect(summary.unpublished.contains(.cacheUnwritable))
        #expect(!summary.cacheProblems.isEmpty)
        #expect(world.text(".mono/debug/app") != nil)
    }

    @Test func anUnreadableSourceFailsItsTargetOnly() throws {
        let world = try SmallWorld()
        world.files.fail(.read, world.root / "pkg/Sources/A/main.swift", code: EACCES)
        let (summary, seen) = try world.build(keepGoing: true)
        #expect(
            Set(summary.failures.map(\.failure)) == [.unreadable(path: "/w/pkg/Sources/A/main.swift", code: EACCES)])
        #expect(seen.ran.contains("compile pkg:L"))
        world.files.heal()
        #expect(try world.build().0.succeeded)
    }

    @Test func stoppingInTheMiddleLosesNothing() throws {
        let world = try SmallWorld()
        let isIt = EngineEdgeTests.compiles("L")
        world.before { [cancellation = world.cancellation] command in
            guard isIt(command) else { return nil }
            cancellation.request()
            return CommandResult(exit: .cancelled)
        }
        let (summary, seen) = try world.build()
        #expect(summary.wasCancelled && !summary.succeeded)
        #expect(summary.failures.isEmpty)
        let done = seen.ran
        // Another process goes on where this one was stopped.
        let next = try SmallWorld()
        for path in try world.files.allFiles(in: AbsolutePath("/")) {
            try next.files.write(try world.files.read(path), to: path)
        }
        let (rest, again) = try next.build()
        #expect(rest.succeeded)
        #expect(Set(again.ran).isDisjoint(with: done))
    }

    @Test func aDryRunRunsNothing() throws {
        let world = try SmallWorld()
        world.before { _ in
            Issue.record("a command was started")
            return nil
        }
        let (summary, seen) = try world.build(dryRun: true)
        #expect(summary.ran == 0)
        #expect(
            summary.wouldRun == seen.record.reports.count { if case .wouldRun = $0.outcome { true } else { false } })
        #expect(
            seen.record.reports.contains {
                $0.action.id.name == "link pkg:app" && $0.outcome == .wouldRun(certain: false)
            })
        #expect(world.text(".mono/debug/app") == nil)
    }

    /// Clang would read the header from a module that it built before the edit, because size and time are the same.
    @Test func theModuleCacheGoesWhenAHeaderChangesBehindItsBack() throws {
        let world = try SmallWorld()
        _ = try world.build()
        let cached = world.root / ".mono/build/debug/ModuleCache/C.pcm",
            header = world.root / "pkg/Sources/C/include/C.h"
        try world.files.write("module", to: cached)
        _ = try world.build()
        #expect(world.files.isFile(cached))
        let before = try #require(world.files.status(header))
        try world.files.write("declares 7", to: header)
        try world.files.setModified(header, to: before.modified)
        world.files.advance(by: 10_000_000_000)
        _ = try world.build()
        #expect(!world.files.isFile(cached))
    }
}

extension FileSystem {
    func allFiles(in folder: AbsolutePath) throws -> [AbsolutePath] {
        try list(folder).flatMap { entry in
            entry.kind == .folder
                ? try allFiles(in: folder / entry.name) : entry.kind == .file ? [folder / entry.name] : []
        }
    }
}
