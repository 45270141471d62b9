import ArtifactCache
import BuildPlanning
import Digests
import Disk
import Subprocesses
import Synchronization
import Targets
import Testing
import Toolchains

@testable import TestRunning

/// When tests are run again, and when what they came to is known. The program is played by the test.
@Suite final class TestSessionTests: TestObserver {
    let files = InMemoryFileSystem([
        "/w/.mono/debug/tests/root/T.xctest": "program", "/w/Tests/T/t.swift": "source",
        "/w/Tests/T/fixture.json": "{}", "/w/README.md": "text",
        "/w/Sources/Lib/lib.swift": "library", "/w/.build/junk": "x", "/w/.git/index": "x", "/w/cache/blob": "x",
        "/outside/declared": "1",
        "/w/Packages/Sub/Package.swift": "manifest", "/w/Packages/Sub/Sources/Sub/sub.swift": "source",
        "/w/Packages/Sub/fixture.txt": "text",
        "/w/data/.swiftpm/m.json": "fixture", "/w/data/list/a": "", "/w/scripts/run.sh": "true",
    ])
    let commands = ScriptedCommandRunner()
    private static let package = PackageID(".")
    private static let id = TargetID(package, "T")
    private let finished = Mutex(0)
    private let cancellation = Cancellation()
    private let stopsAtStart = Mutex(false)

    func testsStarted(_ target: TargetID) {
        if stopsAtStart.withLock({ $0 }) { cancellation.request() }
    }
    func testsFinished(_ report: TestReport) { finished.withLock { $0 += 1 } }

