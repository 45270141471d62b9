import ArtifactCache
import BuildPlanning
import Digests
import InterfaceDigests

/// The names that compiles looked up, as caches keep them: under all that goes into a compile but the interfaces that
/// it sees, so that they are known before any of those count. Any thread.
struct LookUps: Sendable {
    let cache: TieredCache

    /// Nil where no compile with these inputs is known. They may be those of several compiles that saw different
    /// interfaces: more names make more lines count.
    func names(for fingerprint: Fingerprint) -> LookedUpNames? {
        (try? cache.inputNames(for: LookUps.key(fingerprint)).get()).map(LookedUpNames.init)
    }

    /// Adds them to what is known; all of it is returned, and nil where it cannot be kept.
    func add(_ names: LookedUpNames, for fingerprint: Fingerprint, reach: TieredCache.Reach) -> LookedUpNames? {
        let all = try? cache.publishInputNames(Array(names.names), for: LookUps.key(fingerprint), reach: reach)
        return all.map(LookedUpNames.init)
    }

    private static func key(_ fingerprint: Fingerprint) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append("names that a compile looked up 1")
        builder.append(fingerprint.replacingInterfaces(by: []).key.digest)
        return builder.finish()
    }
}

extension Fingerprint {
    /// With these components in the place of the interfaces.
    func replacingInterfaces(by used: [Component]) -> Fingerprint {
        Fingerprint(
            components: components.filter { if case .interface = $0.name { false } else { true } } + used)
    }
}
