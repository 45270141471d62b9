import Digests
import Disk
import Foundation
import InterfaceDigests
import Measuring
import Subprocesses
import Toolchains

/// mono's own digest, computed by mono's own code from what its emit-module action leaves.
struct ABIDigestColumn: DigestColumn {
    let steps: Steps
    let toolchain: Toolchain
    let environment: [String: String]
    /// Of this program, which holds mono's code: another digester asks the compiler again.
    let program: String

    static func make(steps: Steps) throws -> ABIDigestColumn {
        let variables = ProcessInfo.processInfo.environment
        let files = LocalFileSystem()
        let memory = AbsolutePath(steps.moduleCache).parent / "machine"
        let toolchain = try ToolchainFinder(
            files: files, digests: FileDigests(files: files, memory: memory / "digests"),
            commands: LocalCommandRunner(), memory: memory
        ).find(for: memory, environment: variables)
        let path = [
            "PATH": "\(toolchain.root / "bin"):/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": variables["HOME"] ?? "/",
        ]
        let program = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"))
        return ABIDigestColumn(
            steps: steps, toolchain: toolchain, environment: path, program: ContentDigest(of: [UInt8](program)).hex)
    }

    func digest(of index: Int, _ modules: [Module], _ world: World) throws -> ModuleDigest {
        let (module, compiled) = (modules[index], world.compiled[index])
        guard let bytes = compiled.swiftModule, let interface = compiled.rawInterface else {
            throw RunError("\(module.name) has no interface")
        }
        var builder = DigestBuilder()
        builder.append("abi digest")
        builder.append([program, bytes.digest, interface.digest] + module.flags)
        for (lower, module) in modules[...index].enumerated() {
            builder.append(
                [module.name, world.compiled[lower].swiftModule?.digest ?? ""]
                    + module.files.flatMap { [$0.path, $0.text] })
        }
        let key = builder.finish().hex
        if let known: ModuleDigest = steps.remembered(key) { return known }
        let room = try steps.room()
        defer { try? FileManager.default.removeItem(atPath: room) }
        func place(_ path: String, _ blob: Blob) throws {
            let target = "\(room)/\(path)"
            try FileManager.default.createDirectory(
                atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: steps.path(of: blob), toPath: target)
        }
        var folders: [String] = []
        var clangModules: [SwiftCompilation.ClangModule] = []
        for (lower, module) in modules[...index].enumerated() {
            for file in module.files { try place(file.path, try steps.store(file.text)) }
            if let blob = world.compiled[lower].swiftModule {
                try place("build/\(module.name)/\(module.name).swiftmodule", blob)
            }
            if module.kind == .clang {
                clangModules.append(.init(moduleMap: "\(module.name)/module.modulemap", headers: module.name))
            } else if module.kind == .library, lower < index {
                folders.append("build/\(module.name)")
            }
        }
        try place("build/\(module.name).swiftinterface", interface)
        let compilation = SwiftCompilation(
            moduleName: module.name, sources: module.files.map(\.path), form: .library, configuration: .debug,
            triple: toolchain.triple,
            languageMode: "5", packageName: module.package, isExternal: false, userModuleVersion: nil, traits: [],
            settings: module.flags.isEmpty ? [] : [.unsafeFlags(module.flags)], clangFlags: [], moduleFolders: folders,
            clangModules: clangModules, flags: BuildFlags(), compilationFolder: ".", moduleCache: "modules")
        let root = AbsolutePath(room)
        let digest = ABIDigester(
            toolchain: toolchain, files: LocalFileSystem(), commands: LocalCommandRunner(), environment: environment
        )
        .digest(
            of: EmittedModule(
                name: module.name, bytes: ContentDigest(of: [UInt8](try steps.data(of: bytes))),
                interface: root / "build/\(module.name).swiftinterface", sources: module.files.map { root / $0.path },
                folder: root,
                dump: compilation.dumpModule("build/\(module.name)/\(module.name).swiftmodule").map {
                    // The C modules that other runs built serve this one.
                    $0.spelled(jobs: 1, root: root.string, temporary: "/tmp").replacingOccurrences(
                        of: "\(root.string)/modules", with: steps.moduleCache)
                },
                settings: compilation.visibleSettings, isResilient: compilation.isResilient),
            cancellation: Cancellation())
        let found = ModuleDigest(
            digest: digest.digest.hex, lines: digest.parts.text.split(separator: "\n").map(String.init))
        try steps.remember(found, key)
        return found
    }
}
