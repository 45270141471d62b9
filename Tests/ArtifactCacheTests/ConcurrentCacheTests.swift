import Digests
import Disk
import Testing

@testable import ArtifactCache

@Suite struct ConcurrentCacheTests {
    /// Several caches that know nothing of one another, as processes would be, and several tasks in each.
    @Test func manyWritersOfOneKey() async throws {
        let world = try CacheWorld.onDisk()
        let caches = ["a", "b", "c"].map { world.elsewhere($0) }
        let key = ContentDigest(of: "key of x")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let cache = caches[number % 3]
                    try world.publish("x", by: cache)
                    try world.publish("own \(number)", by: cache)
                    let (result, _) = try cache.result(for: key).get()
                    for output in result.outputs {
                        try cache.materialise(
                            output.digest, at: world.work / "\(number)" / output.name, isExecutable: output.isExecutable
                        )
                        #expect(world.text(world.work / "\(number)" / output.name)?.hasSuffix(" of x") == true)
                    }
                }
            }
            try await group.waitForAll()
        }
        for cache in caches { #expect(cache.problems.isEmpty) }
        for name in ["a", "b", "c", "shared"] {
            let maintenance = CacheMaintenance(root: world.root / name, files: world.files)
            #expect(maintenance.verify(removingBad: false).findings.isEmpty)
            #expect(maintenance.statistics().temporaries.files == 0)
        }
        #expect(CacheMaintenance(root: world.shared, files: world.files).statistics().results.files == 25)
    }

    /// Names may be lost where two add at once, never be mixed up; and in the end all can be had.
    @Test func manyWritersOfInputNames() async throws {
        let world = try CacheWorld.onDisk()
        let key = ContentDigest(of: "key")
        let all = (0..<16).map { "/include/\($0).h" }
        for _ in 1...2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in all {
                    group.addTask {
                        let known = try world.elsewhere(String(name.utf8.count)).publishInputNames(
                            [name], for: key, reach: .everywhere)
                        #expect(known.contains(name))
                        let found = try world.cache(shared: .readOnly).inputNames(for: key).get()
                        #expect(Set(found).isSubset(of: all) && !found.isEmpty)
                    }
                }
                try await group.waitForAll()
            }
        }
        let last = world.cache(shared: .readWrite)
        for name in all { try last.publishInputNames([name], for: key, reach: .everywhere) }
        #expect(try world.elsewhere("new").inputNames(for: key).get() == all.sorted())
    }

    /// Whoever uses a cache that is being evicted finds things or misses them, and never finds anything wrong.
    @Test func evictionBesideReadersAndWriters() async throws {
        let world = try CacheWorld.onDisk()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let maintenance = CacheMaintenance(root: world.shared, files: world.files)
                for _ in 0..<12 { #expect(maintenance.evict(maxSize: 200, maxAge: nil).failures.isEmpty) }
            }
            group.addTask {
                for number in 0..<12 {
                    let found = CacheMaintenance(root: world.shared, files: world.files).verify(
                        removingBad: number % 2 == 0)
                    #expect(found.findings.allSatisfy { if case .blobsMissing = $0.fact { true } else { false } })
                }
            }
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<12 {
                        let cache = world.elsewhere("\(task) \(number)")
                        let (key, result) = try world.publish("x \(number % 3)", by: cache)
                        let other = world.elsewhere("other \(task) \(number)")
                        switch other.result(for: key) {
                        case .failure(let miss): #expect(miss == .absent)
                        case .success(let (found, _)):
                            #expect(found == result)
                            for blob in found.blobs {
                                // It is stored anew within the grace, so nobody evicts it.
                                #expect(try other.read(blob).count == blob.size)
                            }
                        }
                        #expect(cache.problems.isEmpty && other.problems.isEmpty)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
