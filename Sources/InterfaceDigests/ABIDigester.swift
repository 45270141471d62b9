import Digests
import Disk
import Subprocesses
import Toolchains

/// A module as its emit-module action left it.
public struct EmittedModule: Hashable, Sendable {
    public var name: String
    /// The `.swiftmodule`, and the digest of its content.
    public var file: AbsolutePath
    public var bytes: ContentDigest
    /// The package interface, or the private one where there is no package name.
    public var interface: AbsolutePath
    /// What it was made from.
    public var sources: [AbsolutePath]
    /// Where the compiler runs that reads the module.
    public var folder: AbsolutePath
    /// What makes `swift-frontend` print the module (`SwiftCompilation.dumpModule`).
    public var dump: [String]
    /// Settings of its compile that clients may see, such as its language mode.
    public var settings: [String]
    /// What conditions of its imports may ask for beside `settings`: the words of its compile, which name C modules,
    /// and the names of the Swift modules that it may import.
    public var words: ContentDigest
    public var importable: Set<String>
    /// Emitted for library evolution: clients lay out nothing by opaque types.
    public var isResilient: Bool

    public init(
        name: String, file: AbsolutePath, bytes: ContentDigest, interface: AbsolutePath, sources: [AbsolutePath],
        folder: AbsolutePath, dump: [String], settings: [String], words: ContentDigest, importable: Set<String>,
        isResilient: Bool = false
    ) {
        (self.name, self.file, self.bytes, self.interface) = (name, file, bytes, interface)
        (self.sources, self.folder, self.dump, self.settings) = (sources, folder, dump, settings)
        (self.words, self.importable, self.isResilient) = (words, importable, isResilient)
    }
}

/// Computes digests of modules from what the compiler says of them: starts the toolchain's programs, keeps nothing.
public struct ABIDigester: Sendable {
    let toolchain: Toolchain
    let files: any FileSystem
    let commands: any CommandRunner
    let environment: [String: String]

    public init(toolchain: Toolchain, files: any FileSystem, commands: any CommandRunner, environment: [String: String])
    {
        (self.toolchain, self.files, self.commands, self.environment) = (toolchain, files, commands, environment)
    }

    /// Whatever changes what a digest is made of changes this.
    public static let format = "abi 22"

    /// The compilers for which the tests of what digests rest on have passed. What the others print is not looked at.
    static let knownCompilers: Set<String> = ["Swift version 6.3.1 (swift-6.3.1-RELEASE)"]

    /// True where what dependents see of its modules is looked at; otherwise their bytes count.
    public static func knows(_ toolchain: Toolchain) -> Bool { toolchain.precision?.usesInterfaces ?? lists(toolchain) }

    /// True for a compiler that says that it is one of those.
    static func lists(_ toolchain: Toolchain) -> Bool { knownCompilers.contains(toolchain.versionText) }

    /// Never fails: what cannot be looked at has the digest of its bytes, and a part that says why.
    public func digest(
        of module: EmittedModule, others: (_ imported: Set<String>) -> SeenNames, cancellation: Cancellation
    ) -> ABIDigest {
        func bytes(_ why: String) -> ABIDigest {
            ABIDigest(moduleBytes: module.bytes, parts: ABIParts([.init(.fallback, module.name, why)]))
        }
        guard ABIDigester.knows(toolchain) else { return bytes("the compiler is not one that digests are tested with") }
        guard let text = try? files.read(module.interface) else { return bytes("its interface cannot be read") }
        guard let facts = sourceFacts(of: module) else { return bytes("its sources cannot be read") }
        guard let printed = self.printed(module, cancellation) else { return bytes("the compiler does not print it") }
        guard let dump = ModuleDump(printed) else { return bytes("what the compiler prints of it is not understood") }
        let unprinted = UnprintedDetails(
            dump.declarations, accessors: facts.types.accessors, isWhole: facts.types.isWhole)
        guard
            let interface = ModuleInterface(
                text, module: module.name, isResilient: module.isResilient, unprinted: unprinted)
        else { return bytes("its interface is not understood") }
        let seenNames = others(facts.types.imported)
        // The compiler looks into no body when it emits a module, but for those with types in them.
        let namesOpaque = !interface.opaque.isEmpty || dump.namesOpaque
        let looksIntoBodies = namesOpaque && hasLocalTypes(module)
        let supplement = DeclarationSupplement(
            of: dump, interface, sources: facts.types, others: seenNames, looksIntoBodies: looksIntoBodies)
        let opaque = looksIntoBodies ? interface.opaque : []
        var parts = ABIParts(interface.fallbacks + opaque + supplement.fallbacks)
        for setting in module.settings { parts.parts.append(.init(.visible, "-", setting)) }
        // Every source imports the standard library.
        for line in facts.imports.sorted() where line != "import Swift" {
            parts.parts.append(.init(.import, "-", line))
        }
        if !facts.conditionalModules.isEmpty {
            guard let line = conditions(facts.conditionalModules, of: module) else { return bytes("it cannot be read") }
            parts.parts.append(.init(.import, "-", line))
        }
        parts.parts += (interface.parts + supplement.parts).map { part in
            let text = ForeignAvailability.removed(from: part.text, platform: toolchain.targetPlatform)
            return .init(part.kind, part.name, text)
        }
        let storage = supplement.parts.filter { $0.kind == .stored || $0.kind == .hidden }
        parts.parts += facts.types.qualified(in: storage, module: module.name, declared: dump.namesOfTypes)
        let doubtful = seenNames.ambiguous(
            in: parts, own: dump.namesOfTypes, ofOneType: dump.pathsOfOneType,
            generic: GenericNames(dump, module: module.name), imported: facts.types.imported)
        if let name = doubtful {
            parts.parts.append(.init(.fallback, module.name, "'\(name)' may mean two types"))
        }
        return ABIDigest(parts: parts, moduleBytes: module.bytes)
    }

    /// What decides which of the imports under conditions are active, beside the settings: the words of the compile;
    /// and of `names`, the modules that the compile could import, and those that the module names, as it does with what
    /// it imports.
    private func conditions(_ names: Set<String>, of module: EmittedModule) -> String? {
        guard let bytes = try? files.read(module.file) else { return nil }
        let seen = names.filter { module.importable.contains($0) || ByteSearch.contains(Array($0.utf8), in: bytes) }
        return "conditions \(module.words.hex) \(seen.sorted().joined(separator: " "))"
    }

    private func sourceFacts(of module: EmittedModule) -> (
        imports: Set<String>, conditionalModules: Set<String>, types: TypeSources
    )? {
        var imports: Set<String> = [], conditionalModules: Set<String> = []
        var types = TypeSources()
        for path in module.sources {
            guard let bytes = try? files.read(path) else { return nil }
            let facts = SourceFacts(bytes, platform: toolchain.targetPlatform)
            imports.formUnion(facts.imports)
            conditionalModules.formUnion(facts.conditionalModules)
            types.add(bytes, facts, file: path.name)
        }
        return (imports, conditionalModules, types)
    }

    private func hasLocalTypes(_ module: EmittedModule) -> Bool {
        module.sources.contains { (try? files.read($0)).map { LocalTypes.mayBe(in: $0) } ?? true }
    }

    private func printed(_ module: EmittedModule, _ cancellation: Cancellation) -> [UInt8]? {
        let command = Command(
            toolchain.path(of: .frontend).string, module.dump, folder: module.folder.string, environment: environment)
        guard let result = try? commands.run(command, cancellation: cancellation), result.succeeded else { return nil }
        return result.output
    }
}
