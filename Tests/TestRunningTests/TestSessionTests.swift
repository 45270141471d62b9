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

/// When tests are run again, and when what they came to is known. The program is played by the test, and so is what the
/// kernel says that it asked for.
@Suite final class TestSessionTests: TestObserver {
    let files = InMemoryFileSystem([
        "/w/.mono/debug/tests/root/T.xctest": "program", "/w/.mono/debug/tests/root/tool": "tool",
        "/w/Tests/T/t.swift": "source", "/w/Tests/T/fixture.json": "{}", "/w/README.md": "text", "/w/cache/blob": "x",
        "/outside/declared": "1", "/outside/data": "1", "/w/data/list/a": "", "/w/scripts/run.sh": "true",
        "/home/me/.rc": "1", "/usr/lib/libval.so": "1", "/toolchain/lib/swift/linux/libswiftCore.so": "1",
        "/tmp/old": "1", "/proc/stat": "1", "/dev/null": "",
    ])
    let commands = ScriptedCommandRunner()
    private static let id = TargetID(PackageID("."), "T")
    private let finished = Mutex(0)
    private let cancellation = Cancellation()
    private let stopsAtStart = Mutex(false)
    /// What the program asks for each time that it runs.
    private let seen = Mutex<Result<FileAccesses, WatchObstacle>?>(.success(FileAccesses()))

    func testsStarted(_ target: TargetID) {
        if stopsAtStart.withLock({ $0 }) { cancellation.request() }
    }
    func testsFinished(_ report: TestReport) { finished.withLock { $0 += 1 } }

