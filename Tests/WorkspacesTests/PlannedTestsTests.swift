import BuildEngine
import BuildPlanning
import Disk
import FakeTools
import JSON
import Subprocesses
import Synchronization
import Targets
import TestRunning
import Testing

@testable import Workspaces

/// Tests of an open workspace, from their plan to their results.
@Suite struct PlannedTestsTests {
    private let world: FakeWorld
    private let machine: Machine
    private let id = TargetID(PackageID("."), "LeftTests")

    init() throws {
        world = try FakeWorld()
        machine = try Machine(world, FakeTests())
        try world.putApp()
    }

    private func planned(_ adjust: (inout WorkspaceSettings) -> Void = { _ in }) throws -> PlannedTests {
        try machine.workspace(adjust).open().planTests([id], BuildSettings(), asking: Asking())
    }

    private func built(_ planned: PlannedTests) throws -> [TestTarget] {
        let summary = planned.build.build()
        #expect(summary.succeeded, "\(summary.failures.map { "\($0.action.id) \($0.failure)" })")
        return planned.targets(planned.builtTests(summary), of: summary)
    }

    private func run(_ planned: PlannedTests, _ targets: [TestTarget]) -> [TestReport] {
        let options = TestSession.Options(selection: .all, timeLimit: nil, programsAtOnce: 1, runs: 1, usesCache: true)
        return planned.session(options).run(targets, observer: Silent())
    }

    @Test func builtTestsAreThoseWhoseProgramsAreInPlace() throws {
        let planned = try planned()
        let summary = planned.build.build()
        #expect(planned.builtTests(summary).map(\.target) == [id])
    }

    @Test func aTestThatDoesNotCompileIsNoneOfThem() throws {
        try world.edit("Tests/LeftTests/tests.swift", "syntax error")
        let planned = try planned()
        let summary = planned.build.build()
        #expect(!summary.succeeded && planned.builtTests(summary).isEmpty)
    }

    @Test func aProgramStartsInItsPackageWithWhatItsSourcesName() throws {
        try world.edit("Tests/LeftTests/tests.swift", "ProcessInfo.processInfo.environment[\"COLOR\"]")
        let planned = try planned { $0.environment.variables.merge(["COLOR": "red", "SECRET": "x"]) { $1 } }
        let target = try #require(try built(planned).first)
        #expect(target.id == id && world.files.isFile(target.program.path) && target.program.folder == "/w")
        #expect(target.program.environment["COLOR"] == "red" && target.program.environment["SECRET"] == nil)
        #expect(target.program.environment["LLVM_PROFILE_FILE"] == nil)
        #expect(target.program.environment["PATH"]?.hasPrefix("/toolchain/usr/bin:") == true)
    }

    @Test func programsThatCountWhatRunsWriteIntoTheFolderOfCounts() throws {
        let planned = try planned()
        let summary = planned.build.build()
        let coverage = planned.coverage
        let target = try #require(planned.targets(planned.builtTests(summary), of: summary, coverage: coverage).first)
        #expect(target.program.environment["LLVM_PROFILE_FILE"]?.hasPrefix(coverage.folder.string + "/") == true)
        #expect(coverage.folder.isInside("/w/.mono"))
        #expect(planned.countingPrograms(summary) == [target.program.path])
    }

    @Test func namesOfTestsComeFromTheProgram() throws {
        let planned = try planned()
        let target = try #require(try built(planned).first)
        #expect(try planned.names(of: target, .all, Cancellation()) == ["LeftTests.Old/test", "LeftTests.New/test()"])
        let selection = try TestSelection(wanted: ["New"], unwanted: [])
        #expect(try planned.names(of: target, selection, Cancellation()) == ["LeftTests.New/test()"])
    }

    @Test func aProgramThatCannotSayItsNamesIsNamed() throws {
        try world.edit("Tests/LeftTests/tests.swift", "no names")
        let planned = try planned()
        let target = try #require(try built(planned).first)
        let error = #expect(throws: TestNamesUnknown.self) { _ = try planned.names(of: target, .all, Cancellation()) }
        #expect(error?.target == id && error?.failure.ending == .endedEarly(code: 3))
    }

    @Test func resultsAreRememberedUntilSomethingThatTheTestsReadChanges() throws {
        func sources() throws -> [TestReport.Source] {
            let planned = try planned()
            let reports = try run(planned, built(planned))
            #expect(reports.allSatisfy(\.passed) && reports.count == 1)
            planned.save()
            return reports.map(\.source)
        }
        #expect(try sources() == [.run])
        guard case .cache = try sources().first else {
            Issue.record("the tests ran again")
            return
        }
        try world.edit("Sources/Left/left.swift", "public left\nanother body")
        #expect(try sources() == [.run])
    }

    @Test func failuresAreNotRemembered() throws {
        try world.edit("Tests/LeftTests/tests.swift", "failing")
        for _ in 0..<2 {
            let planned = try planned()
            let reports = try run(planned, built(planned))
            #expect(reports.map(\.source) == [.run] && reports.first?.passed == false)
        }
    }

    // MARK: Programs

