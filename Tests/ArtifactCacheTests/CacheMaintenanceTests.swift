import Digests
import Disk
import Glibc
import Testing

@testable import ArtifactCache

@Suite struct CacheMaintenanceTests {
    private func maintenance(_ world: CacheWorld) -> CacheMaintenance {
        CacheMaintenance(root: world.local, files: world.files)
    }

    /// Publishes locally, and makes it look as if that were `ago`.
    @discardableResult
    private func publish(_ seed: String, ago: Int64, _ world: CacheWorld) throws -> (ContentDigest, ActionResult) {
        let (key, result) = try world.publish(seed, by: world.cache(), reach: .local)
        try setAge(ago, of: [world.path(.actions, key)] + result.blobs.map { world.path(.blobs, $0) }, world)
        return (key, result)
    }

    private func setAge(_ ago: Int64, of paths: [AbsolutePath], _ world: CacheWorld) throws {
        for path in paths { try world.files.base.setModified(path, to: world.files.now - ago) }
    }

    // MARK: Statistics

    @Test func statisticsCountByKindAndAge() throws {
        let world = CacheWorld.inMemory()
        #expect(maintenance(world).statistics() == CacheStatistics())
        try publish("a", ago: 0, world)
        try publish("b", ago: 3 * day, world)
        try publish("c", ago: 8 * day, world)
        try publish("d", ago: 400 * day, world)
        try publish("e", ago: -400 * day, world)
        try world.cache().publishInputNames(["x"], for: ContentDigest(of: "k"), reach: .local)
        try world.write("half", to: world.local / "v1/blobs/ab/.mono-1-2.tmp")
        try world.write("hello", to: world.local / "v1/notes.txt")
        try world.write("a README of the people's own", to: world.local / "README.md")
        let found = maintenance(world).statistics()
        #expect(found.results.files == 5)
        #expect(found.resultsByAge == [2, 1, 1, 1])
        #expect(found.inputNames.files == 1)
        #expect(found.blobs.files == 15)
        #expect(
            found.blobs.bytes == 5
                * Int64("object of a".utf8.count + "tool of a".utf8.count + "warning of a".utf8.count))
        #expect((found.temporaries.files, found.temporaries.bytes) == (1, 4))
        #expect((found.foreign.files, found.foreign.bytes) == (1, 5))
    }

    /// Times and sizes that their owner made up.
    @Test(arguments: [Int64.min / 2, -1, Int64.max / 2])
    func absurdTimesAreNoHarm(time: Int64) throws {
        let world = CacheWorld.inMemory()
        let (key, result) = try publish("a", ago: 0, world)
        for path in [world.path(.actions, key), world.path(.blobs, result.blobs[0])] {
            try? world.files.setModified(path, to: time)
        }
        _ = maintenance(world).statistics()
        _ = maintenance(world).evict(maxSize: 1 << 40, maxAge: nil)
        #expect(try world.cache().result(for: key).get().0 == result)
        try world.cache().store(Array("object of a".utf8), reach: .local)
        #expect(maintenance(world).verify(removingBad: true).findings.isEmpty)
    }

    // MARK: Verification

    @Test func aGoodCacheHasNoFindings() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 0, world)
        try world.cache().publishInputNames(["x"], for: ContentDigest(of: "k"), reach: .local)
        let found = maintenance(world).verify(removingBad: true)
        #expect(found.findings.isEmpty)
        #expect((found.entries, found.blobs) == (2, 3))
        #expect(found.bytes == maintenance(world).statistics().blobs.bytes)
    }

    @Test(arguments: Damage.allCases, [CacheFolder.Section.blobs, .actions, .inputs])
    func damageIsFoundAndRemoved(damage: Damage, section: CacheFolder.Section) throws {
        let world = CacheWorld.inMemory()
        let (key, result) = try publish("a", ago: 0, world)
        try publish("good", ago: 0, world)
        try world.cache().publishInputNames(["x"], for: key, reach: .local)
        let path = world.path(section, section == .blobs ? result.blobs[0] : key)
        try damage.apply(to: path, world)

        let found = maintenance(world).verify(removingBad: false)
        if section != .blobs {
            #expect(found.findings.map(\.path) == (damage == .missing ? [] : [path]))
        } else {
            // The blob, where it is there at all; and the result that names it, unless a look at the blob's size does
            // not show the damage.
            let entry = world.path(.actions, key)
            let expected: [AbsolutePath] =
                switch damage {
                case .missing: [entry]
                case .flipped, .foreign: [path]
                default: [path, entry]
                }
            #expect(found.findings.map(\.path) == expected)
        }
        #expect(found.findings.allSatisfy { !$0.isRemoved })

        _ = maintenance(world).verify(removingBad: true)
        #expect(maintenance(world).verify(removingBad: true).findings.isEmpty)
        #expect(try world.cache().result(for: ContentDigest(of: "key of good")).get().0.outputs.count == 2)
        // What a link pointed to is none of the cache's.
        if damage == .symbolicLink { #expect(world.files.exists(world.root / "other")) }
        try world.publish("a", by: world.cache(), reach: .local)
        #expect(maintenance(world).verify(removingBad: false).findings.isEmpty)
    }

    @Test func aBlobOfTheSharedTierIsNotMissing() throws {
        let world = CacheWorld.inMemory()
        let (key, _) = try world.publish("x", by: world.elsewhere())
        _ = world.cache(shared: .readOnly).result(for: key)
        let both = CacheMaintenance(root: world.local, behind: world.shared, files: world.files)
        #expect(both.verify(removingBad: true).findings.isEmpty)
        let alone = maintenance(world).verify(removingBad: false).findings
        #expect(alone.map(\.path) == [world.path(.actions, key)])
    }

    @Test func whatIsNotOursIsToldAndLeft() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 0, world)
        try world.write("precious", to: world.root / "outside/ab/\(String(repeating: "ab", count: 32))")
        try world.files.makeSymbolicLink(at: world.local / "v1/blobs/zz", to: (world.root / "outside/ab").string)
        try world.files.makeSymbolicLink(at: world.local / "v1/blobs/ab", to: (world.root / "outside/ab").string)
        try world.files.makeSymbolicLink(at: world.local / "v1/others", to: (world.root / "outside").string)
        try world.write("notes", to: world.local / "v1/blobs/00/notes.txt")
        try world.write("wrong shard", to: world.local / "v1/blobs/00/\(String(repeating: "ab", count: 32))")
        let found = maintenance(world).verify(removingBad: true)
        #expect(found.findings.map(\.fact) == Array(repeating: .foreign, count: 5))
        world.files.moveClock(by: 400 * day)
        _ = maintenance(world).evict(maxSize: 0, maxAge: 0)
        #expect(world.text(world.root / "outside/ab/\(String(repeating: "ab", count: 32))") == "precious")
        #expect(world.files.exists(world.local / "v1/blobs/00/notes.txt"))
    }

    @Test func whatCannotBeReadIsToldAndLeft() throws {
        let world = CacheWorld.inMemory()
        let (key, _) = try publish("a", ago: 0, world)
        let entry = world.path(.actions, key)
        world.files.fail { $0.path == entry && $0.attempt == .read ? EIO : nil }
        #expect(
            maintenance(world).verify(removingBad: true).findings == [
                .init(path: entry, fact: .unreadable(EIO), isRemoved: false)
            ])
        world.files.fail(nil)
        #expect(maintenance(world).verify(removingBad: true).findings.isEmpty)
    }

    // MARK: Eviction

    @Test func nothingGoesWithoutALimit() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 400 * day, world)
        let before = world.snapshot(world.local)
        let done = maintenance(world).evict(maxSize: nil, maxAge: nil)
        #expect(done.keptBytes == maintenance(world).statistics().bytes)
        #expect((done.freedBytes, done.removedResults, done.removedBlobs) == (0, 0, 0))
        #expect(world.snapshot(world.local) == before)
        #expect(
            CacheMaintenance(root: world.root / "none", files: world.files).evict(maxSize: 0, maxAge: 0)
                == CacheEviction())
        #expect(!world.files.exists(world.root / "none"))
    }

    @Test func whatWasNotUsedForLongGoes() throws {
        let world = CacheWorld.inMemory()
        let (old, oldResult) = try publish("old", ago: 8 * day, world)
        let (new, newResult) = try publish("new", ago: 6 * day, world)
        try world.cache().publishInputNames(["x"], for: old, reach: .local)
        try setAge(8 * day, of: [world.path(.inputs, old)], world)
        let before = maintenance(world).statistics().bytes
        let done = maintenance(world).evict(maxSize: nil, maxAge: 7 * day)
        #expect((done.removedResults, done.removedInputNames, done.removedBlobs) == (1, 1, 3))
        #expect(done.keptBytes == maintenance(world).statistics().bytes)
        #expect(done.freedBytes == before - done.keptBytes)
        #expect(world.cache().result(for: old).isAbsent)
        #expect(!world.cache().contains(oldResult.blobs[0]))
        #expect(try world.cache().result(for: new).get().0 == newResult)
        #expect(newResult.blobs.allSatisfy(world.cache().contains))
        #expect(done.failures.isEmpty && done.pendingBytes == 0)
    }

    @Test func whatWasUsedLongestAgoGoesFirst() throws {
        let world = CacheWorld.inMemory()
        for number in 0..<10 { try publish("\(number)", ago: Int64(30 - number) * day, world) }
        // The oldest is used again.
        _ = world.cache().result(for: ContentDigest(of: "key of 0"))
        let bytes = maintenance(world).statistics().bytes
        let done = maintenance(world).evict(maxSize: bytes / 2, maxAge: nil)
        #expect(done.removedResults == 5)
        #expect(maintenance(world).statistics().bytes <= bytes / 2)
        let left = (0..<10).filter { (try? world.cache().result(for: ContentDigest(of: "key of \($0)")).get()) != nil }
        #expect(left == [0, 6, 7, 8, 9])
        #expect(maintenance(world).verify(removingBad: false).findings.isEmpty)
        #expect(maintenance(world).evict(maxSize: bytes / 2, maxAge: nil).removedResults == 0)
    }

    @Test func aBlobThatAnotherResultNamesStays() throws {
        let world = CacheWorld.inMemory(), cache = world.cache()
        let common = try cache.store(Array("common".utf8), reach: .local)
        for (number, ago) in [(1, 10 * day), (2, 2 * day)] {
            let key = ContentDigest(of: "\(number)")
            try cache.publish(ActionResult(outputs: [.init(name: "a", digest: common)]), for: key, reach: .local)
            try setAge(ago, of: [world.path(.actions, key)], world)
        }
        try setAge(10 * day, of: [world.path(.blobs, common)], world)
        let done = maintenance(world).evict(maxSize: nil, maxAge: 7 * day)
        #expect((done.removedResults, done.removedBlobs) == (1, 0))
        #expect(cache.contains(common))
    }

    @Test func youngBlobsWaitForTheirResult() throws {
        let world = CacheWorld.inMemory(), cache = world.cache()
        let new = try cache.store(Array("new".utf8), reach: .local)
        let old = try cache.store(Array("old".utf8), reach: .local)
        let again = try cache.store(Array("again".utf8), reach: .local)
        try setAge(2 * hour, of: [world.path(.blobs, old), world.path(.blobs, again)], world)
        try cache.store(Array("again".utf8), reach: .local)
        let done = maintenance(world).evict(maxSize: 0, maxAge: 0)
        #expect(done.removedBlobs == 1)
        #expect(done.pendingBytes == 8)
        #expect(cache.contains(new) && cache.contains(again) && !cache.contains(old))
    }

    /// To lose a result whose blobs stay would win nothing.
    @Test func youngResultsStayWithTheirBlobs() throws {
        let world = CacheWorld.inMemory()
        func publishAll(ago: Int64) throws {
            for number in 0..<10 { try publish("\(number)", ago: ago + Int64(10 - number) * 60_000_000_000, world) }
        }
        try publishAll(ago: 0)
        let bytes = maintenance(world).statistics().bytes
        let done = maintenance(world).evict(maxSize: bytes / 2, maxAge: 0)
        #expect(done.removedResults == 0 && done.removedBlobs == 0 && done.pendingBytes == 0)
        #expect(done.excessBytes == bytes - bytes / 2)
        try publishAll(ago: 2 * hour)
        let later = maintenance(world).evict(maxSize: bytes / 2, maxAge: nil)
        #expect(later.removedResults == 5 && later.removedBlobs > 0 && later.excessBytes == 0)
    }

    @Test func withoutAGraceTheLimitHolds() throws {
        let world = CacheWorld.inMemory()
        for number in 0..<10 { try publish("\(number)", ago: Int64(10 - number) * 60_000_000_000, world) }
        let bytes = maintenance(world).statistics().bytes
        let done = maintenance(world).evict(maxSize: bytes / 2, maxAge: nil, grace: 0)
        #expect(done.removedResults == 5 && done.removedBlobs > 0 && done.pendingBytes == 0 && done.excessBytes == 0)
        #expect(maintenance(world).statistics().bytes <= bytes / 2)
    }

    @Test func leftoversOfDeadWritersGo() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 0, world)
        let old = world.local / "v1/blobs/ab/.mono-1-2.tmp", new = world.local / "v1/actions/.mono-3-4.tmp"
        for path in [old, new] { try world.write("half", to: path) }
        try setAge(2 * hour, of: [old], world)
        #expect(maintenance(world).evict(maxSize: nil, maxAge: nil).removedTemporaries == 1)
        #expect(!world.files.exists(old) && world.files.exists(new))
    }

    @Test func whatIsUsedMeanwhileStays() throws {
        let world = CacheWorld.inMemory()
        let (key, _) = try publish("a", ago: 20 * day, world)
        let entry = world.path(.actions, key)
        // The eviction has looked around and reads the entries; then somebody finds the result.
        let calls = Calls()
        world.files.fail { call in
            if call.path == entry, call.attempt == .read, calls.next() == 0 {
                _ = try? world.files.base.setModified(entry, to: world.files.base.now)
            }
            return nil
        }
        let done = maintenance(world).evict(maxSize: nil, maxAge: 7 * day)
        world.files.fail(nil)
        #expect(calls.total > 0)
        #expect((done.removedResults, done.removedBlobs) == (0, 0))
        #expect(maintenance(world).verify(removingBad: false).findings.isEmpty)
    }

    @Test func aFolderThatCannotBeListedKeepsAllBlobs() throws {
        let world = CacheWorld.inMemory()
        let (_, result) = try publish("a", ago: 20 * day, world)
        let actions = world.local / "v1/actions"
        world.files.fail { $0.path == actions && $0.attempt == .list ? EIO : nil }
        let done = maintenance(world).evict(maxSize: nil, maxAge: 30 * day)
        world.files.fail(nil)
        #expect(done.failures.map(\.code) == [EIO])
        #expect(done.removedBlobs == 0)
        #expect(result.blobs.allSatisfy(world.cache().contains))
    }

    @Test func whatCannotBeRemovedIsTold() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 20 * day, world)
        try publish("b", ago: 20 * day, world)
        world.files.fail { $0.attempt == .remove ? EROFS : nil }
        let done = maintenance(world).evict(maxSize: nil, maxAge: day)
        #expect(done.failures.map(\.code) == [EROFS])
        #expect((done.removedResults, done.removedBlobs, done.freedBytes) == (0, 0, 0))
    }

    @Test func aClockThatRunsAheadEvictsNothingNew() throws {
        let world = CacheWorld.inMemory()
        try publish("a", ago: 0, world)
        let orphan = try world.cache().store(Array("orphan".utf8), reach: .local)
        world.files.moveClock(by: 400 * day)
        let done = maintenance(world).evict(maxSize: nil, maxAge: day)
        #expect((done.removedResults, done.removedBlobs) == (0, 0))
        #expect(world.cache().contains(orphan))
        #expect(maintenance(world).statistics().temporaries.files == 0)
    }

    @Test func anEntryFromTheFutureCountsAsUsedNow() throws {
        let world = CacheWorld.inMemory()
        let (key, _) = try publish("a", ago: -400 * day, world)
        _ = maintenance(world).evict(maxSize: nil, maxAge: day)
        #expect(abs(try #require(world.files.linkStatus(world.path(.actions, key))).age(at: world.files.now)) < hour)
    }
}
