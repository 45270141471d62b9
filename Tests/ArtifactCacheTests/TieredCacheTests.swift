import Digests
import Disk
import Glibc
import Testing

@testable import ArtifactCache

@Suite struct TieredCacheTests {
    let key = ContentDigest(of: "key")

    @Test(arguments: CacheWorld.Medium.allCases)
    func whatIsPublishedIsFoundAgain(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium)
        let (key, result) = try world.publish("x", by: world.cache())
        let (found, tier) = try world.cache().result(for: key).get()
        #expect(found == result)
        #expect(tier == .local)
        #expect(world.cache().result(for: ContentDigest(of: "another")).isAbsent)
        #expect(world.cache().problems.isEmpty)
    }

    @Test(arguments: CacheWorld.Medium.allCases)
    func blobsAreReadAndMaterialised(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium), cache = world.cache()
        for content in ["", "a", String(repeating: "long ", count: 100_000)] {
            let digest = try cache.store(Array(content.utf8), reach: .local)
            #expect(digest == ContentDigest(of: content))
            #expect(cache.contains(digest))
            #expect(try cache.read(digest) == Array(content.utf8))
            for isExecutable in [false, true] {
                let path = world.work / "deep/er/file \(isExecutable)"
                try cache.materialise(digest, at: path, isExecutable: isExecutable)
                #expect(world.text(path) == content)
                let status = try #require(world.files.linkStatus(path))
                #expect(status.permissions == (isExecutable ? 0o755 : 0o644))
                #expect(status.inode != world.files.linkStatus(world.path(.blobs, digest))?.inode)
            }
            #expect(world.files.linkStatus(world.path(.blobs, digest))?.permissions == 0o444)
        }
    }

    @Test(arguments: CacheWorld.Medium.allCases)
    func aFileIsStoredAndDigestedInOneGo(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium), cache = world.cache(), source = world.work / "source"
        for _ in 0..<2 {
            try world.write("a program", to: source)
            #expect(try cache.store(file: source) == ContentDigest(of: "a program"))
            #expect(try cache.read(ContentDigest(of: "a program")) == Array("a program".utf8))
        }
        #expect(world.files.linkStatus(world.path(.blobs, ContentDigest(of: "a program")))?.permissions == 0o444)
        #expect(throws: StoreError.file(FileError(.read, world.work / "none", code: ENOENT))) {
            try cache.store(file: world.work / "none")
        }
        #expect(world.cache().problems.isEmpty)
    }

    @Test(arguments: CacheWorld.Medium.allCases)
    func whatIsWrittenToARestoredFileStaysThere(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium), cache = world.cache()
        let source = world.work / "source", target = world.work / "target"
        try world.write("content", to: source)
        let digest = ContentDigest(of: "content")
        try cache.store(file: source, digest: digest, reach: .local)
        try cache.materialise(digest, at: target, isExecutable: false)
        try world.files.append(Array(" and more".utf8), to: target)
        try world.files.append(Array(" and less".utf8), to: source)
        #expect(try cache.read(digest) == Array("content".utf8))
    }

    @Test(arguments: CacheWorld.Medium.allCases)
    func materialisingReplacesWhatIsThere(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium), cache = world.cache()
        let digest = try cache.store(Array("new".utf8), reach: .local)
        try world.write("precious", to: world.work / "elsewhere")
        try world.files.makeSymbolicLink(at: world.work / "link", to: "elsewhere")
        try cache.materialise(digest, at: world.work / "link", isExecutable: false)
        #expect(world.text(world.work / "elsewhere") == "precious")
        #expect(world.files.linkStatus(world.work / "link")?.kind == .file)
        try world.write("old and longer", to: world.work / "file", permissions: 0o400)
        try cache.materialise(digest, at: world.work / "file", isExecutable: false)
        #expect(world.text(world.work / "file") == "new")
    }

    @Test(arguments: CacheWorld.Medium.allCases)
    func aPlaceThatCannotBeWrittenIsNoMiss(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium), cache = world.cache(shared: .readWrite)
        let digest = try cache.store(Array("x".utf8), reach: .everywhere)
        try world.files.makeFolder(world.work / "folder/full")
        #expect {
            try cache.materialise(digest, at: world.work / "folder", isExecutable: false)
        } throws: { error in
            if case MaterialiseError.file(let fact) = error { fact.path == world.work / "folder" } else { false }
        }
        #expect(cache.contains(digest))
        #expect(cache.problems.isEmpty)
    }

    // MARK: The shared tier

    @Test(arguments: CacheWorld.Medium.allCases)
    func theSharedTierGivesItsResultsFirstAndItsBlobsWhenTheyAreNeeded(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium)
        let (key, result) = try world.publish("x", by: world.elsewhere())
        let cache = world.cache(shared: .readOnly)
        let blob = result.outputs[0].digest
        #expect(try cache.result(for: key).get() == (result, .shared))
        #expect(try cache.result(for: key).get() == (result, .local))
        #expect(!world.store(in: .local).contains(blob))
        #expect(cache.contains(blob))
        try cache.materialise(blob, at: world.work / "a.o", isExecutable: false)
        #expect(world.text(world.work / "a.o") == "object of x")
        #expect(world.store(in: .local).contains(blob))
        #expect(!world.store(in: .local).contains(result.outputs[1].digest))
        #expect(try cache.read(result.outputs[1].digest) == Array("tool of x".utf8))
        #expect(world.store(in: .local).contains(result.outputs[1].digest))
        #expect(cache.problems.isEmpty)
    }

    @Test(arguments: CacheWorld.Medium.allCases)
    func aReadOnlyTierIsNeverChanged(medium: CacheWorld.Medium) throws {
        let world = try CacheWorld.on(medium)
        let (key, result) = try world.publish("x", by: world.elsewhere())
        let (badKey, badResult) = try world.publish("bad", by: world.elsewhere())
        try world.write("tool of BAD", to: world.path(.blobs, badResult.outputs[1].digest, in: .shared))
        try world.write("nonsense", to: world.path(.actions, badKey, in: .shared))
        try world.elsewhere().publishInputNames(["a"], for: key, reach: .everywhere)
        let before = world.snapshot(world.shared)
        world.files.moveClock(by: 40 * day)
        world.files.forgetCalls()

        let cache = world.cache(shared: .readOnly)
        _ = cache.result(for: key)
        _ = cache.result(for: badKey)
        _ = cache.inputNames(for: key)
        #expect(throws: MaterialiseError.self) {
            try cache.materialise(badResult.outputs[1].digest, at: world.work / "bad", isExecutable: true)
        }
        try cache.materialise(result.outputs[1].digest, at: world.work / "good", isExecutable: true)
        try world.publish("y", by: cache)
        #expect(try cache.publishInputNames(["b"], for: key, reach: .everywhere) == ["b"])
        cache.evict(key: key)

        #expect(!world.files.changes.contains { $0.path.isInside(world.shared) })
        #expect(world.snapshot(world.shared) == before)
        #expect(cache.problems.map(\.tier) == [.shared])
    }

    @Test func whatIsLocalInScopeStaysHere() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let (key, _) = try world.publish("x", by: cache, reach: .local)
        try cache.publishInputNames(["a"], for: key, reach: .local)
        #expect(!world.files.exists(world.shared))
        #expect(world.elsewhere().result(for: key).isAbsent)
    }

    @Test func theFirstWholeResultStandsInTheSharedTier() throws {
        let world = CacheWorld.inMemory()
        let first = world.elsewhere("first"), second = world.elsewhere("second")
        let one = ActionResult(outputs: [.init(name: "a", digest: try first.store([1], reach: .everywhere))])
        let other = ActionResult(outputs: [.init(name: "a", digest: try second.store([2], reach: .everywhere))])
        try first.publish(one, for: key, reach: .everywhere)
        try second.publish(other, for: key, reach: .everywhere)
        #expect(try second.result(for: key).get() == (other, .local))
        #expect(try world.cache(shared: .readOnly).result(for: key).get().0 == one)

        // Without its blobs it is no whole result.
        try world.store(in: .shared).remove(one.outputs[0].digest)
        try second.publish(other, for: key, reach: .everywhere)
        #expect(try world.elsewhere("third").result(for: key).get().0 == other)
    }

    @Test func aPointerToTheNewestGivesWayToTheNextOne() throws {
        let world = CacheWorld.inMemory()
        let first = world.elsewhere("first"), second = world.elsewhere("second")
        let one = ActionResult(outputs: [.init(name: "a", digest: try first.store([1], reach: .everywhere))])
        let other = ActionResult(outputs: [.init(name: "a", digest: try second.store([2], reach: .everywhere))])
        try first.publish(one, for: key, reach: .everywhere, replacing: true)
        try second.publish(other, for: key, reach: .everywhere, replacing: true)
        #expect(try world.elsewhere("third").result(for: key).get().0 == other)
    }

    @Test func blobsThatOnlyTheLocalTierHasGoAlongWithTheResult() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let result = ActionResult(outputs: [.init(name: "a", digest: try cache.store([1, 2, 3], reach: .local))])
        try cache.publish(result, for: key, reach: .everywhere)
        let other = world.elsewhere(shared: .readOnly)
        #expect(try other.result(for: key).get().0 == result)
        #expect(try other.read(result.outputs[0].digest) == [1, 2, 3])
    }

    // MARK: What is refused

    @Test func aResultWhoseBlobsAreNowhereIsNotPublished() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let nowhere = ContentDigest(of: "nowhere")
        for result in [
            ActionResult(outputs: [.init(name: "a", digest: nowhere)]), ActionResult(outputs: [], diagnostics: nowhere),
        ] {
            #expect(throws: StoreError.blobMissing(nowhere)) { try cache.publish(result, for: key, reach: .everywhere) }
        }
        #expect(cache.result(for: key).isAbsent)
    }

    @Test func aResultThatNobodyCouldReadIsNotPublished() throws {
        let world = CacheWorld.inMemory(), cache = world.cache()
        let digest = try cache.store([1], reach: .local)
        for name in ["", "/etc/passwd", "../up", "a/../../b", "a//b"] {
            #expect {
                try cache.publish(ActionResult(outputs: [.init(name: name, digest: digest)]), for: key, reach: .local)
            } throws: { error in
                if case StoreError.malformed = error { true } else { false }
            }
        }
        #expect(throws: StoreError.self) { try cache.publishInputNames(["a\0b"], for: key, reach: .local) }
        #expect(cache.result(for: key).isAbsent)
    }

    @Test(arguments: ["changed", "longer than before", "", "Content"])
    func aFileThatChangedIsNotStored(now: String) throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let digest = ContentDigest(of: "content")
        try world.write(now, to: world.work / "file")
        #expect(throws: StoreError.contentChanged(world.work / "file", expected: digest)) {
            try cache.store(file: world.work / "file", digest: digest, reach: .everywhere)
        }
        #expect(!cache.contains(digest))
        #expect(world.snapshot(world.local).isEmpty && world.snapshot(world.shared).isEmpty)
        #expect(cache.problems.isEmpty)
    }

    @Test func aFileThatIsGoneIsNotStored() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let path = world.work / "gone"
        #expect(throws: StoreError.file(FileError(.read, path, code: ENOENT))) {
            try cache.store(file: path, digest: ContentDigest(of: ""), reach: .everywhere)
        }
        #expect(cache.problems.isEmpty)
    }

    @Test func evictedResultsAreGoneFromBothTiers() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let (key, result) = try world.publish("x", by: cache)
        cache.evict(key: key)
        #expect(cache.result(for: key).isAbsent)
        #expect(cache.contains(result.outputs[0].digest))
        cache.evict(key: key)
        #expect(cache.problems.isEmpty)
    }

    // MARK: Use

    @Test func useIsRecordedOnceADay() throws {
        let world = CacheWorld.inMemory()
        let (key, _) = try world.publish("x", by: world.cache(shared: .readWrite))
        try world.cache().publishInputNames(["a"], for: key, reach: .local)
        let entry = world.path(.actions, key)
        func use() { _ = (world.cache(shared: .readWrite).result(for: key), world.cache().inputNames(for: key)) }

        world.files.moveClock(by: day - hour)
        world.files.forgetCalls()
        use()
        #expect(world.files.changes.isEmpty)

        world.files.moveClock(by: 2 * hour)
        use()
        #expect(
            Set(world.files.changes.map(\.path)) == [
                entry, world.path(.actions, key, in: .shared), world.path(.inputs, key),
            ])
        #expect(abs(try #require(world.files.linkStatus(entry)).age(at: world.files.now)) < hour)
        world.files.forgetCalls()
        use()
        #expect(world.files.changes.isEmpty)
    }

    /// Only the owner of a file may set its times.
    @Test func useOfWhatOthersWroteIsRecordedByWritingItAgain() throws {
        let world = CacheWorld.inMemory()
        let (key, result) = try world.publish("x", by: world.cache())
        let entry = world.path(.actions, key)
        try world.files.setModified(entry, to: world.files.now - 30 * day)
        world.files.fail { $0 == .init(attempt: .write, path: entry) ? EPERM : nil }
        #expect(try world.cache().result(for: key).get().0 == result)
        world.files.fail(nil)
        try world.files.setModified(entry, to: world.files.now - 30 * day)
        let calls = Calls()
        world.files.fail { $0.path == entry && calls.next() == 1 ? EPERM : nil }
        #expect(try world.cache().result(for: key).get().0 == result)
        #expect(try #require(world.files.linkStatus(entry)).age(at: world.files.now) < hour)
    }

    @Test func blobsAreMadeNewWhenTheyAreStoredAgain() throws {
        let world = CacheWorld.inMemory(), cache = world.cache()
        try world.write("content", to: world.work / "file")
        let digest = try cache.store(Array("content".utf8), reach: .local)
        let blob = world.path(.blobs, digest)
        for again in [
            { try cache.store(Array("content".utf8), reach: .local) },
            {
                try cache.store(file: world.work / "file", digest: digest, reach: .local)
                return digest
            },
        ] {
            try world.files.setModified(blob, to: world.files.now - 2 * hour)
            _ = try again()
            #expect(try #require(world.files.linkStatus(blob)).age(at: world.files.now) < hour)
            world.files.forgetCalls()
            _ = try again()
            #expect(world.files.changes.isEmpty)
        }
    }

    /// Blobs that are there already are kept by the one who names them, though nobody stored them again.
    @Test func namedBlobsAreMadeNew() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let (_, result) = try world.publish("x", by: cache)
        // From here on under another key, for which no tier has a result yet.
        let blobs = result.blobs.flatMap { [world.path(.blobs, $0), world.path(.blobs, $0, in: .shared)] }
        for path in blobs { try world.files.setModified(path, to: world.files.now - 2 * hour) }
        try cache.publish(result, for: key, reach: .everywhere)
        for path in blobs { #expect(try #require(world.files.linkStatus(path)).age(at: world.files.now) < hour) }

        // Of another's file the time cannot be set: it is copied over itself.
        for path in blobs { try world.files.setModified(path, to: world.files.now - 2 * hour) }
        let calls = Calls()
        world.files.fail { $0.attempt == .write && $0.path == blobs[0] && calls.next() == 0 ? EPERM : nil }
        try cache.publish(result, for: key, reach: .local)
        #expect(try #require(world.files.linkStatus(blobs[0])).age(at: world.files.now) < hour)
        #expect(try world.cache().read(result.blobs[0]).count == result.blobs[0].size)
        #expect(calls.total == 1)
    }

    @Test func onlyAFewLooksAreNeededToFindAResult() throws {
        let world = CacheWorld.inMemory()
        let (key, _) = try world.publish("x", by: world.cache(shared: .readWrite))
        world.files.forgetCalls()
        _ = world.cache(shared: .readWrite).result(for: key)
        #expect(
            world.files.reads.filter { $0.attempt == .read } == [.init(attempt: .read, path: world.path(.actions, key))]
        )
        // Once a process: what was disowned, in either folder.
        #expect(world.files.reads.count { $0.attempt == .list } == 2)
        #expect(world.files.changes.isEmpty)
    }
}

extension Result where Failure == CacheMiss {
    var isAbsent: Bool {
        if case .failure(.absent) = self { true } else { false }
    }
}