    /// Runs the session, with files and memories read anew.
    private func run(
        reach: TestNeeds.Reach = .resources, environment: [String: String] = [:], selection: TestSelection = .all,
        runs: Int = 1,
        usesCache: Bool = true, declared: [String] = [], toolchain: String = "one",
        libraries: [String]? = []
    ) throws -> TestReport {
        try #require(
            reports(
                reach: reach, environment: environment, selection: selection, runs: runs, usesCache: usesCache,
                declared: declared,
                toolchain: toolchain, libraries: libraries
            ).first)
    }

    private func reports(
        reach: TestNeeds.Reach = .resources, environment: [String: String] = [:], selection: TestSelection = .all,
        runs: Int = 1,
        usesCache: Bool = true, declared: [String] = [], toolchain: String = "one",
        libraries: [String]? = []
    ) throws -> [TestReport] {
        let lib = Target(
            id: TargetID(Self.package, "Lib"), kind: .library, language: .swift, folder: "Sources/Lib",
            sources: ["Sources/Lib/lib.swift"])
        let inner = TargetID(PackageID("Packages/Sub"), "Sub")
        let test = Target(id: Self.id, kind: .test, language: .swift, folder: "Tests/T", sources: ["Tests/T/t.swift"])
        let graph = try TargetGraph(
            packages: [
                Package(
                    id: Self.package, displayName: "P", identity: "p", folder: ".", toolsVersion: ToolsVersion(6, 0)),
                Package(
                    id: inner.package, displayName: "Sub", identity: "sub", folder: "Packages/Sub",
                    toolsVersion: ToolsVersion(6, 0)),
            ],
            targets: [
                lib, test,
                Target(
                    id: inner, kind: .library, language: .swift, folder: "Sources/Sub",
                    sources: ["Sources/Sub/sub.swift"]),
            ],
            products: [])
        let root = AbsolutePath("/w"), digests = FileDigests(files: files, memory: nil)
        var needs = TestNeeds(
            of: Self.id, in: graph, root: root, .debug,
            RuntimeFactsMemory(
                files: files, sourceFolders: ["Sources", "Tests"], digests: digests, path: root / ".mono/facts"))
        needs.reach = reach
        let variables = TestEnvironment(environment, names: ["NAMED"], declared: ["DECLARED"], toolchain: "/bin")
        let program = ".mono/debug/tests/root/T.xctest"
        let key = TestKey(
            graph: graph, root: root,
            toolchain: Toolchain(
                root: AbsolutePath("/usr"), identity: ContentDigest(of: toolchain), triple: "", versionText: "",
                linker: AbsolutePath("/ld"),
                linkerIdentity: ContentDigest(of: "")),
            files: files, workspace: digests, machine: digests, declared: declared,
            excluded: Set(
                [AbsolutePath("/w/cache")]
                    + OwnReports(files: files, digests: digests, memory: AbsolutePath("/w/.mono/state/reports"))
                    .unchanged))
        let session = TestSession(
            .init(selection: selection, timeLimit: nil, programsAtOnce: 1, runs: runs, usesCache: usesCache), key: key,
            cache: TestResultCache(TieredCache(local: AbsolutePath("/w/cache"), shared: nil, files: files)),
            files: files, commands: commands,
            cancellation: cancellation)
        let target = TestTarget(
            id: Self.id,
            program: TestProgram(
                path: root / program, folder: root, environment: variables.variables,
                reports: root / ".mono/build/reports"),
            placed: [program], libraries: libraries, needs: needs, environment: variables)
        return session.run([target], observer: self)
    }

    private func plays(
        fails: Bool = false, times: Int? = nil, meanwhile: @escaping @Sendable (InMemoryFileSystem) -> Void = { _ in }
    ) {
        commands.answer(times: times, where: { $0.environment["MONO_TEST_REPORT"] != nil }) { [files] command, _ in
            meanwhile(files)
            let report = "start\tT.C/testA\nend\tT.C/testA\t\(fails ? "failed" : "passed")\t0.1\ndone\n"
            if let path = command.environment["MONO_TEST_REPORT"] { try? files.write(report, to: AbsolutePath(path)) }
            return CommandResult(exit: .code(fails ? 1 : 0), wall: 2)
        }
        commands.answer("T.xctest", ["--testing-library", "swift-testing"], with: CommandResult(exit: .code(69)))
    }

    @Test("a target that was stopped before its program ran has no report, and was not passed")
    func stoppedAtOnce() throws {
        plays()
        stopsAtStart.withLock { $0 = true }
        #expect(try reports().isEmpty)
    }

    private func isRunAgain(_ run: () throws -> TestReport) throws -> Bool {
        commands.forgetCommands()
        let report = try run()
        #expect(report.passed && report.runs[0].results.map(\.name) == ["T.C/testA"])
        #expect((report.source == .run) == !commands.commands.isEmpty)
        return report.source == .run
    }

    @Test("what passed is not run again until something changes that it may read")
    func keeps() throws {
        plays()
        #expect(try isRunAgain { try run() })
        commands.forgetCommands()
        let known = try run()
        #expect(known.source == .cache(wall: 2000) && commands.commands.isEmpty && known.passed)
        #expect(finished.withLock { $0 } == 2)
        // Nothing that counts.
        var reports = OwnReports(
            files: files, digests: FileDigests(files: files, memory: nil),
            memory: AbsolutePath("/w/.mono/state/reports"))
        try reports.write("<results/>", to: AbsolutePath("/w/results.xml"))
        try files.write("other", to: AbsolutePath("/w/Sources/Lib/lib.swift"))
        try files.write("other", to: AbsolutePath("/w/.git/index"))
        try files.write("other", to: AbsolutePath("/w/.build/junk"))
        try files.write("other", to: AbsolutePath("/w/Packages/Sub/.build/junk"))
        try files.write("other", to: AbsolutePath("/w/Packages/Sub/.swiftpm/junk"))
        try files.write("other", to: AbsolutePath("/w/Packages/Sub/Sources/Sub/sub.swift"))
        try files.write("other", to: AbsolutePath("/w/cache/more"))
        #expect(try !isRunAgain { try run(environment: ["OTHER": "1", "HOME": "/h"]) })
        // What somebody made of mono's report is somebody's file.
        try files.write("<other/>", to: AbsolutePath("/w/results.xml"))
        #expect(try isRunAgain { try run() })
    }

    @Test(
        "each thing that counts",
        arguments: [
            ("/w/.mono/debug/tests/root/T.xctest", "the program"), ("/w/Tests/T/fixture.json", "a fixture"),
            ("/w/README.md", "a file of the package"),
            ("/w/Tests/T/new.json", "a new file"), ("/w/Packages/Sub/fixture.txt", "a file of a package inside"),
            ("/w/data/.swiftpm/m.json", "a fixture named like what tools keep"), ("/w/Tests/T/.build/x", "the same"),
        ])
    func counts(_ path: String, _ what: String) throws {
        plays()
        #expect(try isRunAgain { try run() })
        try files.write("changed", to: AbsolutePath(path))
        #expect(try isRunAgain { try run() }, "\(what)")
        #expect(try !isRunAgain { try run() })
    }

    @Test(
        "the shared libraries that its program loads count, wherever they lie; where nobody knows which, nothing is kept"
    )
    func sharedLibraries() throws {
        plays()
        for path in ["/usr/lib/libval.so", "/w/Vendor/libown.so"] { try files.write("1", to: AbsolutePath(path)) }
        let libraries = ["/usr/lib/libval.so", "Vendor/libown.so", "/usr/lib/libnew.so"]
        #expect(try isRunAgain { try run(reach: .ownFolder, libraries: libraries) })
        #expect(try !isRunAgain { try run(reach: .ownFolder, libraries: libraries.reversed()) })
        for path in ["/usr/lib/libval.so", "/w/Vendor/libown.so", "/usr/lib/libnew.so"] {
            try files.write("2", to: AbsolutePath(path))
            #expect(try isRunAgain { try run(reach: .ownFolder, libraries: libraries) }, "\(path)")
        }
        #expect(try isRunAgain { try run(reach: .ownFolder, libraries: nil) })
        #expect(try isRunAgain { try run(reach: .ownFolder, libraries: nil) })
    }

    @Test("environment, selection, toolchain and declared files count")
    func circumstances() throws {
        plays()
        commands.answer(where: { $0.environment["MONO_TEST_LIST"] != nil }) { _, _ in CommandResult(exit: .code(0)) }
        #expect(try isRunAgain { try run(declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(environment: ["NAMED": "1"], declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(environment: ["DECLARED": "1"], declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(environment: ["TZ": "UTC"], declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(declared: ["/outside/declared"], toolchain: "two") })
        try files.write("2", to: AbsolutePath("/outside/declared"))
        #expect(try isRunAgain { try run(declared: ["/outside/declared"]) })
        #expect(try !isRunAgain { try run(declared: ["/outside/declared"]) })
    }

    @Test("what links lead to counts, outside of the package too")
    func links() throws {
        try files.write("1", to: AbsolutePath("/outside/shared/data.json"))
        try files.makeSymbolicLink(at: AbsolutePath("/w/Tests/T/shared"), to: "/outside/shared")
        plays()
        #expect(try isRunAgain { try run() })
        try files.write("2", to: AbsolutePath("/outside/shared/data.json"))
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
    }

    @Test("sources count as far as tests look around")
    func sources() throws {
        plays()
        #expect(try isRunAgain { try run(reach: .ownFolder) })
        try files.write("changed", to: AbsolutePath("/w/Sources/Lib/lib.swift"))
        #expect(try !isRunAgain { try run(reach: .ownFolder) })
        try files.write("changed", to: AbsolutePath("/w/Tests/T/t.swift"))
        #expect(try isRunAgain { try run(reach: .ownFolder) })
        #expect(try isRunAgain { try run(reach: .package) })
        try files.write("changed again", to: AbsolutePath("/w/Sources/Lib/lib.swift"))
        #expect(try isRunAgain { try run(reach: .package) })
    }

    @Test("who may start a file counts, and folders that hold nothing")
    func otherThanContent() throws {
        plays()
        #expect(try isRunAgain { try run() })
        try files.setPermissions(AbsolutePath("/w/scripts/run.sh"), to: 0o755)
        #expect(try isRunAgain { try run() })
        try files.makeFolder(AbsolutePath("/w/data/list/new"))
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
    }

    @Test("tests that look at all of their package see the sources of packages inside")
    func inside() throws {
        plays()
        #expect(try isRunAgain { try run(reach: .package) })
        try files.write("changed", to: AbsolutePath("/w/Packages/Sub/Sources/Sub/sub.swift"))
        #expect(try isRunAgain { try run(reach: .package) })
        #expect(try !isRunAgain { try run(reach: .package) })
    }

    @Test("a declared folder counts with what links in it lead to, and where links lead that nobody follows")
    func declaredFolder() throws {
        try files.write("1", to: AbsolutePath("/outside/shared/data.json"))
        try files.makeSymbolicLink(at: AbsolutePath("/outside/folder/shared"), to: "/outside/shared")
        try files.makeSymbolicLink(at: AbsolutePath("/outside/folder/nowhere"), to: "/missing/one")
        plays()
        #expect(try isRunAgain { try run(declared: ["/outside/folder"]) })
        try files.write("2", to: AbsolutePath("/outside/shared/data.json"))
        #expect(try isRunAgain { try run(declared: ["/outside/folder"]) })
        try files.remove(AbsolutePath("/outside/folder/nowhere"))
        try files.makeSymbolicLink(at: AbsolutePath("/outside/folder/nowhere"), to: "/missing/two")
        #expect(try isRunAgain { try run(declared: ["/outside/folder"]) })
        #expect(try !isRunAgain { try run(declared: ["/outside/folder"]) })
    }

    @Test("failures are never kept")
    func failures() throws {
        plays(fails: true)
        for _ in 0..<2 {
            commands.forgetCommands()
            let report = try run()
            #expect(!report.passed && report.source == .run && commands.commands.count == 2)
        }
    }

    @Test("what could have read anything is not kept, and says so")
    func unknown() throws {
        plays()
        for _ in 0..<2 {
            #expect(try run(reach: .unknown(source: "t.swift")).notKept == .readsAnything(source: "t.swift"))
        }
        #expect(commands.commands.count == 4)
    }

    @Test("where something changed while the tests ran, nothing is kept")
    func changed() throws {
        plays(times: 1) { try? $0.write("by the test", to: AbsolutePath("/w/Tests/T/fixture.json")) }
        #expect(try run().notKept == .changedMeanwhile("file Tests/T/fixture.json"))
        plays()
        #expect(try isRunAgain { try run() })
    }

    @Test("asked for, tests run again: without the cache, and several times")
    func again() throws {
        plays()
        #expect(try isRunAgain { try run() })
        #expect(try isRunAgain { try run(usesCache: false) })
        let report = try run(runs: 3)
        #expect(report.runs.count == 3 && report.source == .run)
    }
}
