import ArtifactCache
import BuildPlanning
import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Synchronization
import Toolchains

/// Types of the modules that nobody has as text: C modules, and those that lie in the toolchain or the SDK compiled, as
/// Foundation does. The compiler is asked when a module that sees one is digested first. The cache keeps what it says,
/// and of what comes with the toolchain, the machine's memory too. Any thread.
final class CompiledTypes: Sendable {
    /// What the compiler imports for Swift modules of the toolchain: the system's library and that of Dispatch.
    private static let cLibraries = ["SwiftGlibc", "SwiftMusl", "CDispatch"]
    /// Swift modules that are text, and show their clients what `cLibraries` declare.
    private static let overlays: Set<String> = ["Glibc", "Musl"]
    /// In bytes.
    private static let largestMap: Int64 = 16 << 20
    private static let kept = KeptText(name: "types", largest: 16 << 20)

    private let root: AbsolutePath
    private let layout: BuildLayout
    private let toolchain: Toolchain
    private let files: any FileSystem
    private let cache: TieredCache
    private let extraction: TypeExtraction
    private let memory: TypeMemory?
    private let known = Mutex(Known())

    private struct Known {
        /// Names of the toolchain's modules that lie there compiled alone.
        var modules: Set<String>?
        var answers: [ContentDigest: TypeExtraction.Answer] = [:]
    }

    init(
        root: AbsolutePath, layout: BuildLayout, toolchain: Toolchain, files: any FileSystem, cache: TieredCache,
        extraction: TypeExtraction, memory: TypeMemory?
    ) {
        (self.root, self.layout, self.toolchain) = (root, layout, toolchain)
        (self.files, self.cache, self.extraction, self.memory) = (files, cache, extraction, memory)
    }

    /// Those of the toolchain's modules that a module sees, where it and what it sees import `imported`; nil where
    /// nobody knows them.
    func ofToolchain(behind imported: Set<String>, seesC: Bool, _ cancellation: Cancellation) -> SeenNames.Declared? {
        let modules = self.modules
        var found = SeenNames.Declared(), known: Set<String> = [], open = imported.intersection(modules)
        let seesCLibraries = seesC || !open.isEmpty || !imported.isDisjoint(with: CompiledTypes.overlays)
        while let name = open.popFirst() {
            guard known.insert(name).inserted else { continue }
            guard let types = types(of: name, cancellation) else { return nil }
            found.formUnion(types.declared)
            // Nobody has a value of what a module declares that is there for its neighbours alone: in Swift 6.3 no
            // public declaration of Foundation names a type of `_FoundationCollections`.
            open.formUnion(types.modules.filter { !$0.hasPrefix("_") })
        }
        for name in seesCLibraries ? CompiledTypes.cLibraries : [] {
            guard let types = types(of: name, cancellation) else { return nil }
            found.formUnion(types.declared)
        }
        return found
    }

    /// Those of the modules of a C target as one sees them who asks so; nil where nobody knows them.
    func ofC(
        _ module: SeenModule, _ question: TypeExtraction.Question, _ cancellation: Cancellation
    ) -> SeenNames.Declared? {
        let words = CompiledTypes.withoutPlaces(question.words)
        guard let names = self.names(of: module) else { return nil }
        var found = SeenNames.Declared()
        for name in names {
            var builder = key(of: name)
            builder.append(module.interface)
            builder.beginList(count: words.count)
            for word in words { builder.append(word) }
            let key = builder.finish(), modules = self.modules
            guard let types = answer(under: key, or: { asked(key, name, modules, question, cancellation) }) else {
                return nil
            }
            found.formUnion(types.declared)
        }
        return found
    }

    /// Where things lie differs from one who asks to the next: `-Xcc -I -Xcc Sources/C/include`.
    private static func withoutPlaces(_ words: [String]) -> [String] {
        var kept: [String] = [], isPlace = false
        for word in words where word != "-Xcc" {
            if !isPlace, !word.hasPrefix("/"), !word.hasPrefix("-fmodule-map-file="), !word.hasPrefix("-I") {
                kept.append(word)
            }
            isPlace = ["-I", "-isystem", "-iquote", "-module-cache-path"].contains(word)
        }
        return kept
    }

