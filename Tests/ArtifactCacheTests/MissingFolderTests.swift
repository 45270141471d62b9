import Digests
import Disk
import Testing

@testable import ArtifactCache

/// A shared folder that is not there: not mounted, or misspelt.
@Suite struct MissingFolderTests {
    private let world = CacheWorld.inMemory()
    private let key = ContentDigest(of: "key")

    private func cache(_ folder: AbsolutePath, _ mode: SharedTier.Mode, isExpected: Bool = true) -> TieredCache {
        TieredCache(
            local: world.local, shared: SharedTier(folder: folder, mode: mode, isExpected: isExpected),
            files: world.files)
    }

    private func use(_ cache: TieredCache) throws {
        for text in ["a", "b"] {
            #expect(cache.result(for: ContentDigest(of: text)).isAbsent)
            let digest = try cache.store(Array(text.utf8), reach: .everywhere)
            try cache.publish(
                ActionResult(outputs: [.init(name: "o", digest: digest)]), for: ContentDigest(of: text),
                reach: .everywhere)
        }
    }

    @Test func whatIsOnlyReadAndNotThereIsOneProblem() throws {
        let cache = cache(world.shared, .readOnly)
        try use(cache)
        #expect(
            cache.problems == [CacheProblem(tier: .shared, fact: .noFolder(world.shared), count: 1, isWritten: false)])
        #expect(!world.files.exists(world.shared))
        #expect(cache.probes().map(\.missingFolder) == [nil, world.shared])
    }

    @Test func nothingIsMadeAboveTheFolder() throws {
        let parent = world.root / "not/mounted", cache = cache(parent / "cache", .readWrite)
        try use(cache)
        #expect(cache.problems == [CacheProblem(tier: .shared, fact: .noFolder(parent), count: 1)])
        #expect(!world.files.exists(world.root / "not"))
        #expect(cache.probes().map(\.missingFolder) == [nil, parent])
        #expect(throws: BackingFault.self) { try cache.disown(Disownment(host: "a", until: 5)) }
        #expect(!world.files.exists(world.root / "not"))
    }

    @Test func theLastFolderIsMade() throws {
        let cache = cache(world.shared, .readWrite)
        #expect(cache.probes().map(\.missingFolder) == [nil, nil])
        try use(cache)
        #expect(cache.problems.isEmpty)
        #expect(world.files.exists(world.shared / "v1"))
    }

    @Test func aFolderThatNobodyExpectsIsNotMissed() throws {
        let cache = cache(world.root / "not/there", .readOnly, isExpected: false)
        try use(cache)
        #expect(cache.problems.isEmpty)
    }
}
