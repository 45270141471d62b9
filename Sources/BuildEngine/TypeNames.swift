import ArtifactCache
import Digests
import InterfaceDigests
import Subprocesses
import Synchronization

/// Which types modules declare, by what their interfaces are made of; each interface is looked at once. The toolchain's
/// are those that its own interfaces name, and what the compiler says of modules that are no text. Any thread.
final class TypeNames: Sendable {
    private let cache: TieredCache
    private let toolchain: ToolchainRequirements
    private let compiled: CompiledTypes
    private let known = Mutex<[ContentDigest: Names?]>([:])

    private struct Names {
        var declared: SeenNames.Declared
        /// Words of its imports, names of modules among them.
        var imports: Set<String>
    }

    init(cache: TieredCache, toolchain: ToolchainRequirements, compiled: CompiledTypes) {
        (self.cache, self.toolchain, self.compiled) = (cache, toolchain, compiled)
    }

    /// Those of all modules that one sees which may import `modules`. `imported`: words of its own imports. `question`:
    /// how it imports C modules.
    func seen(
        by modules: [SeenModule], importing imported: Set<String>, _ question: TypeExtraction.Question,
        _ cancellation: Cancellation
    ) -> SeenNames {
        var names = SeenNames(), imported = imported.union(RequirementNames.importedUnwritten)
        let closure = SeenModule.closure(of: modules), cModules = closure.filter { !$0.isSwift }
        for module in closure where module.isSwift {
            let found = self.names(of: module)
            names.add(found?.declared, of: module.name)
            imported.formUnion(found?.imports ?? [])
        }
        addText(behind: imported, to: &names)
        // What two C modules declare by one name is the same.
        var others = compiled.ofToolchain(behind: imported, seesC: !cModules.isEmpty, cancellation)
        for module in cModules {
            guard let types = compiled.ofC(module, question, cancellation) else { others = nil; break }
            others?.formUnion(types)
        }
        names.add(others, of: "")
        return names
    }

    /// A value can have a type of what some module imports.
    private func addText(behind imported: Set<String>, to names: inout SeenNames) {
        let text = toolchain.names
        // Some toolchain, or SDK, that nobody can read.
        guard text.modules.contains("Swift") else { return names.add(nil, of: "Swift") }
        for (module, types) in text.types where imported.contains(module) {
            names.add(.init(types: types, neverAlone: text.neverAlone[module] ?? []), of: module)
        }
        names.add(.init(genericParameters: text.genericParameters), of: "")
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
