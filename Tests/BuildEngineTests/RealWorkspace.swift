import ArtifactCache
import BuildEngine
import BuildPlanning
import Digests
import Disk
import Glibc
import InterfaceDigests
import Subprocesses
import Targets
import Testing
import Toolchains

/// A workspace on the real disk, built by the real compiler: a library of two files over a C target, a library over
/// that, an app.
final class RealWorkspace {
    let root: AbsolutePath
    let files = LocalFileSystem()
    let cache: AbsolutePath
    static let package = PackageID("Packages/Demo")
    var configuration = BuildConfiguration.debug
    var flags = BuildFlags()
    var goal = BuildRequest.Goal.everything
    var keepGoing = false
    var precision = ModulePrecision.usedParts
    var verification: VerificationRequest?
    /// Nil: the one that builds have.
    var digester: (any ModuleDigester)?
    var commands: any CommandRunner = LocalCommandRunner()

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

    init(in folder: AbsolutePath, named name: String = "workspace") throws {
        root = folder / name
        cache = folder / "cache"
        try write(
            "Packages/Demo/Sources/CBase/include/CBase.h",
            "#include <stdint.h>\nint32_t cbase_add(int32_t a, int32_t b);\n")
        try write(
            "Packages/Demo/Sources/CBase/add.c",
            "#include \"CBase.h\"\nint32_t cbase_add(int32_t a, int32_t b) { return a + b; }\n")
        try write(
            "Packages/Demo/Sources/Base/Box.swift",
            """
            import CBase
            public struct Box {
                public var value: Int
                public init(value: Int) { self.value = value }
                public func doubled() -> Int { Int(cbase_add(Int32(value), Int32(value))) }
            }
            """)
        try write(
            "Packages/Demo/Sources/Base/two words.swift",
            """
            public func describe(_ box: Box) -> String {
                let unused = 1
                return "box of \\(box.value) in \\(#filePath)"
            }
            """)
        try write(
            "Packages/Demo/Sources/Mid/Mid.swift",
            """
            import Base
            public func twice(_ number: Int) -> Int { Box(value: number).doubled() }
            """)
        try write(
            "Packages/Demo/Sources/App/main.swift",
            """
            import Base
            import Mid
            print(twice(21), describe(Box(value: 1)))
            """)
    }

    deinit { try? files.remove(root) }

    func write(_ path: String, _ text: String) throws { try files.write(text, to: root / path) }

    func edit(_ path: String, _ old: String, _ new: String) throws {
        let text = String(decoding: try files.read(root / path), as: UTF8.self)
        try #require(text.contains(old))
        try files.write(
            text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new), to: root / path)
    }

    func graph() throws -> TargetGraph {
        func id(_ name: String) -> TargetID { TargetID(RealWorkspace.package, name) }
        func folder(_ name: String) throws -> [String] {
            try files.list(root / "Packages/Demo/Sources/\(name)").filter { $0.kind == .file }.map {
                "Sources/\(name)/\($0.name)"
            }
        }
        return try TargetGraph(
            packages: [
                Package(
                    id: RealWorkspace.package, displayName: "Demo", identity: "demo", folder: "Packages/Demo",
                    toolsVersion: ToolsVersion(6, 0))
            ],
            targets: [
                Target(
                    id: id("CBase"), kind: .library, language: .clang, folder: "Sources/CBase",
                    sources: try folder("CBase"),
                    headers: try folder("CBase/include"), publicHeaders: "Sources/CBase/include",
                    moduleMap: .umbrellaHeader("Sources/CBase/include/CBase.h")),
                Target(
                    id: id("Base"), kind: .library, language: .swift, folder: "Sources/Base",
                    sources: try folder("Base"),
                    dependencies: [Conditional(.target(id("CBase")))]),
                Target(
                    id: id("Mid"), kind: .library, language: .swift, folder: "Sources/Mid", sources: try folder("Mid"),
                    dependencies: [Conditional(.target(id("Base")))]),
                Target(
                    id: id("App"), kind: .executable, language: .swift, folder: "Sources/App",
                    sources: try folder("App"),
                    dependencies: [Conditional(.target(id("Base"))), Conditional(.target(id("Mid")))]),
            ],
            products: [Product(id: ProductID(RealWorkspace.package, "app"), kind: .executable, targets: [id("App")])])
    }

    @discardableResult
    func build() throws -> (summary: BuildSummary, seen: RecordingObserver) {
        let toolchain = try RealWorkspace.toolchain.get()
        let request = BuildRequest(
            goal: goal, configuration: configuration, flags: flags, triple: toolchain.triple,
            toolchain: toolchain.root.string)
        let plan = try ActionPlanner(graph: try graph(), request: request).plan()
        let engine = BuildEngine(
            root: root, toolchain: toolchain, files: files,
            workspaceDigests: FileDigests(files: files, memory: root / ".mono/state/digests"),
            machineDigests: FileDigests(files: files, memory: nil),
            cache: TieredCache(local: cache, shared: nil, files: files),
            commands: commands, environment: ["PATH": "/usr/bin:/bin"],
            options: .init(jobs: 2, keepGoing: keepGoing, verification: verification, precision: precision),
            digester: digester)
        let seen = RecordingObserver()
        let summary = engine.build(
            plan, layout: BuildLayout(configuration: configuration), observers: [seen], cancellation: Cancellation())
        return (summary, seen)
    }

    /// What the app prints when it is started in the package's folder.
    func run() throws -> String {
        let result = try LocalCommandRunner().run(
            Command(
                (root / ".mono/\(configuration)/app").string, [], folder: (root / "Packages/Demo").string, timeLimit: 60
            ))
        return String(decoding: result.output, as: UTF8.self)
    }
}

/// A folder of its own for one test, removed after it.
func withTemporaryFolder<Result>(_ body: (AbsolutePath) throws -> Result) throws -> Result {
    let folder = AbsolutePath("/tmp") / "mono-test-\(getpid())-\(UInt64.random(in: .min ... .max))"
    let files = LocalFileSystem()
    try files.makeFolder(folder)
    defer { try? files.remove(folder) }
    return try body(files.resolve(folder) ?? folder)
}