    /// Those that the module maps of a C target declare.
    private func names(of module: SeenModule) -> [String]? {
        guard let declaration = module.declaration else { return [] }
        var names = declaration.generated.flatMap { ClangModuleMap(Array($0.content.utf8)).modules }
        for path in declaration.moduleMaps {
            guard let text = try? files.read(AbsolutePath(path, in: root), atMost: CompiledTypes.largestMap) else {
                return nil
            }
            names += ClangModuleMap(text).modules
        }
        return Set(names).sorted()
    }

    private func types(of module: String, _ cancellation: Cancellation) -> ForeignTypes? {
        let words = SwiftCompilation.extractTypes(
            triple: toolchain.targetTriple, sdk: toolchain.sdk, moduleCache: layout.moduleCache)
        let question = TypeExtraction.Question(
            words: words.map { $0.spelled(jobs: 1, root: root.string, temporary: "/tmp") }, folder: root)
        let key = key(of: module).finish(), modules = self.modules
        return answer(under: key) {
            if let types = memory?.types(under: key) {
                // For others who see the cache.
                keep(types, under: key, module, modules)
                return .declares(types)
            }
            let answer = asked(key, module, modules, question, cancellation)
            if case .declares(let types) = answer { memory?.keep(types, under: key) }
            return answer
        }
    }

    private func key(of module: String) -> DigestBuilder {
        var builder = DigestBuilder()
        builder.append("types of a module that is no text")
        builder.append(ForeignTypes.format)
        builder.append(toolchain.identity)
        builder.append(toolchain.targetTriple)
        builder.append(toolchain.sdk?.identity.hex ?? "")
        builder.append(module)
        return builder
    }

    /// `find`: where neither this build nor the cache knows. One after the other: several threads ask for the same
    /// modules at once.
    private func answer(under key: ContentDigest, or find: () -> TypeExtraction.Answer) -> ForeignTypes? {
        known.withLock { known in
            let answer = known.answers[key] ?? kept(key) ?? find()
            if answer != .unknown { known.answers[key] = answer }
            switch answer {
            case .declares(let types): return types
            case .notThere: return ForeignTypes()
            case .unknown: return nil
            }
        }
    }

    private func kept(_ key: ContentDigest) -> TypeExtraction.Answer? {
        CompiledTypes.kept.text(under: key, in: cache).flatMap { ForeignTypes(text: $0) }.map { .declares($0) }
    }

    /// What cannot be imported by one who asks is not kept: another one may import it.
    private func asked(
        _ key: ContentDigest, _ module: String, _ modules: Set<String>, _ question: TypeExtraction.Question,
        _ cancellation: Cancellation
    ) -> TypeExtraction.Answer {
        let scratch = root / "\(BuildLayout.folder)/state/types-\(key.short)"
        var answer = extraction.types(of: module, question, scratch: scratch, cancellation: cancellation)
        guard case .declares(var types) = answer else { return answer }
        if modules.contains(module) {
            guard let names = named(by: module, modules) else { return .unknown }
            types.modules = names
            answer = .declares(types)
        }
        keep(types, under: key, module, modules)
        return answer
    }

    private func keep(_ types: ForeignTypes, under key: ContentDigest, _ module: String, _ modules: Set<String>) {
        // What C modules declare also depends on headers of the system, which the key does not hold.
        let reach: TieredCache.Reach = modules.contains(module) ? .everywhere : .local
        CompiledTypes.kept.keep(types.text, under: key, in: cache, reach: reach)
    }

    /// Those of `modules` that the file of one names, as it does with what it imports.
    private func named(by module: String, _ modules: Set<String>) -> Set<String>? {
        let file = toolchain.moduleFolder(files) / "\(module).swiftmodule/\(toolchain.targetTriple).swiftmodule"
        guard let bytes = try? files.read(file) else { return nil }
        return modules.filter { $0 != module && ByteSearch.contains(Array($0.utf8), in: bytes) }
    }

    /// A module that lies there as text is known by it (`RequirementNames`).
    private var modules: Set<String> {
        known.withLock { known in
            if let modules = known.modules { return modules }
            let modules = toolchain.compiledModules(files)
            known.modules = modules
            return modules
        }
    }
}
