import Digests
import Disk
import Glibc
import Testing

@testable import ArtifactCache

/// What somebody who may write to a cache folder can make mono do outside of it: nothing.
@Suite struct HostileFolderTests {
    /// On the disk, with the real file system: a folder `outside` beside the caches, in which everything stays as it
    /// is.
    private func withWorld(_ body: (_ root: AbsolutePath, _ files: LocalFileSystem) throws -> Void) throws {
        let files = LocalFileSystem(),
            root = AbsolutePath("/tmp/mono-hostile-\(String(UInt64.random(in: .min ... .max), radix: 16))")
        try files.makeFolder(root / "outside")
        defer { try? files.remove(root) }
        try body(root, files)
    }

    private func tree(_ files: LocalFileSystem, _ folder: AbsolutePath) throws -> [String: ContentDigest] {
        var found: [String: ContentDigest] = [:]
        for file in try FolderWalk(of: folder, in: files).files {
            found[file.path] = try files.digest(folder / file.path)
        }
        return found
    }

    /// `blobs/ab` is a link to a folder that holds a folder named like a blob: it was removed with all it held.
    @Test func aShardThatIsALinkLeadsNowhere() throws {
        try withWorld { root, files in
            let shared = root / "shared", blob = ContentDigest(of: "object of x")
            let writer = TieredCache(
                local: root / "a", shared: SharedTier(folder: shared, mode: .readWrite), files: files)
            let key = ContentDigest(of: "key")
            try writer.store(Array("object of x".utf8), reach: .everywhere)
            try writer.publish(ActionResult(outputs: [.init(name: "a.o", digest: blob)]), for: key, reach: .everywhere)
            let shard = shared / "v1/blobs/\(blob.hex.prefix(2))"
            try files.remove(shard)
            try files.write("precious", to: root / "outside/\(blob.hex)/home/file")
            try files.write("precious", to: root / "outside/other")
            try files.makeSymbolicLink(at: shard, to: (root / "outside").string)
            let before = try tree(files, root / "outside")

            for mode in [SharedTier.Mode.readOnly, .readWrite] {
                let reader = TieredCache(
                    local: root / "reader-\(mode)", shared: SharedTier(folder: shared, mode: mode), files: files)
                let (result, _) = try reader.result(for: key).get()
                #expect(throws: MaterialiseError.self) {
                    try reader.materialise(result.outputs[0].digest, at: root / "w/a.o", isExecutable: false)
                }
                _ = try? reader.store(Array("object of x".utf8), reach: .everywhere)
                try? reader.publish(result, for: key, reach: .everywhere)
                reader.refute(key: key)
                #expect(try tree(files, root / "outside") == before)
            }
            let keeper = CacheMaintenance(root: shared, files: files)
            _ = keeper.verify(removingBad: true)
            _ = keeper.evict(maxSize: 0, maxAge: 0)
            #expect(try tree(files, root / "outside") == before)
        }
    }

    @Test(
        "links in any folder's place",
        arguments: ["v1", "v1/blobs", "v1/actions", "v1/inputs", "v1/scopes", "v1/quarantine", "v1/disowned"])
    func folders(_ place: String) throws {
        try withWorld { root, files in
            let shared = root / "shared"
            try files.write("precious", to: root / "outside/ab/\(String(repeating: "a", count: 64))")
            try files.makeSymbolicLink(at: shared / place, to: (root / "outside").string)
            let before = try tree(files, root / "outside")
            let cache = TieredCache(
                local: root / "local", shared: SharedTier(folder: shared, mode: .readWrite), files: files,
                scopes: ScopeChain(writing: CacheScope("pr")!))
            let digest = try cache.store([1, 2, 3], reach: .everywhere), key = ContentDigest(of: "key")
            try cache.publish(ActionResult(outputs: [.init(name: "a", digest: digest)]), for: key, reach: .everywhere)
            try cache.publishInputNames(["/a"], for: key, reach: .everywhere)
            _ = cache.quarantine(ActionResult(outputs: []), key: key, about: "x", made: [:])
            let keeper = CacheMaintenance(root: shared, files: files)
            _ = keeper.statistics()
            _ = keeper.verify(removingBad: true)
            _ = keeper.evict(maxSize: 0, maxAge: 0)
            try? keeper.clearQuarantine()
            _ = try? keeper.disown(Disownment(until: 1))
            #expect(try tree(files, root / "outside") == before)
        }
    }

    /// A folder's tree with a link and a file below it.
    @Test func nothingIsRestoredThroughALink() throws {
        try withWorld { root, files in
            let cache = TieredCache(local: root / "local", shared: nil, files: files)
            var writer = RecordWriter()
            writer.write(["hooks", "hooks/pre-commit"]) { writer, path in
                writer.write(path)
                writer.write(path == "hooks" ? 2 : 1)
                if path == "hooks" {
                    writer.write((root / "outside").string)
                } else {
                    writer.write(Array("#!/bin/sh".utf8))
                }
            }
            let digest = try cache.store(writer.bytes, reach: .local)
            let output = ActionResult.Output(name: "made", digest: digest, isFolder: true)
            #expect(throws: MaterialiseError.self) { try cache.materialise(output, at: root / "w/made") }
            #expect(try files.list(root / "outside").isEmpty)
        }
    }

    /// `.mono/debug` of a checkout is a link.
    @Test func nothingIsRestoredThroughLinksOfACheckout() throws {
        try withWorld { root, files in
            let cache = TieredCache(local: root / "local", shared: nil, files: files.confined(to: root / "w/.mono"))
            try files.makeFolder(root / "w/.mono")
            try files.makeSymbolicLink(at: root / "w/.mono/debug", to: (root / "outside").string)
            let digest = try cache.store([1], reach: .local)
            let tree = try cache.store(
                FileTree(entries: [.init(path: "a", content: .file([1], isExecutable: false))]).encoded, reach: .local)
            for output in [
                ActionResult.Output(name: "app", digest: digest), .init(name: "made", digest: tree, isFolder: true),
            ] {
                #expect(throws: MaterialiseError.file(FileError(.write, root / "w/.mono/debug/app", code: ELOOP))) {
                    do {
                        try cache.materialise(output, at: root / "w/.mono/debug/app")
                    } catch MaterialiseError.file(let error) {
                        throw MaterialiseError.file(FileError(.write, root / "w/.mono/debug/app", code: error.code))
                    }
                }
            }
            #expect(try files.list(root / "outside").isEmpty)
        }
    }

    /// Entries as large as any, of which nothing is taken in.
    @Test func largeBlobsAreNotReadIntoMemory() throws {
        try withWorld { root, files in
            let cache = TieredCache(local: root / "local", shared: nil, files: files),
                digest = try cache.store([UInt8](repeating: 10, count: 5000), reach: .local)
            #expect(throws: CacheMiss.self) { try cache.read(digest, atMost: 4999) }
            #expect(try cache.read(digest, atMost: 5000).count == 5000)
        }
    }

    @Test("a tree that says that it holds millions of entries takes no room for them")
    func claims() {
        #expect(throws: MalformedRecord.self) {
            try FileTree(decoding: [0xFF, 0xFF, 0x7F] + [UInt8](repeating: 0, count: 3_000_000))
        }
    }
}
