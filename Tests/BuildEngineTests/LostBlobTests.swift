import ArtifactCache
import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import Subprocesses
import Targets
import Testing
import Toolchains

/// Results whose blobs are gone or damaged: each is a miss, in the same build, however many there are and whosever
/// cache it is.
@Suite struct LostBlobTests {
    enum Loss: CaseIterable, Sendable {
        case removed, empty, zeroed, cut, replaced

        func strike(_ path: AbsolutePath, _ files: InMemoryFileSystem) throws {
            let content = try files.read(path)
            try files.remove(path)
            switch self {
            case .removed: break
            case .empty: try files.write([], to: path)
            case .zeroed: try files.write([UInt8](repeating: 0, count: content.count), to: path)
            case .cut: try files.write(Array(content.dropLast()), to: path)
            case .replaced: try files.makeFolder(path)
            }
        }
    }

    private func blobs(_ files: InMemoryFileSystem, in cache: String) throws -> [AbsolutePath] {
        let folder = AbsolutePath(cache) / "v1/blobs"
        return try files.list(folder).flatMap { shard in
            try files.list(folder / shard.name).map { folder / "\(shard.name)/\($0.name)" }
        }.sorted()
    }

    private func forget(_ world: SmallWorld) throws {
        for folder in ["/cache", "/w/.mono"] where world.files.exists(AbsolutePath(folder)) {
            try world.files.remove(AbsolutePath(folder))
        }
    }

    /// Of a shared folder that this build may not write to, the entry stays, and is found again with each try.
    @Test(
        "one blob of a shared folder", arguments: [Loss.removed, .zeroed, .replaced],
        [SharedTier.Mode.readOnly, .readWrite])
    func shared(_ loss: Loss, _ mode: SharedTier.Mode) throws {
        let writer = try SmallWorld(), folder = AbsolutePath("/shared")
        _ = try writer.build(shared: SharedTier(folder: folder, mode: .readWrite))
        let app = try #require(writer.text(".mono/debug/app"))
        let whole = try writer.files.allFiles(in: folder).map { ($0, try writer.files.read($0)) }
        for blob in try blobs(writer.files, in: "/shared") {
            try forget(writer)
            try loss.strike(blob, writer.files)
            let (summary, _) = try writer.build(shared: SharedTier(folder: folder, mode: mode))
            #expect(summary.succeeded, "\(summary.failures)")
            #expect(writer.text(".mono/debug/app") == app)
            try writer.files.remove(folder)
            for (path, content) in whole { try writer.files.write(content, to: path) }
        }
    }

    /// A sticky folder of another owner: the entry and the blob can be read, and neither be removed nor replaced.
    @Test func whatCannotBeRemoved() throws {
        let world = try SmallWorld(), tier = SharedTier(folder: AbsolutePath("/shared"), mode: .readWrite)
        _ = try world.build(shared: tier)
        let app = try #require(world.text(".mono/debug/app"))
        for path in try blobs(world.files, in: "/shared") {
            try world.files.setPermissions(path, to: 0o644)
            try world.files.overwrite(path, with: "x")
        }
        try forget(world)
        for attempt in [FileError.Attempt.remove, .write, .rename] { world.files.fail(attempt, tier.folder, code: 1) }
        let (summary, seen) = try world.build(shared: tier)
        #expect(summary.succeeded, "\(summary.failures)")
        #expect(world.text(".mono/debug/app") == app && seen.ran.contains("compile pkg:A"))
    }

    @Test("all blobs of more programs than a build ever had rounds", arguments: Loss.allCases)
    func many(_ loss: Loss) throws {
        let world = try ManyPrograms(count: 30)
        #expect(try world.build().succeeded)
        let before = try world.programs()
        try world.files.remove(world.root / ".mono")
        for path in try blobs(world.files, in: "/cache") { try loss.strike(path, world.files) }
        let summary = try world.build()
        #expect(summary.succeeded, "\(summary.failures.prefix(3))")
        #expect(try world.programs() == before)
        let total = try world.plan().graph.actions.count
        #expect(summary.hits + summary.ran <= total, "an action is counted once")
        // What was made again is whole again.
        try world.files.remove(world.root / ".mono")
        #expect(try world.build().ran == 0)
    }
}

/// Programs that share nothing.
private struct ManyPrograms {
    let files = InMemoryFileSystem()
    let root = AbsolutePath("/w")
    let count: Int

    init(count: Int) throws {
        self.count = count
        for index in 0..<count { try files.write("body \(index)", to: root / "Sources/P\(index)/main.swift") }
        try files.write("system", to: AbsolutePath("/usr/lib/crt1.o"))
        try files.write("system", to: AbsolutePath("/usr/include/stdio.h"))
        files.advance(by: 10_000_000_000)
    }

    func plan() throws -> BuildPlan {
        let package = PackageID("."), names = (0..<count).map { "P\($0)" }
        let graph = try TargetGraph(
            packages: [
                Package(id: package, displayName: "a", identity: "a", folder: ".", toolsVersion: ToolsVersion(6, 0))
            ],
            targets: names.map {
                Target(
                    id: TargetID(package, $0), kind: .executable, language: .swift, folder: "Sources/\($0)",
                    sources: ["Sources/\($0)/main.swift"])
            },
            products: names.map {
                Product(id: ProductID(package, $0), kind: .executable, targets: [TargetID(package, $0)])
            })
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: .init(), triple: FakeToolchain.toolchain.triple,
            toolchain: "/toolchain/usr")
        return try ActionPlanner(graph: graph, request: request).plan()
    }

    func build() throws -> BuildSummary {
        files.advance(by: 1_000_000_000)
        let engine = BuildEngine(
            root: root, toolchain: FakeToolchain.toolchain, files: files,
            workspaceDigests: FileDigests(files: files, memory: root / ".mono/state/digests"),
            machineDigests: FileDigests(files: files, memory: nil),
            cache: TieredCache(local: AbsolutePath("/cache"), shared: nil, files: files),
            commands: FakeToolchain(files: files), environment: [:],
            options: .init(jobs: 2))
        return engine.build(
            try plan(), layout: BuildLayout(configuration: .debug), observers: [], cancellation: Cancellation())
    }

    func programs() throws -> [[UInt8]] { try (0..<count).map { try files.read(root / ".mono/debug/P\($0)") } }
}
