import Digests
import Disk
import Testing

@testable import ArtifactCache

@Suite struct InputNamesTests {
    let key = ContentDigest(of: "key")

    @Test func namesAreAddedToThoseThatAreThere() throws {
        let world = CacheWorld.inMemory(), cache = world.cache()
        #expect(cache.inputNames(for: key).isAbsent)
        #expect(try cache.publishInputNames(["/b", "/a", "/b"], for: key, reach: .local) == ["/a", "/b"])
        #expect(try cache.publishInputNames(["/c", "/a"], for: key, reach: .local) == ["/a", "/b", "/c"])
        #expect(try world.cache().inputNames(for: key).get() == ["/a", "/b", "/c"])
        world.files.forgetCalls()
        #expect(try cache.publishInputNames(["/b"], for: key, reach: .local) == ["/a", "/b", "/c"])
        #expect(world.files.changes.isEmpty)
    }

    @Test func anActionMayHaveReadNothing() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        #expect(try cache.publishInputNames([], for: key, reach: .everywhere) == [])
        #expect(try cache.inputNames(for: key).get() == [])
        #expect(try world.elsewhere().inputNames(for: key).get() == [])
    }

    @Test func everywhereMeansTheSameNamesInBothTiers() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        try cache.publishInputNames(["/local"], for: key, reach: .local)
        try world.elsewhere().publishInputNames(["/shared"], for: key, reach: .everywhere)
        #expect(try cache.inputNames(for: key).get() == ["/local"])
        #expect(try cache.inputNames(for: key, in: .shared).get() == ["/shared"])
        #expect(try cache.publishInputNames(["/new"], for: key, reach: .everywhere) == ["/local", "/new", "/shared"])
        for tier in [CachePlace.local, .shared] {
            #expect(try cache.inputNames(for: key, in: tier).get() == ["/local", "/new", "/shared"])
        }
    }

    @Test func aTierThatHasNothingOrIsNotThereIsAMiss() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        try cache.publishInputNames(["/a"], for: key, reach: .local)
        #expect(cache.inputNames(for: key, in: .shared).isAbsent)
        #expect(world.cache().inputNames(for: key, in: .shared).isAbsent)
        #expect(try cache.inputNames(for: key).get() == ["/a"])
    }

    @Test func theSharedTierStandsIn() throws {
        let world = CacheWorld.inMemory()
        try world.elsewhere().publishInputNames(["/a"], for: key, reach: .everywhere)
        #expect(try world.cache(shared: .readOnly).inputNames(for: key).get() == ["/a"])
    }

    /// One letter, two spellings, two files.
    @Test func namesDifferByTheirBytes() throws {
        let world = CacheWorld.inMemory(), cache = world.cache()
        try cache.publishInputNames(["/e\u{301}"], for: key, reach: .local)
        #expect(try cache.publishInputNames(["/\u{e9}"], for: key, reach: .local).count == 2)
        #expect(try cache.inputNames(for: key).get().map { $0.utf8.count } == [4, 3])
    }
}
