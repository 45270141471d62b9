import Digests
import Disk
import Glibc
import Testing

@testable import ArtifactCache

/// What may lie in an entry's place.
enum Damage: CaseIterable, Sendable {
    case missing, empty, truncated, longer, flipped, foreign, symbolicLink, danglingLink, folder, setUserID, setGroupID

    /// Does it to the file at `path`.
    func apply(to path: AbsolutePath, _ world: CacheWorld) throws {
        let files = world.files.base
        let content = try files.read(path)
        func replace(_ content: [UInt8], permissions: UInt16 = 0o444) throws {
            try files.write(content, to: path, permissions: permissions, durably: false)
        }
        switch self {
        case .missing: try files.remove(path)
        case .empty: try replace([])
        case .truncated: try replace(Array(content.dropLast()))
        case .longer: try replace(content + [0])
        case .flipped:
            try replace(content.enumerated().map { $0.offset == content.count / 2 ? $0.element ^ 4 : $0.element })
        case .foreign: try replace([UInt8](repeating: 32, count: content.count))
        case .symbolicLink:
            let other = world.root / "other"
            try files.write(content, to: other)
            try files.remove(path)
            try files.makeSymbolicLink(at: path, to: other.string)
        case .danglingLink:
            try files.remove(path)
            try files.makeSymbolicLink(at: path, to: "nowhere")
        case .folder:
            try files.remove(path)
            try files.makeFolder(path / "inner")
        case .setUserID: try replace(content, permissions: 0o4755)
        case .setGroupID: try replace(content, permissions: 0o2755)
        }
    }
}

