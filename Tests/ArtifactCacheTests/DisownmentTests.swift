import Digests
import Disk
import Testing

@testable import ArtifactCache

/// Results that somebody took back are absent for everybody who reads the folder, also where they were copied.
@Suite struct DisownmentTests {
    private let world = CacheWorld.inMemory()
    private let pull = CacheScope("pr-1")!

    private func cache(
        _ machine: String, host: String = "h", scopes: ScopeChain = .main, mode: SharedTier.Mode = .readWrite
    ) -> TieredCache {
        TieredCache(
            local: world.root / machine, shared: SharedTier(folder: world.shared, mode: mode), files: world.files,
            scopes: scopes,
            writer: CacheWriter(host: host, version: "1"))
    }

    private func disown(scope: CacheScope? = nil, host: String? = nil, since: Int64? = nil) throws -> Int {
        try CacheMaintenance(root: world.shared, files: world.files).disown(
            Disownment(scope: scope, host: host, since: since, until: world.files.now / 1_000_000_000))
    }

    @Test func byHost() throws {
        let (bad, _) = try world.publish("bad", by: cache("a", host: "runner-7")),
            (good, result) = try world.publish("good", by: cache("b", host: "runner-8"))
        // Copied, and read-only.
        _ = try cache("reader", mode: .readOnly).result(for: bad).get()
        #expect(try disown(host: "runner-7") == 1)
        #expect(cache("reader", mode: .readOnly).result(for: bad).isAbsent)
        #expect(cache("a", host: "runner-7").result(for: bad).isAbsent && cache("new").result(for: bad).isAbsent)
        #expect(try cache("reader", mode: .readOnly).result(for: good).get().0 == result)
        // Also while the folder is out of reach.
        #expect(TieredCache(local: world.root / "reader", shared: nil, files: world.files).result(for: bad).isAbsent)
        // What is made later counts.
        world.files.moveClock(by: 2_000_000_000)
        let (_, again) = try world.publish("bad", by: cache("c", host: "runner-7"))
        #expect(try cache("new").result(for: bad).get() == (again, .shared))
    }

    @Test func byScopeAndTime() throws {
        let request = ScopeChain(writing: pull), early = world.files.now / 1_000_000_000
        let (first, _) = try world.publish("first", by: cache("a", scopes: request))
        world.files.moveClock(by: 60_000_000_000)
        let (second, _) = try world.publish("second", by: cache("a", scopes: request)),
            (own, _) = try world.publish("own", by: cache("b"))
        #expect(try disown(scope: pull, since: early + 30) == 1)
        let reader = cache("reader", scopes: request)
        #expect(try reader.result(for: first).get().1 == .shared)
        #expect(reader.result(for: second).isAbsent)
        #expect(try reader.result(for: own).get().1 == .shared)
        #expect(CacheMaintenance(root: world.shared, files: world.files).disowned().count == 1)
        #expect(cache("reader", scopes: request).binding != cache("reader").binding)
    }

    /// Written by a version that did not say who it was.
    @Test func whatSaysNothingMayBeAnything() throws {
        let (key, result) = try world.publish("x", by: cache("a"))
        let text = try ActionResultFormat.encode(result, key: key)
        try world.files.base.write(text, to: world.path(.actions, key, in: .shared), permissions: 0o444, durably: false)
        #expect(try cache("reader").result(for: key).get().0 == result)
        #expect(try disown(host: "somebody") == 1)
        #expect(cache("other").result(for: key).isAbsent)
    }

    @Test("what is no disownment is none", arguments: ["", "mono disowned entries 1\n", "x"])
    func damaged(_ text: String) throws {
        let (key, result) = try world.publish("x", by: cache("a"))
        try world.write(text, to: world.shared / "v1/disowned/abc")
        #expect(try cache("reader").result(for: key).get().0 == result)
    }

    @Test(
        "the form comes back",
        arguments: [
            Disownment(until: 5), Disownment(scope: .main, host: "a b\n", since: 3, until: 1 << 40),
            Disownment(host: "\\", until: 0),
        ])
    func form(_ rule: Disownment) throws { #expect(try Disownment(rule.text) == rule) }

    @Test func maintenanceLeavesThemAlone() throws {
        try world.publish("x", by: cache("a"))
        _ = try disown(host: "h")
        for file in try FolderWalk(of: world.shared, in: world.files).files {
            try world.files.base.setModified(world.shared / file.path, to: world.files.now - 90 * day)
        }
        let keeper = CacheMaintenance(root: world.shared, files: world.files)
        _ = keeper.evict(maxSize: 0, maxAge: nil)
        #expect(keeper.disowned().count == 1 && keeper.statistics().foreign.files == 0)
    }
}
