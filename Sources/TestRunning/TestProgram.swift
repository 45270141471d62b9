import Disk
import Subprocesses
import TestDiscovery

/// The program of one test target: how it is started, and what it is asked.
///
/// It runs twice, as in SwiftPM: once for XCTest's tests and once for Swift Testing's. Both write what they do into
/// files; what they print is for people alone. A test may do anything: whatever is missing in those files when the
/// program has ended is a failure.
public struct TestProgram: Sendable {
    public var path: AbsolutePath
    /// The working folder: the package's.
    public var folder: AbsolutePath
    public var environment: [String: String]
    /// For the files that it writes.
    public var reports: AbsolutePath
    /// What it asks for is taken down, so that its results can be kept.
    public var isWatched = true

    public init(path: AbsolutePath, folder: AbsolutePath, environment: [String: String], reports: AbsolutePath) {
        (self.path, self.folder, self.environment, self.reports) = (path, folder, environment, reports)
    }

    /// Of each stream; tests that print more are not read by people.
    static let outputLimit = 16 << 20
    /// Seconds in which a program must have said which tests it has.
    private static let listingLimit = 60.0
    static let largestReport: Int64 = 1 << 30
    private static let versionWord = "--event-stream-version"
    /// What Swift Testing ends with where the expressions name none of its tests.
    private static let nothingToRun: Int32 = 69

    /// Runs the tests. `timeLimit`: in seconds, for all of it. Blocks the calling thread.
    public func run(
        _ selection: TestSelection, timeLimit: Double?, files: any FileSystem, commands: any CommandRunner,
        cancellation: Cancellation
    ) -> TestRun {
        var run = TestRun(ending: .passed)
        do {
            try files.remove(reports)
            try files.makeFolder(reports)
            let report = reports / "xctest"
            var asked: [TestRunnerVariable: AbsolutePath]? = [.report: report]
            if !selection.isAll {
                let names = selection.chosen(among: try list(files, commands, cancellation) { run.add($0) })
                try files.write(names.joined(separator: "\n"), to: reports / "selection")
                asked = names.isEmpty ? nil : [.report: report, .selection: reports / "selection"]
            }
            if let asked {
                try add(start([], asking: asked, timeLimit, commands, cancellation), to: &run, timeLimit) {
                    let record = XCTestRecord(read(report, files))
                    return (record.results, [], record.isComplete)
                }
            }
            switch run.ending {
            case .cancelled, .timedOut, .cannotStart: return run
            default: break
            }
            let events = reports / "swift-testing"
            var words = ["--testing-library", "swift-testing", "--event-stream-output-path", events.string]
            for text in selection.wanted { words += ["--filter", text] }
            for text in selection.unwanted { words += ["--skip", text] }
            if selection.isSerial { words.append("--no-parallel") }
            var result = CommandResult(exit: .cancelled)
            for version in [SwiftTestingEvents.version, SwiftTestingEvents.earlierVersion] {
                result = try start(
                    words + [TestProgram.versionWord, version], timeLimit.map { max(0.001, $0 - run.wall) }, commands,
                    cancellation)
                // A library that does not know the version says so and runs nothing. It may be a package's own.
                guard case .code(let code) = result.exit, code != 0, read(events, files).isEmpty,
                    String(decoding: result.output + result.errors, as: UTF8.self).contains(TestProgram.versionWord)
                else { break }
            }
            let reported = SwiftTestingEvents(read(events, files))
            run.warnings = reported.warnings
            add(result, to: &run, timeLimit) { (reported.results, reported.issues, reported.isComplete) }
        } catch let failure as ListingFailure {
            run.ending = failure.ending
            run.output = failure.output
        } catch let error as CommandError {
            run.ending = cancellation.isRequested ? .cancelled : .cannotStart(code: error.code)
        } catch let error as FileError {
            run.ending = .cannotStart(code: error.code)
        } catch {
            // Nothing above throws anything else.
            run.ending = .cannotStart(code: 0)
        }
        return run
    }

    /// The names of XCTest's tests, and then of Swift Testing's.
    public func names(
        _ selection: TestSelection, files: any FileSystem, commands: any CommandRunner, cancellation: Cancellation
    ) throws -> [String] {
        selection.chosen(among: try listing(files, commands, cancellation).names)
    }

    /// All names, and what the program asked for to say them; nil where it was not watched.
    struct Listing {
        var names: [String]
        var accesses: [FileAccesses]?
    }

