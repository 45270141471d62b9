import ArtifactCache
import BuildEngine
import BuildPlanning
import Digests
import Disk
import FakeTools
import InterfaceDigests
import Subprocesses
import Targets
import Testing

/// Results that are used and not kept.
@Suite struct UnpublishedTests {
    private let files = InMemoryFileSystem()
    private let root = AbsolutePath("/workspace")
    private let header = AbsolutePath("/usr/include/other.h")

    init() throws {
        try files.write("public a\n", to: root / "Sources/App/main.swift")
        try files.write("public k\n", to: root / "Sources/Kit/kit.swift")
        for path in ["/usr/include/stdio.h", "/usr/lib/crt1.o"] { try files.write("system", to: AbsolutePath(path)) }
        files.advance(by: 1_000_000_000)
    }

    private struct EditingDigester: ModuleDigester {
        let edit: @Sendable () -> Void

        func digest(
            of module: EmittedModule, others: (Set<String>) -> SeenNames, cancellation: Cancellation
        ) -> ABIDigest {
            if module.name == "Kit" { edit() }
            return ABIDigest(moduleBytes: module.bytes)
        }
    }

    private func build(
        _ commands: FakeToolchain, assembly: [String] = [], digester: (any ModuleDigester)? = nil
    ) throws -> (summary: BuildSummary, ran: [String]) {
        let package = PackageID("."), target = TargetID(package, "App"), kit = TargetID(package, "Kit")
        let graph = try TargetGraph(
            packages: [
                Package(id: package, displayName: "App", identity: "app", folder: ".", toolsVersion: ToolsVersion(6, 0))
            ],
            targets: [
                Target(
                    id: target, kind: .executable, language: .swift, folder: "Sources/App",
                    sources: ["Sources/App/main.swift"],
                    dependencies: digester == nil ? [] : [Conditional(.target(kit))])
            ]
                + (digester == nil
                    ? []
                    : [
                        Target(
                            id: kit, kind: .library, language: .swift, folder: "Sources/Kit",
                            sources: ["Sources/Kit/kit.swift"])
                    ])
                + assembly.map { name in
                    Target(
                        id: TargetID(package, name), kind: .library, language: .clang, folder: "Sources/\(name)",
                        sources: ["Sources/\(name)/code.s"])
                },
            products: [Product(id: ProductID(package, "app"), kind: .executable, targets: [target])])
        let request = BuildRequest(
            goal: .everything, configuration: .debug, flags: .init(), triple: FakeToolchain.toolchain.triple,
            toolchain: "/toolchain/usr")
        let engine = BuildEngine(
            root: root, toolchain: FakeToolchain.toolchain, files: files,
            workspaceDigests: FileDigests(files: files, memory: root / ".mono/state/digests"),
            machineDigests: FileDigests(files: files, memory: nil),
            cache: TieredCache(local: AbsolutePath("/cache"), shared: nil, files: files), commands: commands,
            environment: [:],
            options: .init(jobs: 2), digester: digester)
        let observer = RecordingObserver()
        let summary = engine.build(
            try ActionPlanner(graph: graph, request: request).plan(), layout: BuildLayout(configuration: .debug),
            observers: [observer], cancellation: Cancellation())
        files.advance(by: 1_000_000_000)
        return (summary, observer.ran)
    }

    @Test func whatIsNotKeptIsStillLinked() throws {
        let files = self.files, header = self.header
        try files.write("old", to: header)
        files.advance(by: 1_000_000_000)
        let changing = FakeToolchain(files: files, alsoReads: [header.string]) { try files.write("new", to: header) }
        let (summary, _) = try build(changing)
        #expect(summary.succeeded)
        #expect(summary.unpublished == [.changedMeanwhile(header.string)])
        #expect(files.isFile(root / ".mono/debug/app"))
        // The next build does not trust it, and ends with the same program.
        let quiet = FakeToolchain(files: files, alsoReads: [header.string])
        let (second, ran) = try build(quiet)
        #expect(second.succeeded && second.unpublished.isEmpty)
        #expect(ran == ["compile .:App"])
        #expect(try build(quiet).ran.isEmpty)
    }

    @Test func whatIsChangedAndPutBackIsAChange() throws {
        let files = self.files, source = root / "Sources/App/main.swift"
        let commands = FakeToolchain(files: files) {
            files.advance(by: 1_000_000_000)
            try files.write("public b\n", to: source)
            try files.write("public a\n", to: source)
        }
        // The module may be emitted before, or meanwhile.
        #expect(try build(commands).summary.unpublished.contains(.changedMeanwhile("Sources/App/main.swift")))
        let quiet = FakeToolchain(files: files)
        #expect(try build(quiet).ran.contains("compile .:App"))
        #expect(try build(quiet).ran.isEmpty)
    }

    /// A header is edited after the run, while its result is looked at and stored.
    @Test func whatWasReadStandsInTheKeyAsItWasRead() throws {
        let files = self.files, header = self.header
        try files.write("old", to: header)
        files.advance(by: 1_000_000_000)
        let commands = FakeToolchain(files: files, emissionReads: [header.string])
        // By less than a clock that was set: another tool may run just then.
        let edit = EditingDigester {
            files.advance(by: 10_000_000)
            try? files.write("new", to: header)
            files.advance(by: 10_000_000)
        }
        #expect(try build(commands, digester: edit).summary.unpublished == [])
        #expect(try build(commands, digester: EditingDigester {}).ran.contains("emit-module .:Kit"))
        try files.write("old", to: header)
        files.advance(by: 1_000_000_000)
        #expect(try !build(commands, digester: EditingDigester {}).ran.contains("emit-module .:Kit"))
    }

    @Test func aFileThatTheCompilerMadeUpIsNoChange() throws {
        let commands = FakeToolchain(files: files, alsoReads: ["/usr/include/made/up/module.modulemap"])
        #expect(try build(commands).summary.unpublished == [])
        #expect(try build(commands).ran.isEmpty)
        // Where it comes to be, it is read.
        try files.write("module", to: AbsolutePath("/usr/include/made/up/module.modulemap"))
        files.advance(by: 1_000_000_000)
        #expect(try build(commands).ran == ["compile .:App"])
    }

    @Test func assemblyThatAsksForOtherFilesIsNotKept() throws {
        try files.write("ret\n", to: root / "Sources/Plain/code.s")
        try files.write(".include \"other.s\"\n", to: root / "Sources/Asking/code.s")
        files.advance(by: 1_000_000_000)
        let commands = FakeToolchain(files: files), assembly = ["Plain", "Asking"]
        #expect(try build(commands, assembly: assembly).summary.unpublished == [.unknownReads("Sources/Asking/code.s")])
        #expect(try build(commands, assembly: assembly).ran == ["compile-clang .:Asking Sources/Asking/code.s"])
    }

    @Test func aFileThatWentAwayMeanwhileIsAChange() throws {
        let files = self.files, header = self.header
        try files.write("there", to: header)
        files.advance(by: 1_000_000_000)
        let commands = FakeToolchain(files: files, alsoReads: [header.string]) { try files.remove(header) }
        #expect(try build(commands).summary.unpublished == [.changedMeanwhile(header.string)])
    }
}
