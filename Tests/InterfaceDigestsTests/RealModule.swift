import Digests
import Disk
import Glibc
import InterfaceDigests
import Subprocesses
import Toolchains

/// A module of one or more sources, emitted by the real compiler as a build would.
enum RealModule {
    /// Made once: a toolchain's digest reads half a gigabyte.
    static let toolchain: Result<Toolchain, any Error> = Result {
        let files = LocalFileSystem()
        let memory = AbsolutePath(String(cString: getenv("TMPDIR") ?? strdup("/tmp"))) / "mono-tests-toolchain"
        return try ToolchainFinder(
            files: files, digests: FileDigests(files: files, memory: memory / "digests"),
            commands: LocalCommandRunner(),
            memory: memory
        ).find(for: memory, environment: ["PATH": String(cString: getenv("PATH") ?? strdup(""))])
    }

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// The digest of a module with these sources, the digest of its bytes, and what a client of it comes to: its
    /// object, and all that the compiler says.
    static func digest(
        _ sources: [String: String], flags: [String] = [], packageName: String? = "kit", client: String? = nil
    ) throws -> (abi: ABIDigest, bytes: ContentDigest, client: ContentDigest?) {
        let toolchain = try toolchain.get(), files = LocalFileSystem()
        let folder = AbsolutePath("/tmp/mono-test-\(getpid())-\(UInt64.random(in: .min ... .max))")
        defer { try? files.remove(folder) }
        for (name, text) in sources { try files.write(text, to: folder / name) }
        try files.write("{\"\": {\"dependencies\": \"module.d\"}}", to: folder / "map.json")
        let compilation = SwiftCompilation(
            moduleName: "Base", sources: sources.keys.sorted(), form: .library, configuration: .debug,
            triple: toolchain.triple,
            languageMode: "5", packageName: packageName, isExternal: false, userModuleVersion: nil, traits: [],
            settings: [.unsafeFlags(flags)], clangFlags: [], moduleFolders: [], clangModules: [], flags: BuildFlags(),
            compilationFolder: ".", moduleCache: "ModuleCache")
        let words = compilation.emitModule(
            to: "Base.swiftmodule", interface: "Base.swiftinterface", outputFileMap: "map.json"
        )
        .map { $0.spelled(jobs: 1, root: folder.string, temporary: "/tmp") }
        let environment = ["PATH": "/usr/bin:/bin"]
        let result = try LocalCommandRunner().run(
            Command(toolchain.path(of: .swiftc).string, words, folder: folder.string, environment: environment))
        guard result.succeeded else {
            throw Failure(description: String(decoding: result.output + result.errors, as: UTF8.self))
        }
        let bytes = try files.digest(folder / "Base.swiftmodule")
        let digester = ABIDigester(
            toolchain: toolchain, files: files, commands: LocalCommandRunner(), environment: environment)
        let abi = digester.digest(
            of: EmittedModule(
                name: "Base", file: folder / "Base.swiftmodule", bytes: bytes,
                interface: folder / "Base.swiftinterface",
                sources: sources.keys.sorted().map { folder / $0 },
                folder: folder,
                dump: compilation.dumpModule("Base.swiftmodule").map {
                    $0.spelled(jobs: 1, root: folder.string, temporary: "/tmp")
                },
                settings: compilation.visibleSettings, words: ContentDigest(of: flags.joined(separator: " ")),
                importable: [], isResilient: compilation.isResilient),
            others: { _ in SeenNames() }, cancellation: Cancellation())
        return (abi, bytes, try client.map { try compile($0, in: folder, toolchain, environment) })
    }

    /// As a build compiles for debugging. A client that is refused comes to what the compiler says of it.
    private static func compile(
        _ client: String, in folder: AbsolutePath, _ toolchain: Toolchain, _ environment: [String: String]
    ) throws -> ContentDigest {
        let files = LocalFileSystem()
        try files.write(client, to: folder / "Client.swift")
        let words = [
            "-c", "Client.swift", "-o", "Client.o", "-module-name", "Client", "-parse-as-library", "-I", ".",
            "-module-cache-path", "ModuleCache",
            "-Onone", "-g", "-enable-testing", "-swift-version", "5", "-strict-concurrency=complete",
            "-no-color-diagnostics",
            "-file-compilation-dir", ".", "-debug-prefix-map", "\(folder)=.", "-Xfrontend",
            "-no-serialize-debugging-options",
            "-Xfrontend", "-no-clang-module-breadcrumbs",
        ]
        let result = try LocalCommandRunner().run(
            Command(toolchain.path(of: .swiftc).string, words, folder: folder.string, environment: environment))
        var builder = DigestBuilder()
        builder.append(ContentDigest(of: result.output + result.errors))
        if result.succeeded { builder.append(try files.digest(folder / "Client.o")) }
        return builder.finish()
    }
}
