import ArtifactCache
import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Subprocesses
import Synchronization
import Targets
import Toolchains

/// A Swift library over a C one, and an app; with a hook that sees every command before it runs.
final class SmallWorld: CommandRunner {
    let files = InMemoryFileSystem()
    let root = AbsolutePath("/w")
    let cancellation = Cancellation()
    private let tools: FakeToolchain
    private let hook = Mutex<(@Sendable (Command) -> CommandResult?)?>(nil)

    private let moreSources: [String]

    /// `moreSources`: of the Swift library, beside its first.
    init(moreSources: [String: String] = [:]) throws {
        self.moreSources = moreSources.keys.sorted()
        tools = FakeToolchain(files: files)
        for (path, text) in [
            "pkg/Sources/C/c.c": "include C.h\nbody", "pkg/Sources/C/include/C.h": "declares 1",
            "pkg/Sources/L/l.swift": "public l\nbody", "pkg/Sources/A/main.swift": "body",
        ] { try files.write(text, to: root / path) }
        for (name, text) in moreSources { try files.write(text, to: root / "pkg/Sources/L/\(name)") }
        for path in ["/usr/include/stdio.h", "/usr/lib/crt1.o"] { try files.write("system", to: AbsolutePath(path)) }
        files.advance(by: 10_000_000_000)
    }

    func before(_ body: @escaping @Sendable (Command) -> CommandResult?) { hook.withLock { $0 = body } }
    func unhook() { hook.withLock { $0 = nil } }

    func run(_ command: Command, cancellation: Cancellation) throws(CommandError) -> CommandResult {
        if let result = hook.withLock({ $0 })?(command) { return result }
        return try tools.run(command, cancellation: cancellation)
    }

    /// What caches hold. `shared`: behind the local one.
    func cache(shared: SharedTier? = nil) -> TieredCache {
        TieredCache(local: AbsolutePath("/cache"), shared: shared, files: files)
    }

    func build(
        keepGoing: Bool = false, dryRun: Bool = false, verification: VerificationRequest? = nil,
        shared: SharedTier? = nil
    ) throws -> (BuildSummary, RecordingObserver) {
        // What was edited just before the build was edited before it.
        files.advance(by: 1_000_000_000)
        func id(_ name: String) -> TargetID { TargetID(PackageID("pkg"), name) }
        let graph = try TargetGraph(
            packages: [
                Package(
                    id: PackageID("pkg"), displayName: "pkg", identity: "pkg", folder: "pkg",
                    toolsVersion: ToolsVersion(6, 0))
            ],
            targets: [
                Target(
                    id: id("C"), kind: .library, language: .clang, folder: "Sources/C", sources: ["Sources/C/c.c"],
                    headers: ["Sources/C/include/C.h"], publicHeaders: "Sources/C/include",
                    moduleMap: .umbrellaFolder("Sources/C/include")),
                Target(
                    id: id("L"), kind: .library, language: .swift, folder: "Sources/L",
                    sources: ["Sources/L/l.swift"] + moreSources.map { "Sources/L/\($0)" },
                    dependencies: [Conditional(.target(id("C")))]),
                Target(
                    id: id("A"), kind: .executable, language: .swift, folder: "Sources/A",
                    sources: ["Sources/A/main.swift"],
                    dependencies: [Conditional(.target(id("L")))]),
            ], products: [Product(id: ProductID(PackageID("pkg"), "app"), kind: .executable, targets: [id("A")])])
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu",
            toolchain: "/toolchain/usr")
        let engine = BuildEngine(
            root: root, toolchain: FakeToolchain.toolchain, files: files,
            workspaceDigests: FileDigests(files: files, memory: root / ".mono/state/digests"),
            machineDigests: FileDigests(files: files, memory: nil),
            cache: cache(shared: shared), commands: self, environment: [:],
            options: .init(jobs: 2, keepGoing: keepGoing, dryRun: dryRun, verification: verification))
        let observer = RecordingObserver()
        let plan = try ActionPlanner(graph: graph, request: request).plan()
        return (
            engine.build(
                plan, layout: BuildLayout(configuration: .debug), observers: [observer], cancellation: cancellation),
            observer
        )
    }

    func text(_ path: String) -> String? { (try? files.read(root / path)).map { String(decoding: $0, as: UTF8.self) } }
}
