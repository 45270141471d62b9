import Digests
import Disk
import Testing

@testable import ArtifactCache

@Suite struct CacheTrimmingTests {
    private func publish(_ seed: String, ago: Int64, _ world: CacheWorld) throws {
        let (key, result) = try world.publish(seed, by: world.cache(), reach: .local)
        let paths = [world.path(.actions, key)] + result.blobs.map { world.path(.blobs, $0) }
        for path in paths { try world.files.base.setModified(path, to: world.files.now - ago) }
    }

    private func mark(_ world: CacheWorld) -> AbsolutePath { world.local / "v1/trimmed" }

    private func isThere(_ seed: String, _ world: CacheWorld) -> Bool {
        (try? world.cache().result(for: ContentDigest(of: "key of " + seed)).get()) != nil
    }

    @Test("what nothing used for long goes, once a day", arguments: CacheWorld.Medium.allCases)
    func daily(_ medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium)
        try publish("old", ago: 61 * day, world)
        try publish("new", ago: 59 * day, world)
        let done = world.cache().trim(to: .usual)
        #expect(done.map { [$0.removedResults, $0.removedBlobs, $0.failures.count] } == [1, 3, 0])
        #expect(!isThere("old", world) && isThere("new", world))

        try publish("old", ago: 61 * day, world)
        #expect(world.cache().trim(to: .usual) == nil)
        try world.files.base.setModified(mark(world), to: world.files.now - day - 1)
        #expect(world.cache().trim(to: .usual)?.removedResults == 1)
        // The mark is nothing that is counted, checked or evicted.
        let maintenance = CacheMaintenance(root: world.local, files: world.files)
        #expect(maintenance.statistics().foreign.files == 0)
        #expect(maintenance.verify(removingBad: true).findings.isEmpty)
        _ = maintenance.evict(maxSize: 0, maxAge: 0, grace: 0)
        #expect(world.files.base.exists(mark(world)))
    }

    @Test("no limit, no folder, no write: nothing is looked through")
    func nothing() throws {
        let world = CacheWorld.inMemory()
        #expect(world.cache().trim(to: .usual) == nil)
        #expect(!world.files.base.exists(world.local))
        try publish("old", ago: 400 * day, world)
        #expect(world.cache().trim(to: CacheLimits()) == nil)
        #expect(!world.files.base.exists(mark(world)) && isThere("old", world))
    }

    @Test("a mark of a clock that ran ahead, or something else in its place, keeps nothing for ever")
    func oddMarks() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 400 * day, world)
        try world.write("", to: mark(world))
        try world.files.base.setModified(mark(world), to: world.files.now + 2 * day)
        #expect(world.cache().trim(to: CacheLimits(days: 1))?.removedResults == 1)
        try publish("b", ago: 400 * day, world)
        try world.files.base.remove(mark(world))
        try world.files.base.makeFolder(mark(world))
        #expect(world.cache().trim(to: CacheLimits(days: .max)) != nil)
        #expect(isThere("b", world))
    }

    @Test("those used longest ago go until the rest has room")
    func size() throws {
        let world = CacheWorld.inMemory()
        try publish("old", ago: 5 * day, world)
        let done = world.cache().trim(to: CacheLimits(gigabytes: 1))
        #expect(done?.removedResults == 0 && done?.excessBytes == 0)
        #expect(isThere("old", world))
    }
}
