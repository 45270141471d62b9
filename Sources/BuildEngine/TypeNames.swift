import ArtifactCache
import Digests
import InterfaceDigests
import Synchronization

/// Which types modules declare, by what their interfaces are made of; each interface is looked at once. The toolchain's
/// are those that its own interfaces name. Any thread.
final class TypeNames: Sendable {
    private let cache: TieredCache
    private let toolchain: ToolchainRequirements
    private let known = Mutex<[ContentDigest: Names?]>([:])

    private struct Names {
        var declared: SeenNames.Declared
        /// Words of its imports, names of modules among them.
        var imports: Set<String>
    }

    init(cache: TieredCache, toolchain: ToolchainRequirements) { (self.cache, self.toolchain) = (cache, toolchain) }

    /// Those of all modules that one sees which imports `modules`. What C modules declare is left out.
    func seen(by modules: [SeenModule]) -> SeenNames {
        var names = SeenNames(), imported = RequirementNames.importedUnwritten
        for module in SeenModule.closure(of: modules) where module.isSwift {
            let found = self.names(of: module)
            names.add(found?.declared, of: module.name)
            imported.formUnion(found?.imports ?? [])
        }
        for (module, types) in toolchain.names.types {
            // A value can have a type of what some module imports. The others' count where they are imported, as
            // aliases do.
            let neverAlone = toolchain.names.neverAlone[module] ?? []
            names.add(
                imported.contains(module) ? .init(types: types, neverAlone: neverAlone) : .init(aliases: types),
                of: module)
        }
        names.add(.init(genericParameters: toolchain.names.genericParameters), of: "")
        return names
    }

    /// Nil where nobody knows: of some modules a reason is all that was found.
    private func names(of module: SeenModule) -> Names? {
        if let found = known.withLock({ $0[module.interface] }) { return found }
        let parts = InterfaceDigesting.parts(of: module.interface, in: cache)
        let isKnown = parts?.parts.contains { $0.kind != .fallback } ?? false
        let names = isKnown ? parts.map { Names(declared: $0.declaredTypes, imports: $0.wordsOfImports) } : nil
        known.withLock { $0[module.interface] = .some(names) }
        return names
    }
}
