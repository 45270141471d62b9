import Digests
import Disk

@testable import ArtifactCache

/// Folders of their own for one test: a local cache, a shared one, and a workspace. On the disk they go with the value.
final class CacheWorld: Sendable {
    let files: WatchedFileSystem
    let root: AbsolutePath
    var local: AbsolutePath { root / "local" }
    var shared: AbsolutePath { root / "shared" }
    var work: AbsolutePath { root / "work" }

    private init(_ base: any FileSystem, root: AbsolutePath) {
        files = WatchedFileSystem(base)
        self.root = root
    }

    enum Medium: CaseIterable, Sendable { case memory, disk }

    static func on(_ medium: Medium) throws -> CacheWorld { medium == .memory ? inMemory() : try onDisk() }

    static func onDisk() throws -> CacheWorld {
        let root = AbsolutePath("/tmp/mono-cache-tests-\(String(UInt64.random(in: .min ... .max), radix: 16))")
        let world = CacheWorld(LocalFileSystem(), root: root)
        try world.files.base.makeFolder(root)
        return world
    }

    static func inMemory() -> CacheWorld {
        CacheWorld(InMemoryFileSystem(["/test/started": ""]), root: AbsolutePath("/test"))
    }

    deinit { try? files.base.remove(root) }

    /// A cache object of its own, as another process would have.
    func cache(shared mode: SharedTier.Mode? = nil) -> TieredCache {
        TieredCache(local: local, shared: mode.map { SharedTier(folder: shared, mode: $0) }, files: files)
    }

    /// One of another machine, which has the shared folder in common with ours.
    func elsewhere(_ name: String = "elsewhere", shared mode: SharedTier.Mode = .readWrite) -> TieredCache {
        TieredCache(local: root / name, shared: SharedTier(folder: shared, mode: mode), files: files)
    }

    func store(in tier: CacheTier) -> ContentStore {
        ContentStore(root: tier == .local ? local : shared, files: files.base)
    }

    func path(_ section: CacheFolder.Section, _ digest: ContentDigest, in tier: CacheTier = .local) -> AbsolutePath {
        CacheFolder(root: tier == .local ? local : shared, files: files.base).path(section, digest)
    }

    func write(_ text: String, to path: AbsolutePath, permissions: UInt16 = 0o644) throws {
        try files.base.write(Array(text.utf8), to: path, permissions: permissions, durably: false)
    }

    func text(_ path: AbsolutePath) -> String? {
        (try? files.base.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Publishes a result with two outputs and diagnostics, all made of `seed`.
    @discardableResult
    func publish(_ seed: String, by cache: TieredCache, reach: TieredCache.Reach = .everywhere) throws -> (
        ContentDigest, ActionResult
    ) {
        let key = ContentDigest(of: "key of " + seed)
        let result = ActionResult(
            outputs: [
                .init(name: "a.o", digest: try cache.store(Array("object of \(seed)".utf8), reach: reach)),
                .init(
                    name: "bin/tool", digest: try cache.store(Array("tool of \(seed)".utf8), reach: reach),
                    isExecutable: true),
            ],
            interface: ContentDigest(of: "interface of " + seed),
            diagnostics: try cache.store(Array("warning of \(seed)".utf8), reach: reach), wall: 5, cpu: 4)
        try cache.publish(result, for: key, reach: reach)
        return (key, result)
    }

    /// Every file under `folder`, with what it holds.
    func snapshot(_ folder: AbsolutePath) -> [String: String] {
        var found: [String: String] = [:]
        for entry in (try? files.base.list(folder)) ?? [] {
            let path = folder / entry.name
            if entry.kind == .folder {
                found.merge(snapshot(path)) { first, _ in first }
            } else {
                found[path.string] = text(path) ?? "?"
            }
        }
        return found
    }
}

let hour: Int64 = 3_600 * 1_000_000_000
let day = 24 * hour

extension TieredCache {
    /// Any blob of a test is small.
    func read(_ digest: ContentDigest) throws(CacheMiss) -> [UInt8] { try read(digest, atMost: 1 << 20) }
}

extension CachePlace {
    static let local = CachePlace(tier: .local, scope: .main)
    static let shared = CachePlace(tier: .shared, scope: .main)
}
