import Digests
import Disk
import Testing

@testable import ArtifactCache

/// What one job writes is there for those alone who read its scope.
@Suite struct ScopeTests {
    private let pull = CacheScope("pr-123")!, other = CacheScope("pr-124")!

    private func cache(
        _ world: CacheWorld, _ machine: String, _ scopes: ScopeChain, _ mode: SharedTier.Mode = .readWrite
    ) -> TieredCache {
        TieredCache(
            local: world.root / machine, shared: SharedTier(folder: world.shared, mode: mode), files: world.files,
            scopes: scopes)
    }

    @Test("names are those of folders on any file system")
    func names() {
        for name in ["main", "pr-123", "a", "9", "release_1.2", String(repeating: "a", count: 64)] {
            #expect(CacheScope(name)?.name == name)
        }
        for name in ["", ".", "..", "-a", "PR", "a/b", "a b", "é", "a\n", String(repeating: "a", count: 65)] {
            #expect(CacheScope(name) == nil, "\(name)")
        }
        #expect(CacheScope("main") == .main)
        #expect(ScopeChain(writing: pull).read == [pull, .main] && ScopeChain.main.read == [.main])
        #expect(ScopeChain(writing: pull, reading: [.main, other, pull])?.read == [pull, .main, other])
        // What is read and used is kept under the written scope in the local tier: nothing may come into 'main' so.
        #expect(ScopeChain(writing: .main, reading: [pull]) == nil)
        #expect(ScopeChain(writing: .main, reading: [.main]) == .main)
    }

    @Test(
        "main never reads what a pull request wrote, and a pull request reads what main did",
        arguments: CacheWorld.Medium.allCases)
    func direction(_ medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium)
        let main = cache(world, "main-runner", .main),
            request = cache(world, "request-runner", ScopeChain(writing: pull))
        let (key, result) = try world.publish("x", by: request)
        try request.publishInputNames(["/poison"], for: key, reach: .everywhere)
        #expect(main.result(for: key).isAbsent && main.inputNames(for: key).isAbsent)
        #expect(cache(world, "third", ScopeChain(writing: other)).result(for: key).isAbsent)
        #expect(try cache(world, "fourth", ScopeChain(writing: pull)).result(for: key).get() == (result, .shared))
        #expect(
            try cache(world, "fifth", #require(ScopeChain(writing: other, reading: [pull]))).result(for: key).get()
                == (result, .shared))

        let (second, made) = try world.publish("y", by: main)
        try main.publishInputNames(["/usr/include/a.h"], for: second, reach: .everywhere)
        #expect(try request.result(for: second).get() == (made, .shared))
        #expect(try request.inputNames(for: second).get() == ["/usr/include/a.h"])
        // A copy of it is the request's own.
        #expect(try request.result(for: second).get() == (made, .local))
        #expect(
            world.files.linkStatus(
                CacheFolder(root: world.root / "request-runner", files: world.files).path(.actions, second)) == nil)
    }

    @Test("on one machine too: what a request wrote is not in main's local cache")
    func localTier() throws {
        let world = CacheWorld.inMemory()
        let request = TieredCache(
            local: world.local, shared: nil, files: world.files, scopes: ScopeChain(writing: pull))
        let (key, _) = try world.publish("x", by: request)
        #expect(world.cache().result(for: key).isAbsent)
        #expect(try request.result(for: key).get().1 == .local)
    }

    @Test("what is evicted or refuted in one scope stays in the other")
    func removal() throws {
        let world = CacheWorld.inMemory()
        let main = world.cache(shared: .readWrite), request = cache(world, "request", ScopeChain(writing: pull))
        let (key, result) = try world.publish("x", by: main)
        try world.publish("x", by: request)
        request.refute(key: key)
        #expect(request.result(for: key).isAbsent)
        #expect(try world.elsewhere().result(for: key).get() == (result, .shared))
        #expect(try cache(world, "third", ScopeChain(writing: pull)).result(for: key).get() == (result, .shared))
    }

    @Test("maintenance sees every scope: blobs that any of them names stay, and so do entries in use")
    func maintenance() throws {
        let world = CacheWorld.inMemory()
        try world.publish("x", by: world.cache(shared: .readWrite))
        let (key, result) = try world.publish("y", by: cache(world, "request", ScopeChain(writing: pull)))
        let keeper = CacheMaintenance(root: world.shared, files: world.files)
        let statistics = keeper.statistics()
        #expect(statistics.results.files == 2 && statistics.resultsByScope.mapValues(\.files) == [.main: 1, pull: 1])
        #expect(statistics.foreign.files == 0)
        #expect(keeper.verify(removingBad: true).findings.isEmpty && keeper.verify(removingBad: true).entries == 2)
        let now = world.files.now
        func age(by time: Int64) throws {
            for file in try FolderWalk(of: world.shared, in: world.files).files {
                try world.files.base.setModified(world.shared / file.path, to: now - time)
            }
        }
        try age(by: 3 * day)
        #expect(keeper.evict(maxSize: nil, maxAge: 10 * day).removedBlobs == 0)
        #expect(try cache(world, "third", ScopeChain(writing: pull)).result(for: key).get() == (result, .shared))
        try age(by: 30 * day)
        #expect(keeper.evict(maxSize: nil, maxAge: 10 * day).removedResults == 2)
        #expect(keeper.statistics().blobs.files == 0)
    }

    @Test("what lies where scopes do and is none is left alone")
    func strays() throws {
        let world = CacheWorld.inMemory()
        try world.publish("y", by: cache(world, "request", ScopeChain(writing: pull)))
        try world.write("x", to: world.shared / "v1/scopes/Upper/actions/ab/file")
        try world.write("x", to: world.shared / "v1/scopes/pr-123/blobs/ab/file")
        try world.write("x", to: world.shared / "v1/scopes/file")
        let keeper = CacheMaintenance(root: world.shared, files: world.files)
        #expect(keeper.statistics().results.files == 1 && keeper.statistics().foreign.files == 3)
        for file in try FolderWalk(of: world.shared, in: world.files).files {
            try world.files.base.setModified(world.shared / file.path, to: world.files.now - 90 * day)
        }
        _ = keeper.evict(maxSize: 0, maxAge: nil)
        #expect(world.text(world.shared / "v1/scopes/Upper/actions/ab/file") == "x")
    }
}
