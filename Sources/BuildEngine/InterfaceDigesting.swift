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

    /// NIOCore's take half a megabyte.
    private static let keptParts = KeptText(name: "parts", largest: 256 << 20)

    /// The key under which a module's digest and parts are kept. `seen`: what the module may import, by actions'
    /// names, each with the digest of all that is seen through it: layouts reach through them.
    static func key(
        _ abi: Action.ABI, module: ContentDigest, seeing seen: [(ActionID, ContentDigest)], toolchain: ContentDigest
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
        builder.beginList(count: seen.count)
        for (id, digest) in seen.sorted(by: { $0.0 < $1.0 }) {
            builder.append(id.name)
            builder.append(digest)
        }
        return builder.finish()
    }

    /// Of its command line, without its sources.
    static func words(of action: Action) -> ContentDigest {
        var builder = DigestBuilder()
        for word in action.arguments.compactMap(\.keyed) where !word.hasSuffix(".swift") { builder.append(word) }
        return builder.finish()
    }

    /// The digest of the module that `action` has just emitted; its interface lies beside it. `importable`: the names
    /// of all modules that the action may import.
    func digest(
        of action: Action, _ abi: Action.ABI, module: ContentDigest, seeing seen: [(ActionID, ContentDigest)],
        importable: Set<String>, reach: TieredCache.Reach, cancellation: Cancellation,
        others: (_ imported: Set<String>, _ question: TypeExtraction.Question) -> SeenNames
    ) -> ContentDigest {
        let key = InterfaceDigesting.key(
            abi, module: module, seeing: seen, toolchain: toolchain.identity(linking: false))
        if case .success(let (known, _)) = cache.result(for: key), let digest = known.interface { return digest }
        // No macro is expanded where a module is read.
        func spelled(_ words: [Argument]) -> [String] {
            words.map { $0.spelled(jobs: 1, root: root.string, temporary: "/tmp") }
        }
        let folder = AbsolutePath(action.folder, in: root)
        let found = digester.digest(
            of: EmittedModule(
                name: abi.moduleName, file: AbsolutePath(action.modulePath ?? "", in: root), bytes: module,
                interface: AbsolutePath(abi.interface, in: root),
                sources: (action.sources + abi.moreSources).map { AbsolutePath($0, in: root) },
                folder: folder, dump: spelled(abi.dump), settings: abi.settings,
                words: InterfaceDigesting.words(of: action), importable: importable,
                isResilient: abi.isResilient),
            others: { others($0, .init(words: spelled(abi.extraction), folder: folder)) },
            cancellation: cancellation)
        // A program that was stopped said nothing of the module.
        guard !cancellation.isRequested else { return found.digest }
        let parts = found.parts.text
        InterfaceDigesting.keptParts.keep(parts, interface: found.digest, under: key, in: cache, reach: reach)
        // Nobody decides by this one.
        InterfaceDigesting.keptParts.keep(
            parts, under: InterfaceDigesting.partsKey(of: found.digest), in: cache, reach: reach)
        return found.digest
    }

    /// The interface of a module that may import hidden declarations of others (`@testable`). Its clients see through
    /// what it declares how these are laid out, and nobody's interface says that: so all bytes of what it sees count,
    /// and its own. `own`: of the module itself.
    static func withHidden(
        _ own: ContentDigest, module: ContentDigest, of action: Action, needs: (ActionID) -> Decided?
    ) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("interface beside hidden declarations")
        builder.append(own)
        builder.append(module)
        builder.beginList(count: action.interfaces.count)
        for id in action.interfaces {
            builder.append(id.name)
            builder.append((needs(id)?.sight ?? .none).bytes)
        }
        return builder.finish()
    }

    /// Keeps what `own` is made of for `whole`, of which it says no more than the names of its types.
    func keepParts(of own: ContentDigest, for whole: ContentDigest, module: String, reach: TieredCache.Reach) {
        guard var parts = InterfaceDigesting.parts(of: own, in: cache) else { return }
        parts.parts.insert(.init(.fallback, module, "it may see what other modules hide"), at: 0)
        InterfaceDigesting.keptParts.keep(
            parts.text, under: InterfaceDigesting.partsKey(of: whole), in: cache, reach: reach)
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

    private static func parts(at key: ContentDigest, in cache: TieredCache) -> ABIParts? {
        keptParts.text(under: key, in: cache).flatMap { ABIParts(text: $0) }
    }
}
