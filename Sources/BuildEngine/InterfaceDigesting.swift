import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Toolchains

/// The interface digests of modules, remembered in the cache by what they depend on: a module whose bytes were seen
/// before starts no program.
public struct InterfaceDigesting: Sendable {
    let root: AbsolutePath
    let toolchain: Toolchain
    let files: any FileSystem
    let cache: TieredCache
    let digester: any ModuleDigester

    public init(
        root: AbsolutePath, toolchain: Toolchain, files: any FileSystem, cache: TieredCache,
        digester: any ModuleDigester
    ) {
        (self.root, self.toolchain, self.files) = (root, toolchain, files)
        (self.cache, self.digester) = (cache, digester)
    }

    static let partsName = "parts"
    /// In bytes. NIOCore's take half a megabyte.
    private static let largestParts: Int64 = 256 << 20

    /// The key under which a module's digest and parts are kept. `closure`: the interfaces of all that the module may
    /// import, by their actions' names: layouts reach through them.
    static func key(
        _ abi: Action.ABI, module: ContentDigest, closure: [(ActionID, ContentDigest)], toolchain: ContentDigest
    ) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("interface digest")
        builder.append(ABIDigester.format)
        builder.append(toolchain)
        builder.append(abi.moduleName)
        builder.append(module)
        builder.append(abi.isResilient ? "resilient" : "")
        builder.beginList(count: abi.settings.count)
        for setting in abi.settings { builder.append(setting) }
        builder.beginList(count: closure.count)
        for (id, digest) in closure.sorted(by: { $0.0 < $1.0 }) {
            builder.append(id.name)
            builder.append(digest)
        }
        return builder.finish()
    }

    /// The digest of the module that `action` has just emitted; its interface lies beside it.
    func digest(
        of action: Action, _ abi: Action.ABI, module: ContentDigest, closure: [(ActionID, ContentDigest)],
        reach: TieredCache.Reach,
        cancellation: Cancellation
    ) -> ContentDigest {
        let key = InterfaceDigesting.key(abi, module: module, closure: closure, toolchain: toolchain.identity)
        if case .success(let (known, _)) = cache.result(for: key), let digest = known.interface { return digest }
        let found = digester.digest(
            of: EmittedModule(
                name: abi.moduleName, bytes: module, interface: AbsolutePath(abi.interface, in: root),
                sources: (action.sources + abi.moreSources).map { AbsolutePath($0, in: root) },
                folder: AbsolutePath(action.folder, in: root),
                // No macro is expanded where a module is read.
                dump: abi.dump.map { $0.spelled(jobs: 1, root: root.string, temporary: "/tmp") },
                settings: abi.settings, isResilient: abi.isResilient),
            cancellation: cancellation)
        // A program that was stopped said nothing of the module.
        guard !cancellation.isRequested else { return found.digest }
        if let parts = try? cache.store(Array(found.parts.text.utf8), reach: reach) {
            var result = ActionResult(
                outputs: [.init(name: InterfaceDigesting.partsName, digest: parts, isExecutable: false)],
                interface: found.digest)
            try? cache.publish(result, for: key, reach: reach)
            // Nobody decides by this one.
            result.interface = nil
            try? cache.publish(result, for: InterfaceDigesting.partsKey(of: found.digest), reach: reach)
        }
        return found.digest
    }

    /// The key under which a digest's parts are kept once more: to say of a dependent what changed, when its module is
    /// long another one.
    private static func partsKey(of interface: ContentDigest) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("parts of an interface digest")
        builder.append(interface)
        return builder.finish()
    }

    /// What a digest is made of, where a build found it and the cache still has it.
    public static func parts(of interface: ContentDigest, in cache: TieredCache) -> ABIParts? {
        parts(at: partsKey(of: interface), in: cache)
    }

    /// What the digest of a module is made of, as the build found it; nil where nothing is kept of it.
    public func parts(of abi: Action.ABI, module: ContentDigest, closure: [(ActionID, ContentDigest)]) -> ABIParts? {
        let key = InterfaceDigesting.key(abi, module: module, closure: closure, toolchain: toolchain.identity)
        return InterfaceDigesting.parts(at: key, in: cache)
    }

    private static func parts(at key: ContentDigest, in cache: TieredCache) -> ABIParts? {
        guard case .success(let (known, _)) = cache.result(for: key),
            let parts = known.outputs.first(where: { $0.name == InterfaceDigesting.partsName }),
            let bytes = try? cache.read(parts.digest, atMost: InterfaceDigesting.largestParts)
        else { return nil }
        return ABIParts(text: String(decoding: bytes, as: UTF8.self))
    }
}