@Suite struct DamagedCacheTests {
    @Test(arguments: Damage.allCases)
    func aDamagedBlobIsAMissAndCanBeStoredAgain(damage: Damage) throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        let content = Array("some content".utf8), target = world.work / "target"
        try world.write("as it was", to: target)
        for use in [
            { try cache.materialise($0, at: target, isExecutable: false) }, { _ = try cache.read($0) },
        ] as [(ContentDigest) throws -> Void] {
            let digest = try cache.store(content, reach: .local)
            try damage.apply(to: world.path(.blobs, digest), world)
            #expect(throws: (any Error).self) { try use(digest) }
            #expect(world.text(target) == "as it was")
            #expect(!cache.contains(digest))
            #expect(cache.problems.isEmpty == (damage == .missing))

            try cache.store(content, reach: .local)
            #expect(try cache.read(digest) == content)
        }
        // Files too, and where nobody read it in between: what a look shows is enough to store it anew.
        try world.write("some content", to: world.work / "source")
        let digest = ContentDigest(of: content)
        try damage.apply(to: world.path(.blobs, digest), world)
        if damage == .flipped || damage == .foreign { return }
        try cache.store(file: world.work / "source", digest: digest, reach: .local)
        #expect(try cache.read(digest) == content)
        try damage.apply(to: world.path(.blobs, digest), world)
        try cache.store(content, reach: .local)
        #expect(try cache.read(digest) == content)
    }

    @Test(arguments: Damage.allCases)
    func theSharedTierStandsInForADamagedBlob(damage: Damage) throws {
        let world = try CacheWorld.onDisk(), cache = world.cache(shared: .readOnly)
        try world.elsewhere().store(Array("content".utf8), reach: .everywhere)
        let digest = try cache.store(Array("content".utf8), reach: .local)
        for _ in 1...2 {
            try damage.apply(to: world.path(.blobs, digest), world)
            try cache.materialise(digest, at: world.work / "a", isExecutable: false)
            #expect(world.text(world.work / "a") == "content")
            try damage.apply(to: world.path(.blobs, digest), world)
            #expect(try cache.read(digest) == Array("content".utf8))
            #expect(try world.store(in: .local).read(digest) == Array("content".utf8))
        }
    }

    @Test(arguments: Damage.allCases)
    func aDamagedBlobOfTheSharedTierIsAMissAndDoesNotComeOver(damage: Damage) throws {
        let world = try CacheWorld.onDisk(), cache = world.cache(shared: .readWrite)
        let digest = try world.elsewhere().store(Array("content".utf8), reach: .everywhere)
        for use in [
            { try cache.materialise(digest, at: world.work / "a", isExecutable: false) },
            { _ = try cache.read(digest) },
        ] {
            try damage.apply(to: world.path(.blobs, digest, in: .shared), world)
            #expect(throws: (any Error).self) { try use() }
            #expect(!world.files.exists(world.work / "a"))
            #expect(!cache.contains(digest))
            #expect(world.files.linkStatus(world.path(.blobs, digest)) == nil)
            try world.elsewhere().store(Array("content".utf8), reach: .everywhere)
        }
        #expect(try cache.read(digest) == Array("content".utf8))
    }

    @Test(arguments: Damage.allCases)
    func aDamagedResultIsAMissAndCanBePublishedAgain(damage: Damage) throws {
        let world = try CacheWorld.onDisk(), cache = world.cache(shared: .readWrite)
        let (key, result) = try world.publish("x", by: cache)
        try damage.apply(to: world.path(.actions, key), world)
        try damage.apply(to: world.path(.actions, key, in: .shared), world)
        switch cache.result(for: key) {
        case .success: Issue.record("found")
        case .failure(.absent): #expect(damage == .missing)
        case .failure(.malformed(let path, _)): #expect(path == world.path(.actions, key).string)
        case .failure(let miss): Issue.record("\(miss)")
        }
        try cache.publish(result, for: key, reach: .everywhere)
        #expect(try world.cache().result(for: key).get() == (result, .local))
        #expect(try world.elsewhere().result(for: key).get() == (result, .shared))
    }

    @Test(arguments: Damage.allCases)
    func theSharedTierStandsInForADamagedResult(damage: Damage) throws {
        let world = try CacheWorld.onDisk(), cache = world.cache(shared: .readOnly)
        let (key, result) = try world.publish("x", by: world.elsewhere())
        try world.publish("x", by: cache)
        try damage.apply(to: world.path(.actions, key), world)
        #expect(try cache.result(for: key).get() == (result, .shared))
        #expect(try cache.result(for: key).get() == (result, .local))
    }

    @Test(arguments: Damage.allCases)
    func damagedNamesAreAMissAndCanBePublishedAgain(damage: Damage) throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        let key = ContentDigest(of: "key")
        try cache.publishInputNames(["/a", "/b"], for: key, reach: .local)
        try damage.apply(to: world.path(.inputs, key), world)
        #expect(throws: CacheMiss.self) { try cache.inputNames(for: key).get() }
        #expect(try cache.publishInputNames(["/c"], for: key, reach: .local) == ["/c"])
        #expect(try cache.inputNames(for: key).get() == ["/c"])
    }

    @Test func anEntryCopiedToAnotherNameIsAMiss() throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        let (key, result) = try world.publish("x", by: cache)
        let other = ContentDigest(of: "other")
        try world.write(world.text(world.path(.actions, key))!, to: world.path(.actions, other))
        try cache.publishInputNames(["a"], for: key, reach: .local)
        try world.write(world.text(world.path(.inputs, key))!, to: world.path(.inputs, other))
        try world.write(world.text(world.path(.inputs, key))!, to: world.path(.actions, result.blobs[0]))
        try world.write(world.text(world.path(.actions, key))!, to: world.path(.inputs, result.blobs[0]))
        #expect(cache.result(for: other).isMalformed)
        #expect(cache.inputNames(for: other).isMalformed)
        #expect(cache.result(for: result.blobs[0]).isMalformed)
        #expect(cache.inputNames(for: result.blobs[0]).isMalformed)
    }

    /// The size is part of what names a blob and a key, though not of the file's name.
    @Test func theSizeCounts() throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        let (key, result) = try world.publish("x", by: cache)
        let blob = result.blobs[0]
        let wrong = try #require(ContentDigest(hex: blob.hex, size: blob.size + 1))
        #expect(throws: CacheMiss.self) { try cache.read(wrong) }
        #expect(!cache.contains(wrong))
        #expect(cache.result(for: try #require(ContentDigest(hex: key.hex, size: key.size + 1))).isMalformed)
    }

    /// A pipe has no end to read to, and its writer never comes.
    @Test func aPipeInAnEntrysPlaceIsAMiss() throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        let (key, result) = try world.publish("x", by: cache)
        for path in [world.path(.actions, key), world.path(.blobs, result.blobs[0])] {
            try world.files.remove(path)
            #expect(mkfifo(path.string, 0o666) == 0)
        }
        #expect(cache.result(for: key).isMalformed)
        #expect(throws: CacheMiss.self) { try cache.read(result.blobs[0]) }
        try cache.store(Array("object of x".utf8), reach: .local)
        try cache.publish(result, for: key, reach: .local)
        #expect(try cache.result(for: key).get().0 == result)
    }

    /// Half a terabyte of nothing.
    @Test func aHugeEntryIsNotReadIn() throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        let (key, _) = try world.publish("x", by: cache)
        let path = world.path(.actions, key)
        guard chmod(path.string, 0o644) == 0, truncate(path.string, 1 << 39) == 0 else { return }
        #expect(cache.result(for: key).isMalformed)
    }

    @Test func aLinkInAFoldersPlaceIsNotWrittenThrough() throws {
        let world = try CacheWorld.onDisk(), cache = world.cache(shared: .readWrite)
        let content = Array("content".utf8), digest = ContentDigest(of: "content")
        try world.files.makeFolder(world.root / "outside")
        try world.files.makeSymbolicLink(at: world.path(.blobs, digest).parent, to: (world.root / "outside").string)
        #expect(throws: StoreError.file(FileError(.create, world.path(.blobs, digest).parent, code: ENOTDIR))) {
            try cache.store(content, reach: .local)
        }
        try world.files.makeSymbolicLink(at: world.shared / "v1", to: (world.root / "outside").string)
        let other = try cache.store(Array("other".utf8), reach: .everywhere)
        #expect(try cache.read(other) == Array("other".utf8))
        #expect(world.snapshot(world.root / "outside").isEmpty)
        #expect(Set(cache.problems.map(\.tier)) == [.local, .shared])
    }

    @Test func aFileInAFoldersPlaceIsAProblemAndNoMore() throws {
        let world = try CacheWorld.onDisk(), cache = world.cache()
        try world.write("", to: world.local / "v1")
        #expect(throws: StoreError.self) { try cache.store([1], reach: .local) }
        #expect(cache.result(for: ContentDigest(of: "k")).isAbsent)
        #expect(!cache.contains(ContentDigest(of: [1])))
        #expect(cache.problems.count == 1)
    }
}

extension Result where Failure == CacheMiss {
    var isMalformed: Bool {
        if case .failure(.malformed) = self { true } else { false }
    }
}
