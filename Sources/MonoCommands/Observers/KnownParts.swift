import ArtifactCache
import BuildEngine
import Digests
import InterfaceDigests
import Synchronization

/// What interface digests are made of, as far as the cache knows. Each is read once: the dependents of a module all
/// ask for the same two.
final class KnownParts: Sendable {
    private let cache: TieredCache
    private let known = Mutex<[ContentDigest: ABIParts?]>([:])

    init(_ cache: TieredCache) { self.cache = cache }

    /// Nil where nothing is kept of it.
    func parts(of interface: ContentDigest) -> ABIParts? {
        known.withLock { known in
            if let parts = known[interface] { return parts }
            let parts = InterfaceDigesting.parts(of: interface, in: cache)
            known[interface] = .some(parts)
            return parts
        }
    }
}
