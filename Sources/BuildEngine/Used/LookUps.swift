import ArtifactCache
import BuildPlanning
import Digests

/// What compiles looked for, as caches keep it. Any thread.
///
/// They lie under all that goes into a compile but the interfaces that it sees, so that they are known before any of
/// those count; and under the key of its result, for compiles that are made of that one.
struct LookUps: Sendable {
    let cache: TieredCache

    /// Nil where no compile with these inputs is known. They may be those of several compiles that saw different
    /// interfaces: more names make more lines count.
    func lookedFor(by fingerprint: Fingerprint) -> LookedFor? {
        lookedFor(under: LookUps.key(fingerprint))
    }

    /// Adds them to what is known; all of it is returned, and nil where it cannot be kept.
    func add(_ found: LookedFor, by fingerprint: Fingerprint, reach: TieredCache.Reach) -> LookedFor? {
        let all = try? cache.publishInputNames(found.kept, for: LookUps.key(fingerprint), reach: reach)
        return all.map(LookedFor.init(kept:))
    }

    /// Of the compile that made the result with this key, or of that of the same target for the same interfaces where
    /// the result is its module. Nil where that is not known: what compiles of the same sources looked up in other
    /// interfaces says nothing of this one.
    func lookedFor(byResult key: ActionKey) -> LookedFor? {
        lookedFor(under: LookUps.key(ofResult: key))
    }

    func keep(_ found: LookedFor, ofResult key: ActionKey, reach: TieredCache.Reach) {
        _ = try? cache.publishInputNames(found.kept, for: LookUps.key(ofResult: key), reach: reach)
    }

    private func lookedFor(under key: ContentDigest) -> LookedFor? {
        (try? cache.inputNames(for: key).get()).map(LookedFor.init(kept:))
    }

    private static func key(_ fingerprint: Fingerprint) -> ContentDigest {
        key("what a compile looked for 2", fingerprint.replacingInterfaces(by: []).key)
    }

    private static func key(ofResult result: ActionKey) -> ContentDigest {
        key("what the compile of a result looked for 2", result)
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
