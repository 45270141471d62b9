import ArtifactCache
import BuildPlanning
import Digests
import InterfaceDigests

/// The names that compiles looked up, as caches keep them. Any thread.
///
/// They lie under all that goes into a compile but the interfaces that it sees, so that they are known before any of
/// those count; and under the key of its result, for compiles that are made of that one.
struct LookUps: Sendable {
    let cache: TieredCache

    /// Nil where no compile with these inputs is known. They may be those of several compiles that saw different
    /// interfaces: more names make more lines count.
    func names(for fingerprint: Fingerprint) -> LookedUpNames? {
        names(under: LookUps.key(fingerprint))
    }

    /// Adds them to what is known; all of it is returned, and nil where it cannot be kept.
    func add(_ names: LookedUpNames, for fingerprint: Fingerprint, reach: TieredCache.Reach) -> LookedUpNames? {
        let all = try? cache.publishInputNames(Array(names.names), for: LookUps.key(fingerprint), reach: reach)
        return all.map(LookedUpNames.init)
    }

    /// Of the compile that made the result with this key. Nil where that is not known: what compiles of the same
    /// sources looked up in other interfaces says nothing of this one.
    func names(ofResult key: ActionKey) -> LookedUpNames? {
        names(under: LookUps.key(ofResult: key))
    }

    func keep(_ names: LookedUpNames, ofResult key: ActionKey, reach: TieredCache.Reach) {
        _ = try? cache.publishInputNames(Array(names.names), for: LookUps.key(ofResult: key), reach: reach)
    }

    private func names(under key: ContentDigest) -> LookedUpNames? {
        (try? cache.inputNames(for: key).get()).map(LookedUpNames.init)
    }

    private static func key(_ fingerprint: Fingerprint) -> ContentDigest {
        key("names that a compile looked up 1", fingerprint.replacingInterfaces(by: []).key)
    }

    private static func key(ofResult result: ActionKey) -> ContentDigest {
        key("names that the compile of a result looked up 1", result)
    }

    private static func key(_ kind: String, _ key: ActionKey) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(kind)
        builder.append(key.digest)
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
