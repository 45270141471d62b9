import Digests
import Disk
import InterfaceDigests
import Subprocesses
import Toolchains

/// mono's own digest, computed by mono's own code from what its emit-module action leaves.
public struct ABIDigestColumn: DigestColumn {
    private let steps: Steps
    public let toolchain: Toolchain
    /// Of the program that holds mono's code: another digester asks the compiler again.
    private let program: String

    /// The compiler is looked at whether or not it is one whose digests are known.
    public init(steps: Steps, program: String) {
        (self.steps, self.program) = (steps, program)
        var toolchain = steps.toolchain
        toolchain.precision = .qualified
        self.toolchain = toolchain
    }

    public func digest(
        of index: Int, _ modules: [CorpusModule], _ world: World
    ) throws(CorpusFault) -> DigestLines {
        let (module, compiled) = (modules[index], world.compiled[index])
        guard let bytes = compiled.swiftModule, let interface = compiled.rawInterface else {
            throw CorpusFault("\(module.name) has no interface")
        }
        let key = key(of: index, modules, world, bytes, interface)
        let known = steps.remembered(key) { (reader: inout RecordReader) throws(MalformedRecord) in
            DigestLines(digest: try reader.text(), lines: try reader.texts())
        }
        if let known { return known }
        let found = try steps.inRoom { (room) throws(CorpusFault) in
            try digest(of: index, modules, world, bytes, interface, in: room)
        }
        // A program that was stopped said nothing of the module.
        if steps.cancellation.isRequested { throw CorpusFault("stopped") }
        try steps.remember(key) {
            $0.write(found.digest)
            $0.write(found.lines)
        }
        return found
    }

    private func key(
        of index: Int, _ modules: [CorpusModule], _ world: World, _ bytes: Blob, _ interface: Blob
    ) -> String {
        var builder = DigestBuilder()
        builder.append("abi digest 2")
        builder.append(toolchain.identity)
        builder.append([program, bytes.digest, interface.digest] + modules[index].flags)
        for (lower, module) in modules[...index].enumerated() {
            builder.append(
                [module.name, world.compiled[lower].swiftModule?.digest ?? ""]
                    + module.files.flatMap { [$0.path, $0.text] })
        }
        return builder.finish().hex
    }

    private func digest(
        of index: Int, _ modules: [CorpusModule], _ world: World, _ bytes: Blob, _ interface: Blob,
        in room: AbsolutePath
    ) throws(CorpusFault) -> DigestLines {
        let module = modules[index]
        var folders: [String] = []
        var clangModules: [SwiftCompilation.ClangModule] = []
        for (lower, module) in modules[...index].enumerated() {
            for file in module.files { try steps.place(try steps.store(file.text), at: room / file.path) }
            if let blob = world.compiled[lower].swiftModule {
                try steps.place(blob, at: room / "build/\(module.name)/\(module.name).swiftmodule")
            }
            if module.kind == .clang {
                clangModules.append(.init(moduleMap: "\(module.name)/module.modulemap", headers: module.name))
            } else if module.kind == .library, lower < index {
                folders.append("build/\(module.name)")
            }
        }
        try steps.place(interface, at: room / "build/\(module.name).swiftinterface")
        let compilation = SwiftCompilation(
            moduleName: module.name, sources: module.files.map(\.path), form: .library, configuration: .debug,
            triple: toolchain.triple,
            languageMode: "5", packageName: module.package, isExternal: false, userModuleVersion: nil, traits: [],
            settings: module.flags.isEmpty ? [] : [.unsafeFlags(module.flags)], clangFlags: [], moduleFolders: folders,
            clangModules: clangModules, flags: BuildFlags(), compilationFolder: ".", moduleCache: "modules")
        let digest = ABIDigester(
            toolchain: toolchain, files: steps.files, commands: steps.commands, environment: steps.environment
        )
        .digest(
            of: EmittedModule(
                name: module.name, file: room / "build/\(module.name)/\(module.name).swiftmodule",
                bytes: ContentDigest(of: try steps.data(of: bytes)),
                interface: room / "build/\(module.name).swiftinterface", sources: module.files.map { room / $0.path },
                folder: room,
                dump: compilation.dumpModule("build/\(module.name)/\(module.name).swiftmodule").map {
                    // The C modules that other runs built serve this one.
                    $0.spelled(jobs: 1, root: room.string, temporary: "/tmp").replacing(
                        "\(room.string)/modules", with: steps.moduleCache)
                },
                settings: compilation.visibleSettings, words: ContentDigest(of: module.flags.joined(separator: " ")),
                importable: Set(modules[..<index].map(\.name)), isResilient: compilation.isResilient),
            others: { _ in SeenNames() }, cancellation: steps.cancellation)
        return DigestLines(
            digest: digest.digest.hex, lines: digest.parts.text.split(separator: "\n").map(String.init))
    }
}
