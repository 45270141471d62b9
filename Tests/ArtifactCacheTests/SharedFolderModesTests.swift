import Digests
import Disk
import Glibc
import Testing

@testable import ArtifactCache

/// On the disk, for it is about permission bits.
@Suite struct SharedFolderModesTests {
    private let kinds = ["v1", "v1/blobs", "v1/actions", "v1/inputs"]

    private func folders(_ world: CacheWorld, _ root: AbsolutePath) throws -> [FileStatus] {
        var found: [FileStatus] = []
        for kind in kinds { found.append(try #require(world.files.linkStatus(root / kind))) }
        for kind in kinds.dropFirst() {
            for shard in try world.files.list(root / kind) {
                found.append(try #require(world.files.linkStatus(root / kind / shard.name)))
            }
        }
        return found
    }

    @Test(arguments: [UInt16(0o2775), 0o1777, 0o770, 0o3777])
    func foldersAreAsOpenAsTheRoot(mode: UInt16) throws {
        let world = try CacheWorld.onDisk()
        try world.files.makeFolder(world.shared)
        try world.files.setPermissions(world.shared, to: mode)
        let (key, _) = try world.publish("x", by: world.cache(shared: .readWrite))
        try world.cache(shared: .readWrite).publishInputNames(["a"], for: key, reach: .everywhere)
        for folder in try folders(world, world.shared) { #expect(folder.permissions == mode) }
        #expect(world.files.status(world.shared)?.permissions == mode)
    }

    @Test func aPrivateRootIsLeftToTheUmask() throws {
        let world = try CacheWorld.onDisk()
        let (key, _) = try world.publish("x", by: world.cache())
        try world.cache().publishInputNames(["a"], for: key, reach: .local)
        let usual = try #require(world.files.status(world.root)).permissions
        for folder in try folders(world, world.local) { #expect(folder.permissions == usual) }
        for path in world.snapshot(world.local).keys {
            #expect(world.files.linkStatus(AbsolutePath(path))?.permissions == 0o444)
        }
    }

    /// A writer that is killed between two steps leaves no folder that others cannot use: each appears with its
    /// permissions.
    @Test func foldersAppearWithTheirPermissions() throws {
        let world = try CacheWorld.onDisk()
        try world.files.makeFolder(world.shared)
        try world.files.setPermissions(world.shared, to: 0o2777)
        let shared = world.shared
        // The system call that would open the folder comes too late.
        world.files.fail {
            $0.attempt == .rename && $0.path.isInside(shared) && $0.path.name.utf8.count == 2 ? EIO : nil
        }
        _ = try? world.publish("x", by: world.cache(shared: .readWrite))
        for kind in kinds.dropFirst() { #expect((try? world.files.list(world.shared / kind))?.isEmpty ?? true) }
        // One that an earlier version left closed is opened by its owner.
        world.files.fail(nil)
        let shard = world.path(.blobs, ContentDigest(of: "object of x"), in: .shared).parent
        try world.files.makeFolder(shard)
        try world.files.setPermissions(shard, to: 0o755)
        try world.publish("x", by: world.cache(shared: .readWrite))
        #expect(world.files.linkStatus(shard)?.permissions == 0o2777)
    }

    @Test func aFileSystemWithoutPermissionsWillDo() throws {
        let world = try CacheWorld.onDisk()
        try world.files.makeFolder(world.shared)
        try world.files.setPermissions(world.shared, to: 0o777)
        let shared = world.shared
        let calls = Calls()
        world.files.fail { call in
            // Only folders get permissions here.
            if call.attempt == .write, call.path.isInside(shared), call.path.name.utf8.count != 64 {
                _ = calls.next()
                return ENOTSUP
            }
            return nil
        }
        let (key, result) = try world.publish("x", by: world.cache(shared: .readWrite))
        world.files.fail(nil)
        #expect(calls.total > 0)
        #expect(try world.elsewhere().result(for: key).get() == (result, .shared))
    }
}
