import Disk
import Subprocesses
import Testing

@testable import TestRunning

/// What programs may do, and what is made of it. The programs are played by the test.
@Suite struct TestProgramTests {
    let files = InMemoryFileSystem(["/w/program": ""])
    let commands = ScriptedCommandRunner()
    let program = TestProgram(
        path: AbsolutePath("/w/program"), folder: AbsolutePath("/w"), environment: ["A": "1"],
        reports: AbsolutePath("/w/.mono/reports"))

    private static let passed = "start\tM.C/testA\nend\tM.C/testA\tpassed\t0.1\ndone\n"
    private static let nothing = #"{"kind":"event","payload":{"kind":"runEnded","messages":[]}}"# + "\n"

    /// What the program does when it is asked for the tests of `library`: it writes `report` and ends with `exit`.
    private func plays(_ library: String, _ report: String, _ exit: Exit, printing text: String = "") {
        let isXCTest = library == "xctest"
        commands.answer(where: {
            isXCTest
                ? $0.environment["MONO_TEST_REPORT"] != nil : $0.arguments.starts(with: ["--testing-library", library])
        }) {
            [files] command, _ in
            let at = command.arguments.firstIndex(of: "--event-stream-output-path").map { command.arguments[$0 + 1] }
            if let path = at ?? command.environment["MONO_TEST_REPORT"] {
                try? files.write(report, to: AbsolutePath(path))
            }
            return CommandResult(exit: exit, output: Array(text.utf8), wall: 1)
        }
    }

    private func run(_ selection: TestSelection = .all, timeLimit: Double? = 10) -> TestRun {
        program.run(selection, timeLimit: timeLimit, files: files, commands: commands, cancellation: Cancellation())
    }

    @Test("all passed: both libraries are asked, in the package's folder, with the environment and a time limit")
    func passes() throws {
        plays("xctest", Self.passed, .code(0), printing: "hello")
        plays("swift-testing", ReportTests.stream + Self.nothing, .code(1))
        let mixed = run()
        #expect(mixed.ending == .failed && mixed.results.count == 4)
        let first = try #require(commands.commands.first)
        // No words of mono's own: tests may hand theirs on.
        #expect(first.arguments.isEmpty && commands.commands.last?.environment == ["A": "1"])
        #expect(
            first.folder == "/w" && first.environment == ["A": "1", "MONO_TEST_REPORT": "/w/.mono/reports/xctest"]
                && first.timeLimit == 10 && first.outputLimit != nil)
        // The second has what the first left.
        #expect(commands.commands.last?.timeLimit == 9)
        #expect(String(decoding: mixed.output, as: UTF8.self) == "hello")
    }

    @Test("no tests of one library, or none that was chosen, is fine", arguments: [Exit.code(0), .code(69)])
    func nothingToRun(_ exit: Exit) {
        plays("xctest", Self.passed, .code(0))
        plays("swift-testing", exit == .code(0) ? Self.nothing : "", exit, printing: "0 tests")
        let found = run()
        #expect(found.passed && found.results.count == 1 && found.output.isEmpty)
    }

    @Test(
        "a program that ends before its tests do has not passed, whatever it says",
        arguments: [
            // A test ended the program, with success: the report was never ended.
            ("start\tM.C/testA\n", Exit.code(0), TestEnding.endedEarly(code: 0)), ("", .code(0), .endedEarly(code: 0)),
            ("start\tM.C/testA\nend\tM.C/testA\tpassed\t1\n", .code(0), .endedEarly(code: 0)),
            ("start\tM.C/testA\ndone\n", .code(0), .endedEarly(code: 0)),
            // All passed, and then something at the end said no.
            (passed, .code(3), .endedEarly(code: 3)), ("start\tM.C/testA\n", .signal(11), .crashed(signal: 11)),
            (passed, .signal(6), .crashed(signal: 6)),
        ])
    func endsEarly(_ report: String, _ exit: Exit, _ ending: TestEnding) {
        plays("xctest", report, exit)
        plays("swift-testing", Self.nothing, .code(0))
        let found = run()
        #expect(found.ending == ending && !found.passed)
        // The other library's tests are run all the same, unless there is no time.
        #expect(commands.commands.count == 2)
    }

    @Test("what hangs is ended, and what it printed is kept; nothing more is started")
    func hangs() {
        plays("xctest", "start\tM.C/testA\n", .timedOut, printing: "so far")
        let found = run()
        #expect(found.ending == .timedOut(seconds: 10) && found.unfinished == ["M.C/testA"])
        #expect(String(decoding: found.output, as: UTF8.self) == "so far")
        #expect(commands.commands.count == 1)
    }

    @Test("a program that cannot be started")
    func cannotStart() { #expect(run().ending == .cannotStart(code: 2)) }

    @Test("expressions choose among XCTest's tests here, and are handed to Swift Testing")
    func selection() throws {
        commands.answer(where: { $0.environment["MONO_TEST_LIST"] != nil }) { [files] command, _ in
            try? files.write(
                "M.C/testA\nM.C/testB\nM.D/testA\n", to: AbsolutePath(command.environment["MONO_TEST_LIST"] ?? ""))
            return CommandResult(exit: .code(0))
        }
        plays("xctest", Self.passed, .code(0))
        plays("swift-testing", Self.nothing, .code(0))
        #expect(run(try TestSelection(wanted: ["C/test", "D"], unwanted: ["B$"])).passed)
        #expect(
            String(decoding: try files.read(program.reports / "selection"), as: UTF8.self) == "M.C/testA\nM.D/testA")
        #expect(
            commands.commands.last?.arguments.dropLast(2).suffix(6) == [
                "--filter", "C/test", "--filter", "D", "--skip", "B$",
            ])
        // Nothing chosen: nothing is started but the list, and the other library.
        commands.forgetCommands()
        #expect(run(try TestSelection(wanted: ["nowhere"], unwanted: [])).passed)
        #expect(commands.commands.count == 2)
        #expect(throws: TestSelection.BadExpression(text: "(")) { try TestSelection(wanted: ["("], unwanted: []) }
    }

    @Test(
        "a library that does not know the version of the events is asked for an earlier one; what fails otherwise is not run again"
    )
    func earlierLibrary() {
        plays("xctest", Self.passed, .code(0))
        commands.answer(where: { $0.arguments.suffix(2) == ["--event-stream-version", "6.3"] }) { _, _ in
            CommandResult(
                exit: .code(1), errors: Array("Invalid value \"6.3\" for argument --event-stream-version".utf8))
        }
        plays("swift-testing", ReportTests.stream + Self.nothing, .code(1))
        #expect(run().ending == .failed && commands.commands.count == 3)
        #expect(commands.commands.last?.arguments.last == "0")
        let others = ScriptedCommandRunner()
        others.answer(where: { _ in true }) { _, _ in CommandResult(exit: .code(1), errors: Array("no".utf8)) }
        _ = program.run(.all, timeLimit: 10, files: files, commands: others, cancellation: Cancellation())
        #expect(others.commands.count == 2)
    }

    @Test("a program that cannot list its tests has not passed")
    func listing() throws {
        commands.answer(where: { $0.environment["MONO_TEST_LIST"] != nil }) { _, _ in
            CommandResult(exit: .signal(4), errors: Array("oh".utf8))
        }
        let found = run(try TestSelection(wanted: ["x"], unwanted: []))
        #expect(found.ending == .crashed(signal: 4) && String(decoding: found.output, as: UTF8.self) == "oh")
    }
}
