import ArtifactCache
import Digests
import InterfaceDigests
import Synchronization

/// Which types modules declare, by what their interfaces are made of; each interface is looked at once. The toolchain's
/// are those that its own interfaces name. Any thread.
final class TypeNames: Sendable {
    private let cache: TieredCache
    private let toolchain: ToolchainRequirements
    private let known = Mutex<[ContentDigest: SeenNames.Declared?]>([:])

    init(cache: TieredCache, toolchain: ToolchainRequirements) { (self.cache, self.toolchain) = (cache, toolchain) }

    /// Those of all modules that one sees which imports `modules`. What C modules declare is left out.
    func seen(by modules: [SeenModule]) -> SeenNames {
        var names = SeenNames()
        for (module, types) in toolchain.names.types {
            // The others' count where they are imported, as aliases do.
            let isEverywhere = RequirementNames.importedUnwritten.contains(module)
            names.add(isEverywhere ? .init(types: types) : .init(aliases: types), of: module)
        }
        names.add(.init(genericParameters: toolchain.names.genericParameters), of: "")
        for module in SeenModule.closure(of: modules) where module.isSwift {
            names.add(self.names(of: module), of: module.name)
        }
        return names
    }

    private func names(of module: SeenModule) -> SeenNames.Declared? {
        if let found = known.withLock({ $0[module.interface] }) { return found }
        let names = InterfaceDigesting.parts(of: module.interface, in: cache)?.declaredTypes
        known.withLock { $0[module.interface] = .some(names) }
        return names
    }
}