    /// Runs the session, with files and memories read anew.
    private func run(
        environment: [String: String] = [:], selection: TestSelection = .all, runs: Int = 1, usesCache: Bool = true,
        declared: [String] = [], toolchain: String = "one", home: String = "/home/me"
    ) throws -> TestReport {
        try #require(
            reports(
                environment: environment, selection: selection, runs: runs, usesCache: usesCache, declared: declared,
                toolchain: toolchain, home: home
            ).first)
    }

    private func reports(
        environment: [String: String] = [:], selection: TestSelection = .all, runs: Int = 1, usesCache: Bool = true,
        declared: [String] = [], toolchain: String = "one", home: String = "/home/me"
    ) throws -> [TestReport] {
        files.advance(by: 10_000_000_000)
        let root = AbsolutePath("/w"), digests = FileDigests(files: files, memory: nil)
        let variables = TestEnvironment(environment, names: ["NAMED"], declared: ["DECLARED"], toolchain: "/bin")
        let tools = AbsolutePath("/toolchain")
        let key = TestKey(
            root: root,
            toolchain: Toolchain(
                root: tools, identity: ContentDigest(of: toolchain), triple: "", versionText: "",
                linker: AbsolutePath("/ld"), linkerIdentity: ContentDigest(of: "")),
            files: files, workspace: digests, machine: digests, declared: declared,
            excluded: [AbsolutePath("/w/cache")],
            scopes: TestScopes(
                workspace: root, toolchain: tools, home: AbsolutePath(home), temporary: AbsolutePath("/tmp"),
                files: files))
        let session = TestSession(
            .init(selection: selection, timeLimit: nil, programsAtOnce: 1, runs: runs, usesCache: usesCache), key: key,
            cache: TestResultCache(TieredCache(local: AbsolutePath("/w/cache"), shared: nil, files: files)),
            files: files, commands: commands, clock: FileClock(files: files, probe: root / ".mono/state/clock"),
            memory: TestKeyMemory(files: files, folder: root / ".mono/state/test-keys"),
            cancellation: cancellation)
        let target = TestTarget(
            id: Self.id,
            program: TestProgram(
                path: root / ".mono/debug/tests/root/T.xctest", folder: root, environment: variables.variables,
                reports: root / ".mono/build/reports"),
            environment: variables)
        return session.run([target], observer: self)
    }

    private func asks(_ files: [String: FileAccesses.Ways], limits: Set<FileAccesses.Limit> = []) {
        let accesses = files.map {
            ($0, FileAccesses.Access($1, wasThere: self.files.linkStatus(AbsolutePath($0)) != nil))
        }
        seen.withLock { $0 = .success(.init(files: Dictionary(uniqueKeysWithValues: accesses), limits: limits)) }
    }

    private func plays(
        fails: Bool = false, times: Int? = nil, meanwhile: @escaping @Sendable (InMemoryFileSystem) -> Void = { _ in }
    ) {
        commands.answer(times: times, where: { $0.environment["MONO_TEST_REPORT"] != nil }) { [self] command, _ in
            meanwhile(files)
            let report = "start\tT.C/testA\nend\tT.C/testA\t\(fails ? "failed" : "passed")\t0.1\ndone\n"
            if let path = command.environment["MONO_TEST_REPORT"] { try? files.write(report, to: AbsolutePath(path)) }
            var result = CommandResult(exit: .code(fails ? 1 : 0), wall: 2)
            result.accesses = command.isWatched ? seen.withLock { $0 } : nil
            return result
        }
        commands.answer("T.xctest", ["--testing-library", "swift-testing"]) { [self] _, _ in
            var result = CommandResult(exit: .code(69))
            result.accesses = seen.withLock { $0?.map { _ in FileAccesses() } }
            return result
        }
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

    @Test("what passed is not run again until something is another answer to what it asked")
    func keeps() throws {
        plays()
        asks(["/w/Tests/T/fixture.json": [.looked, .read]])
        #expect(try isRunAgain { try run() })
        commands.forgetCommands()
        let known = try run()
        #expect(known.source == .cache(wall: 2000) && commands.commands.isEmpty && known.passed)
        #expect(known.reads?.inputs == [.init([.looked, .read], .workspace, "Tests/T/fixture.json")])
        #expect(finished.withLock { $0 } == 2)
        for path in ["/w/README.md", "/w/Tests/T/t.swift", "/w/Tests/T/new", "/outside/data"] {
            try files.write("other", to: AbsolutePath(path))
        }
        #expect(try !isRunAgain { try run(environment: ["OTHER": "1", "HOME": "/h"]) })
        try files.write("[]", to: AbsolutePath("/w/Tests/T/fixture.json"))
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
        // Both states are known.
        try files.write("{}", to: AbsolutePath("/w/Tests/T/fixture.json"))
        #expect(try !isRunAgain { try run() })
        try files.write("other", to: AbsolutePath("/w/.mono/debug/tests/root/T.xctest"))
        #expect(try isRunAgain { try run() })
    }

    @Test(
        "each thing that was asked for counts",
        arguments: [
            ("/w/README.md", .read), ("/outside/data", .read), ("/home/me/.rc", .read), ("/usr/lib/libval.so", .read),
            ("/w/.mono/debug/tests/root/tool", [.ran, .read]), ("/tmp/old", .read), ("/w/absent", .looked),
            ("/w/Tests/T/absent", .read), ("/outside/absent", .looked), ("/tmp/absent", .looked),
        ] as [(String, FileAccesses.Ways)])
    func counts(_ path: String, _ ways: FileAccesses.Ways) throws {
        plays()
        asks([path: ways.union(.looked)])
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
        try files.write("changed", to: AbsolutePath(path))
        asks([path: ways.union(.looked)])
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
        if files.linkStatus(AbsolutePath(path)) != nil {
            try files.remove(AbsolutePath(path))
            asks([path: ways.union(.looked)])
            _ = try isRunAgain { try run() }
            #expect(try !isRunAgain { try run() })
        }
    }

    @Test(
        "what counts for no result",
        arguments: [
            "/toolchain/lib/swift/linux/libswiftCore.so", "/dev/null", "/proc/self/maps", "/w/cache/blob",
            "/etc/ld.so.cache", "/w/.mono/debug/tests/root/T.xctest", "/w/.mono/build/reports/x",
        ])
    func doesNotCount(_ path: String) throws {
        plays()
        asks([path: [.looked, .read]])
        let report = try run()
        #expect(report.notKept == nil && report.reads?.inputs == [])
    }

    @Test("names in a folder count where they were listed, and not what lies there")
    func folders() throws {
        plays()
        asks(["/w/data/list": [.looked, .listed]])
        #expect(try isRunAgain { try run() })
        try files.write("more", to: AbsolutePath("/w/data/list/a"))
        #expect(try !isRunAgain { try run() })
        try files.write("", to: AbsolutePath("/w/data/list/b"))
        #expect(try isRunAgain { try run() })
        try files.remove(AbsolutePath("/w/data/list/b"))
        try files.makeFolder(AbsolutePath("/w/data/list/b"))
        #expect(try isRunAgain { try run() })
        // What mono writes for people is not there for others: a test may look for it.
        try files.write("another", to: AbsolutePath("/w/.mono/debug/tests/root/T.xctest"))
        asks(["/w": [.looked, .listed]])
        #expect(try isRunAgain { try run() })
        try files.write("<results/>", to: AbsolutePath("/w/results.xml"))
        #expect(try isRunAgain { try run() })
        try files.write("<other/>", to: AbsolutePath("/w/results.xml"))
        #expect(try !isRunAgain { try run() })
    }

    @Test("other programs come and go beside the program")
    func namesBesideTheProgram() throws {
        plays()
        asks(["/w/.mono/debug/tests/root": [.looked, .read, .listed], "/w/.mono/debug/tests/root/tool": .looked])
        #expect(try isRunAgain { try run() })
        try files.write("more", to: AbsolutePath("/w/.mono/debug/tests/root/other"))
        #expect(try !isRunAgain { try run() })
        try files.remove(AbsolutePath("/w/.mono/debug/tests/root/tool"))
        #expect(try isRunAgain { try run() })
    }

    @Test("size, rights and links count where somebody looked")
    func looks() throws {
        plays()
        asks(["/w/scripts/run.sh": .looked])
        #expect(try isRunAgain { try run() })
        try files.write("else", to: AbsolutePath("/w/scripts/run.sh"))
        #expect(try !isRunAgain { try run() })
        try files.write("longer", to: AbsolutePath("/w/scripts/run.sh"))
        #expect(try isRunAgain { try run() })
        try files.setPermissions(AbsolutePath("/w/scripts/run.sh"), to: 0o755)
        #expect(try isRunAgain { try run() })
        try files.makeSymbolicLink(at: AbsolutePath("/w/link"), to: "README.md")
        try files.write("another", to: AbsolutePath("/w/.mono/debug/tests/root/T.xctest"))
        asks(["/w/link": [.looked, .followed]])
        #expect(try isRunAgain { try run() })
        try files.remove(AbsolutePath("/w/link"))
        try files.makeSymbolicLink(at: AbsolutePath("/w/link"), to: "./README.md")
        #expect(try isRunAgain { try run() })
    }

    @Test("a file in a person's folder is the same for another person")
    func homes() throws {
        plays()
        asks(["/home/me/.rc": [.looked, .read]])
        #expect(try isRunAgain { try run() })
        try files.write("1", to: AbsolutePath("/home/you/.rc"))
        #expect(try !isRunAgain { try run(home: "/home/you") })
        try files.write("2", to: AbsolutePath("/home/you/.rc"))
        asks(["/home/you/.rc": [.looked, .read]])
        #expect(try isRunAgain { try run(home: "/home/you") })
    }

    @Test("what the tests made for a while is nobody's business; what they leave behind is")
    func ownFiles() throws {
        plays()
        let made = FileAccesses.Access([.looked, .read], wasThere: false, isOwn: true)
        seen.withLock { $0 = .success(.init(files: ["/tmp/x": made, "/w/scratch": made])) }
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
        try files.write("left", to: AbsolutePath("/tmp/x"))
        #expect(try !isRunAgain { try run() })
        try files.write("left", to: AbsolutePath("/w/scratch"))
        #expect(try run().notKept == .leftBehind(AbsolutePath("/w/scratch")))
    }

    @Test("what shows too little is not kept, and says so")
    func notKept() throws {
        plays()
        func notKept(_ files: [String: FileAccesses.Ways], _ limits: Set<FileAccesses.Limit> = []) throws
            -> TestReport.NotKept?
        {
            asks(files, limits: limits)
            commands.forgetCommands()
            let reasons = [try run().notKept, try run().notKept]
            #expect(commands.commands.count == 4 && reasons[0] == reasons[1])
            return reasons[0]
        }
        #expect(try notKept([:], [.call("io_uring_setup")]) == .unseen(.call("io_uring_setup")))
        #expect(try notKept([:], [.connection("10.0.0.1")]) == .unseen(.connection("10.0.0.1")))
        #expect(try notKept(["/proc/stat": .read]) == .volatile(AbsolutePath("/proc/stat")))
        #expect(try notKept(["/w/README.md": [.looked, .changed]]) == .writes(AbsolutePath("/w/README.md")))
        seen.withLock { $0 = .failure(WatchObstacle(code: 1)) }
        #expect(try run().notKept == .notWatched(WatchObstacle(code: 1)))
        #expect(try isRunAgain { try run() })
        seen.withLock { $0 = nil }
        #expect(try isRunAgain { try run() })
        #expect(try isRunAgain { try run() })
    }

    @Test("environment, selection, toolchain and declared files count")
    func circumstances() throws {
        plays()
        commands.answer(where: { $0.environment["MONO_TEST_LIST"] != nil }) { _, _ in CommandResult(exit: .code(0)) }
        #expect(try isRunAgain { try run(declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(environment: ["NAMED": "1"], declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(environment: ["DECLARED": "1"], declared: ["/outside/declared"]) })
        // Everybody's tests speak one language, and begin in one time zone.
        #expect(
            try !isRunAgain { try run(environment: ["TZ": "UTC", "LANG": "de_DE"], declared: ["/outside/declared"]) })
        #expect(try isRunAgain { try run(declared: ["/outside/declared"], toolchain: "two") })
        try files.write("2", to: AbsolutePath("/outside/declared"))
        #expect(try isRunAgain { try run(declared: ["/outside/declared"]) })
        #expect(try !isRunAgain { try run(declared: ["/outside/declared"]) })
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

    @Test("where something changed while the tests ran, nothing is kept")
    func changed() throws {
        asks(["/w/Tests/T/fixture.json": [.looked, .read]])
        plays(times: 1) { try? $0.write("by somebody", to: AbsolutePath("/w/Tests/T/fixture.json")) }
        #expect(try run().notKept == .changedMeanwhile(AbsolutePath("/w/Tests/T/fixture.json")))
        plays()
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
    }

    @Test("asked for, tests run again: without the cache, and several times")
    func again() throws {
        plays()
        #expect(try isRunAgain { try run() })
        #expect(try isRunAgain { try run(usesCache: false) })
        let report = try run(runs: 3)
        #expect(report.runs.count == 3 && report.source == .run)
    }

    @Test("a pass is not taken for tests that were seen to fail under the same key")
    func flaky() throws {
        plays(times: 1)
        #expect(try isRunAgain { try run() })
        #expect(try !isRunAgain { try run() })
        plays(fails: true, times: 1)
        plays(times: 2)
        let mixed = try run(runs: 3)
        #expect(!mixed.passed && mixed.isFlaky && mixed.runs.map(\.passed) == [false, true, true])
        // The pass of before is still there, and is no answer; nor are passes that follow.
        for _ in 0..<2 {
            plays(times: 1)
            let again = try run()
            #expect(again.source == .run && again.passed && again.isFlaky && again.notKept == .flaky)
            #expect(again.reason == .flaky)
        }
        // Whichever of its tests are wanted.
        plays(times: 1)
        #expect(try run(selection: TestSelection(wanted: ["testA"], unwanted: [])).isFlaky)
        // Another program may be right.
        try files.write("another program", to: AbsolutePath("/w/.mono/debug/tests/root/T.xctest"))
        plays()
        #expect(try !run().isFlaky)
        #expect(try !isRunAgain { try run() })
    }

    @Test("a failure where a pass is known marks tests as flaky; one after an edit does not")
    func failsWhereItPassed() throws {
        asks(["/w/Tests/T/fixture.json": [.looked, .read]])
        plays(times: 1)
        #expect(try run().passed)
        try files.write("{1}", to: AbsolutePath("/w/Tests/T/fixture.json"))
        plays(fails: true, times: 1)
        #expect(try !run().isFlaky)
        try files.write("{}", to: AbsolutePath("/w/Tests/T/fixture.json"))
        plays(fails: true, times: 1)
        #expect(try run(usesCache: false).isFlaky)
        plays(times: 1)
        #expect(try run().source == .run)
    }
}