    func listing(
        _ files: any FileSystem, _ commands: any CommandRunner, _ cancellation: Cancellation
    ) throws -> Listing {
        try files.remove(reports)
        try files.makeFolder(reports)
        var run = TestRun(ending: .passed)
        let result = try start(
            ["--testing-library", "swift-testing", "--list-tests"], TestProgram.listingLimit, commands, cancellation)
        run.add(result.accesses)
        try check(result)
        let others = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        let names = try list(files, commands, cancellation) { run.add($0) } + others
        return Listing(names: names, accesses: run.wasUnwatched ? nil : run.accesses)
    }

    private func list(
        _ files: any FileSystem, _ commands: any CommandRunner, _ cancellation: Cancellation,
        seen: (Result<FileAccesses, WatchObstacle>?) -> Void
    ) throws -> [String] {
        let path = reports / "list"
        let result = try start([], asking: [.list: path], TestProgram.listingLimit, commands, cancellation)
        seen(result.accesses)
        try check(result)
        return String(decoding: read(path, files), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The program could not even say which tests it has.
    public struct ListingFailure: Error, Sendable {
        public var ending: TestEnding
        public var output: [UInt8]
    }

    private func check(_ result: CommandResult) throws(ListingFailure) {
        let ending: TestEnding
        switch result.exit {
        case .code(0), .code(TestProgram.nothingToRun): return
        case .code(let code): ending = .endedEarly(code: code)
        case .signal(let signal): ending = .crashed(signal: signal)
        case .timedOut: ending = .timedOut(seconds: TestProgram.listingLimit)
        case .cancelled: ending = .cancelled
        }
        throw ListingFailure(ending: ending, output: result.output + result.errors)
    }

    /// `asking`: what the runner is to do. XCTest's tests get no arguments, as in SwiftPM: some hand them on to
    /// libraries that end the program at a word that they do not know (Spectre does).
    private func start(
        _ arguments: [String], asking: [TestRunnerVariable: AbsolutePath] = [:], _ timeLimit: Double?,
        _ commands: any CommandRunner,
        _ cancellation: Cancellation
    ) throws(CommandError) -> CommandResult {
        let variables = Dictionary(uniqueKeysWithValues: asking.map { ($0.rawValue, $1.string) })
        var command = Command(
            path.string, arguments, folder: folder.string, environment: environment.merging(variables) { $1 },
            timeLimit: timeLimit, outputLimit: TestProgram.outputLimit)
        command.isWatched = isWatched
        return try commands.run(command, cancellation: cancellation)
    }

    private func read(_ path: AbsolutePath, _ files: any FileSystem) -> [UInt8] {
        (try? files.readRegularFile(path, atMost: TestProgram.largestReport).content) ?? []
    }

    /// Adds one of the two runs to what came of them. The first that did not pass says how all of it ended.
    private func add(
        _ result: CommandResult, to run: inout TestRun, _ timeLimit: Double?,
        _ report: () -> (results: [TestResult], issues: [TestResult.Issue], isComplete: Bool)
    ) {
        let (results, issues, isComplete) = report()
        run.results += results
        run.issues += issues
        // That one of the libraries found none of its tests is nobody's news.
        if !results.isEmpty || ![.code(0), .code(TestProgram.nothingToRun)].contains(result.exit) {
            run.output += result.output + result.errors
        }
        run.add(result.accesses)
        run.wall += result.wall
        run.cpu += result.cpu
        let ending: TestEnding
        switch result.exit {
        case .code(TestProgram.nothingToRun) where results.isEmpty: ending = .passed
        case .code(let code):
            if isComplete, !issues.isEmpty || results.contains(where: { $0.outcome == .failed }) {
                ending = .failed
            } else {
                // A test that ends the program, even with success, has kept the others from running.
                let hasOpen = results.contains { $0.outcome == .unfinished }
                ending = code == 0 && isComplete && !hasOpen ? .passed : .endedEarly(code: code)
            }
        case .signal(let signal): ending = .crashed(signal: signal)
        case .timedOut: ending = .timedOut(seconds: timeLimit ?? 0)
        case .cancelled: ending = .cancelled
        }
        if run.ending == .passed || ending == .cancelled { run.ending = ending }
    }
}

extension FileClock {
    /// An instant at which the program can be started. It was placed just now, with others beside it: what changes
    /// while it runs must be told from that.
    func moment(before program: TestProgram, _ files: any FileSystem) -> FileMoment {
        moment(after: [program.path, program.path.parent].compactMap { files.linkStatus($0) })
    }
}