    @Test func executablesAreBuiltForProgramsThatCanStartThem() throws {
        func beside(_ planned: PlannedTests?) -> [String]? {
            planned?.build.plan.tests.first?.beside.map { AbsolutePath($0, in: "/w").name }
        }
        func rounds() throws -> [[String]?] {
            let planned = try planned()
            return [beside(planned), beside(try planned.completed(after: planned.build.build(), asking: Asking()))]
        }
        #expect(try rounds() == [[], nil])
        try world.edit("Tests/LeftTests/tests.swift", "calls posix_spawn")
        #expect(try rounds() == [[], ["App"]])
        // From now on it is known.
        #expect(try rounds() == [["App"], nil])
        #expect(try planned().build.workspace.testPrograms(of: [id]).first?.executables.map(\.name) == ["App"])
    }

    @Test("a short name stands in a program as a text, or by chance")
    func shortNames() throws {
        let files = InMemoryFileSystem()
        func isFound(_ name: String, _ bytes: [UInt8]) throws -> Bool {
            let path: AbsolutePath = "/w/program"
            try files.write(bytes, to: path)
            let digests = FileDigests(files: files, memory: nil)
            return ProgramNames(files: files, digests: digests, path: "/w/names").names([name], in: path) == [name]
        }
        let ci = Array("CI".utf8)
        #expect(try isFound("CI", [7, 0] + ci + [0, 7]))
        #expect(try isFound("CI", ci))
        #expect(try isFound("CI", [0x48, 0xBF] + ci + [0, 0, 7]), "movl $0x4943, %edi")
        #expect(try isFound("CI", [7] + ci + [UInt8](repeating: 0, count: 13) + [0xE2]))
        #expect(try !isFound("CI", [7] + ci + [UInt8](repeating: 0, count: 13) + [0xE3]))
        #expect(try !isFound("CI", [7] + ci + [0, 0, 0, 0]))
        #expect(try !isFound("CI", [0] + ci + [7]))
        #expect(try !isFound("TMP", [7] + Array("TMP".utf8) + [7]))
        #expect(try isFound("HOST", [7] + Array("HOST".utf8) + [7]))
    }

    @Test func aLookAtAProgramIsRememberedByItsContent() throws {
        let planned = try planned()
        let target = try #require(try built(planned).first)
        func reads(_ isRemembered: Bool) -> Int {
            let names = ProgramNames(
                files: world.files, digests: planned.build.workspace.workspaceDigests, path: "/w/.mono/state/names")
            let before = world.files.filesRead.count { $0 == target.program.path }
            _ = names.names(["COLOR"], in: target.program.path)
            if isRemembered { names.save() }
            return world.files.filesRead.count { $0 == target.program.path } - before
        }
        #expect(reads(true) > 0 && reads(true) == 0)
        try world.files.remove("/w/.mono/state/names")
        #expect(reads(false) > 0, "losing the memory costs a look")
    }
}

private struct Silent: TestObserver {
    func testsStarted(_ target: TargetID) {}
    func testsFinished(_ report: TestReport) {}
}

/// Programs of tests: one old test and one new one, which pass unless the program's sources say `failing`. The tool
/// that lists XCTest's classes finds none, and their runner is compiled to an object.
private struct FakeTests: FakeProgram {
    func run(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        var result = try start(command, files)
        if command.isWatched { result?.accesses = .success(FileAccesses()) }
        return result
    }

    private func start(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult? {
        if command.executable.hasSuffix("/swift-symbolgraph-extract") { return try list(command, files) }
        if command.arguments.contains("LeftTests_runner") { return try compileRunner(command, files) }
        guard command.executable.contains("/tests/"), let program = try? files.text(AbsolutePath(command.executable))
        else { return nil }
        let words = command.arguments
        let variables = command.environment
        if let path = variables["MONO_TEST_LIST"] {
            try files.write("LeftTests.Old/test\n", to: AbsolutePath(path))
        } else if let path = variables["MONO_TEST_REPORT"] {
            let outcome = program.contains("failing") ? "failed" : "passed"
            try files.write(
                "start\tLeftTests.Old/test\nend\tLeftTests.Old/test\t\(outcome)\t0.1\ndone\n", to: AbsolutePath(path))
            return .saying("", outcome == "failed" ? 1 : 0)
        } else if words.contains("--list-tests") {
            return .saying("LeftTests.New/test()\n", program.contains("no names") ? 3 : 0)
        } else if let at = words.firstIndex(of: "--event-stream-output-path") {
            try files.write(#"{"kind":"event","payload":{"kind":"runEnded"}}"# + "\n", to: AbsolutePath(words[at + 1]))
        }
        return .saying("")
    }

    /// Of a module without classes.
    private func list(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult {
        let words = command.arguments
        func after(_ word: String) -> String { words[words.firstIndex(of: word)! + 1] }
        let place = AbsolutePath(after("-output-dir"), in: AbsolutePath(command.folder))
        try files.write(
            #"{"module": {"name": "LeftTests"}, "symbols": [], "relationships": []}"#,
            to: place / "\(after("-module-name")).symbols.json")
        return .saying("")
    }

    private func compileRunner(_ command: Command, _ files: InMemoryFileSystem) throws -> CommandResult {
        let words = command.arguments
        let folder = AbsolutePath(command.folder)
        let map = try JSONParser.parse(
            files.read(AbsolutePath(words[words.firstIndex(of: "-output-file-map")! + 1], in: folder)))[""]
        for (key, text) in [
            ("object", "object of the runner"), ("dependencies", "x: \(words.last!)\n"),
            ("swift-dependencies", "priors"),
        ] {
            guard let path = map?[key]?.string else { continue }
            try files.write(text, to: AbsolutePath(path, in: folder))
        }
        return .saying("")
    }
}
