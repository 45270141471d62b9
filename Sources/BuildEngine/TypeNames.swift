import ArtifactCache
import Digests
import InterfaceDigests
import Synchronization

/// Which types modules declare, by what their interfaces are made of; each interface is looked at once. Any thread.
final class TypeNames: Sendable {
    private let cache: TieredCache
    private let known = Mutex<[ContentDigest: Set<String>?]>([:])

    init(cache: TieredCache) { self.cache = cache }

    /// Those of all modules that one sees which imports `modules`. What C modules declare is left out.
    func seen(by modules: [SeenModule]) -> SeenNames {
        var names = SeenNames()
        for module in SeenModule.closure(of: modules) where module.isSwift { names.add(self.names(of: module)) }
        return names
    }

    private func names(of module: SeenModule) -> Set<String>? {
        if let found = known.withLock({ $0[module.interface] }) { return found }
        let names = InterfaceDigesting.parts(of: module.interface, in: cache)?.namesOfTypes
        known.withLock { $0[module.interface] = .some(names) }
        return names
    }
}
