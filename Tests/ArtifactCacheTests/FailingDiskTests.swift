import Digests
import Disk
import Glibc
import Testing

@testable import ArtifactCache

@Suite struct FailingDiskTests {
    /// The disk is full, or the process dies, after each number of steps that publishing takes.
    @Test(arguments: [false, true])
    func whateverStepFailsNothingHalfIsVisible(inFiles: Bool) throws {
        for allowed in 0... {
            let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
            let calls = Calls()
            world.files.fail { call in
                ![.read, .list, .look].contains(call.attempt) && calls.next() >= allowed ? ENOSPC : nil
            }
            var failed = false
            do {
                if inFiles {
                    let path = world.work / "file"
                    try world.write("object", to: path)
                    let digest = ContentDigest(of: "object")
                    try cache.store(file: path, digest: digest, reach: .everywhere)
                    try cache.publish(
                        ActionResult(outputs: [.init(name: "a", digest: digest)]), for: ContentDigest(of: "key of x"),
                        reach: .everywhere)
                } else {
                    try world.publish("x", by: cache)
                }
            } catch is StoreError {
                failed = true
            }
            world.files.fail(nil)

            for view in [world.cache(), world.elsewhere(shared: .readOnly)] {
                if let (result, _) = try? view.result(for: ContentDigest(of: "key of x")).get() {
                    for blob in result.blobs { #expect(try view.read(blob).count == blob.size) }
                } else {
                    #expect(!cache.problems.isEmpty)
                }
            }
            #expect(CacheMaintenance(root: world.local, files: world.files).verify(removingBad: false).findings.isEmpty)
            #expect(
                CacheMaintenance(root: world.shared, files: world.files).verify(removingBad: false).findings.isEmpty)
            if failed { #expect(cache.problems.contains { $0.tier == .local }) }
            // Nothing is in the way of the next build.
            if !inFiles {
                let (key, result) = try world.publish("x", by: world.cache(shared: .readWrite))
                #expect(try world.elsewhere("third").result(for: key).get().0 == result)
            }
            if calls.total <= allowed { break }
        }
    }

    @Test func aFullSharedTierFailsNobody() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let shared = world.shared
        world.files.fail { $0.attempt == .write && $0.path.isInside(shared) ? ENOSPC : nil }
        let (key, result) = try world.publish("x", by: cache)
        #expect(try cache.result(for: key).get() == (result, .local))
        #expect(!world.files.base.exists(world.path(.actions, key, in: .shared)))
        let problem = try #require(cache.problems.first)
        #expect(cache.problems.count == 1)
        guard case .notWritten(let error) = problem.fact else { return #expect(Bool(false), "\(problem)") }
        #expect(error.code == ENOSPC)
        #expect(error.path.isInside(shared))
        #expect(problem.count >= 3)
    }

    /// Small files still fit where large ones do not: the result would, its blobs did not.
    @Test func aResultDoesNotGoWhereItsBlobsDidNot() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let blobs = world.shared / "v1/blobs"
        world.files.fail { $0.path.isInside(blobs) && ![.read, .list, .look].contains($0.attempt) ? ENOSPC : nil }
        let (key, result) = try world.publish("x", by: cache)
        #expect(world.elsewhere(shared: .readOnly).result(for: key).isAbsent)
        // One blob of the three fits.
        let last = result.blobs[2].hex
        world.files.fail {
            $0.path.isInside(blobs) && !$0.path.string.contains(last) && ![.read, .list, .look].contains($0.attempt)
                ? ENOSPC : nil
        }
        try world.publish("x", by: world.cache(shared: .readWrite))
        #expect(world.elsewhere(shared: .readOnly).result(for: key).isAbsent)
        #expect(try cache.result(for: key).get() == (result, .local))
    }

    @Test func aLocalTierThatCannotBeWrittenDoesNotKeepTheSharedOneFromBeingFilled() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let local = world.local
        world.files.fail { $0.path.isInside(local) && ![.read, .list, .look].contains($0.attempt) ? EROFS : nil }
        try world.write("object", to: world.work / "file")
        let digest = ContentDigest(of: "object"), key = ContentDigest(of: "key")
        let result = ActionResult(outputs: [.init(name: "a", digest: digest)])
        #expect(throws: StoreError.self) {
            try cache.store(file: world.work / "file", digest: digest, reach: .everywhere)
        }
        #expect(throws: StoreError.self) { try cache.publish(result, for: key, reach: .everywhere) }
        #expect(try world.elsewhere().result(for: key).get() == (result, .shared))

        // And the shared one can be used without the local one.
        #expect(try cache.result(for: key).get() == (result, .shared))
        #expect(try cache.read(digest) == Array("object".utf8))
        try cache.materialise(digest, at: world.work / "restored", isExecutable: false)
        #expect(world.text(world.work / "restored") == "object")
        #expect(Set(cache.problems.map(\.tier)) == [.local])
    }

    @Test(arguments: [EIO, ESTALE, EACCES])
    func whatCannotBeReadIsAMissWithItsReason(code: Int32) throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let (key, result) = try world.publish("x", by: cache)
        let blob = result.blobs[0], root = world.root
        world.files.fail { $0.attempt == .read && $0.path.isInside(root) ? code : nil }
        let entry = world.path(.actions, key).string
        #expect { try cache.result(for: key).get() } throws: {
            $0 as? CacheMiss == .unreadable(path: entry, code: code)
        }
        #expect(throws: CacheMiss.unreadable(path: world.path(.blobs, blob).string, code: code)) {
            try cache.read(blob)
        }
        #expect(throws: MaterialiseError.miss(.unreadable(path: world.path(.blobs, blob).string, code: code))) {
            try cache.materialise(blob, at: world.work / "a", isExecutable: false)
        }
        // What cannot be read is not thrown away.
        world.files.fail(nil)
        #expect(try cache.read(blob).count == blob.size)
        #expect(cache.problems.map(\.tier).sorted { $0.rawValue < $1.rawValue } == [.local, .shared])
    }

    @Test func aDeadSharedTierIsLeftAlone() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readWrite)
        let shared = world.shared
        world.files.fail { $0.path.isInside(shared) ? EHOSTDOWN : nil }
        for number in 0..<100 { _ = cache.result(for: ContentDigest(of: "key \(number)")) }
        world.files.forgetCalls()
        try world.publish("x", by: cache)
        _ = cache.result(for: ContentDigest(of: "key"))
        #expect(!(world.files.reads + world.files.changes).contains { $0.path.isInside(shared) })
        #expect(cache.problems.map(\.count) == [ProblemLog.patience])
    }

    @Test func missesAreNoProblem() throws {
        let world = CacheWorld.inMemory(), cache = world.cache(shared: .readOnly)
        try world.files.base.makeFolder(world.shared)
        for number in 0..<100 {
            _ = cache.result(for: ContentDigest(of: "key \(number)"))
            _ = cache.inputNames(for: ContentDigest(of: "key \(number)"))
            _ = try? cache.read(ContentDigest(of: "blob \(number)"))
        }
        #expect(cache.problems.isEmpty)
        #expect(world.files.changes.isEmpty)
    }
}
