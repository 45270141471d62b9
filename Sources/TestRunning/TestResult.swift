import Subprocesses

/// How one test ended. Cases of a parameterised test are one test together, as its library counts them.
public struct TestResult: Hashable, Sendable {
    public enum Library: String, Hashable, Sendable { case xctest, swiftTesting = "swift-testing" }

    public enum Outcome: String, Hashable, Sendable {
        case passed, skipped, failed
        /// It had started when the program ended.
        case unfinished
    }

    /// What a test said against what it tests.
    public struct Issue: Hashable, Sendable {
        /// As the compiler named it; empty where it is not known.
        public var file: String
        public var line: Int
        public var text: String
        public init(file: String, line: Int, text: String) { (self.file, self.line, self.text) = (file, line, text) }
    }

    public var library: Library
    /// `Module.Class/test` or `Module.Suite/test(_:)`, as `--filter` sees it.
    public var name: String
    public var outcome: Outcome
    /// On the wall.
    public var seconds: Double
    public var issues: [Issue]
    /// What it said without failing.
    public var warnings: [Issue]

    public init(
        library: Library, name: String, outcome: Outcome, seconds: Double = 0, issues: [Issue] = [],
        warnings: [Issue] = []
    ) {
        (self.library, self.name, self.outcome, self.seconds) = (library, name, outcome, seconds)
        (self.issues, self.warnings) = (issues, warnings)
    }

    /// A time that a program told, where it can be one: a test may write anything, and nobody can count in infinities.
    static func plausible(_ seconds: Double) -> Double { (0..<1e9).contains(seconds) ? seconds : 0 }
}

/// How a program that runs tests ended.
public enum TestEnding: Hashable, Sendable {
    /// All tests were run, and none failed.
    case passed
    case failed
    case crashed(signal: Int32)
    /// It ended by itself before all tests were run, or said no for another reason than a test.
    case endedEarly(code: Int32)
    case timedOut(seconds: Double)
    case cannotStart(code: Int32)
    case cancelled
}

/// What came of running one target's tests once.
public struct TestRun: Sendable {
    public var results: [TestResult]
    /// What was said against what is tested while no test was known to run.
    public var issues: [TestResult.Issue] = []
    public var warnings: [TestResult.Issue] = []
    public var ending: TestEnding
    /// What the program printed, both streams of each of its runs one after the other.
    public var output: [UInt8]
    /// In seconds.
    public var wall, cpu: Double
    /// What the program asked for, each time that it was started.
    var accesses: [FileAccesses] = []
    /// Why it could not be watched.
    var watchObstacle: WatchObstacle?
    /// Nobody watched one of its starts.
    private(set) var wasUnwatched = false

    public init(results: [TestResult] = [], ending: TestEnding, output: [UInt8] = [], wall: Double = 0, cpu: Double = 0)
    {
        (self.results, self.ending, self.output, self.wall, self.cpu) = (results, ending, output, wall, cpu)
    }

    public var passed: Bool { ending == .passed }
    /// Those that were running when the program ended.
    public var unfinished: [String] { results.filter { $0.outcome == .unfinished }.map(\.name) }

    /// Takes down what one of its starts asked for.
    mutating func add(_ seen: Result<FileAccesses, WatchObstacle>?) {
        switch seen {
        case .success(let accesses)?: self.accesses.append(accesses)
        case .failure(let obstacle)?: (watchObstacle, wasUnwatched) = (obstacle, true)
        case nil: wasUnwatched = true
        }
    }

    public func count(_ outcome: TestResult.Outcome) -> Int { results.count { $0.outcome == outcome } }
}
