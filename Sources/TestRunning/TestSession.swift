import BuildPlanning
import Disk
import Parallelism
import Subprocesses
import Targets

/// One test target of a session: what is run for it, and what its results depend on.
public struct TestTarget: Sendable {
    public var id: TargetID
    public var program: TestProgram
    /// The program and what lies beside it for its tests, relative to the workspace root.
    public var placed: [String]
    /// Shared libraries that were linked with and are not placed, absolute or relative to the root: programs are the
    /// same bytes whatever is in these, and load them when they run. Nil where nobody knows which.
    public var libraries: [String]?
    public var needs: TestNeeds
    public var environment: TestEnvironment

    public init(
        id: TargetID, program: TestProgram, placed: [String], libraries: [String]?, needs: TestNeeds,
        environment: TestEnvironment
    ) {
        (self.id, self.program, self.placed, self.libraries) = (id, program, placed, libraries)
        (self.needs, self.environment) = (needs, environment)
    }
}

/// What came of one test target.
public struct TestReport: Sendable {
    public enum Source: Hashable, Sendable {
        case run
        /// The milliseconds that the run took whose results these are.
        case cache(wall: Int64)
    }

    /// Why results that could be kept are not.
    public enum NotKept: Hashable, Sendable {
        /// A source goes up from where it lies to what may be outside of its package.
        case readsAnything(source: String)
        /// This changed while the tests ran, perhaps because of them; the first such thing.
        case changedMeanwhile(String)
        case unreadable(path: String)
    }

    public var target: TargetID
    public var source: Source
    /// One each time that it was run.
    public var runs: [TestRun]
    public var notKept: NotKept?

    public init(target: TargetID, source: Source, runs: [TestRun], notKept: NotKept? = nil) {
        (self.target, self.source, self.runs, self.notKept) = (target, source, runs, notKept)
    }

    public var passed: Bool { runs.allSatisfy(\.passed) }
    public var wasCancelled: Bool { runs.contains { $0.ending == .cancelled } }
}

/// What observes a session. Members may be called on any thread, several at a time.
public protocol TestObserver: Sendable {
    func testsStarted(_ target: TargetID)
    func testsFinished(_ report: TestReport)
}

/// Runs test targets, or takes their results from the cache.
public struct TestSession: Sendable {
    public struct Options: Sendable {
        public var selection: TestSelection
        /// In seconds, for each target; nil: as long as it takes.
        public var timeLimit: Double?
        /// How many targets' programs run at a time.
        public var programsAtOnce: Int
        /// How often each is run.
        public var runs: Int
        public var usesCache: Bool

        public init(selection: TestSelection, timeLimit: Double?, programsAtOnce: Int, runs: Int, usesCache: Bool) {
            (self.selection, self.timeLimit, self.programsAtOnce) = (selection, timeLimit, programsAtOnce)
            (self.runs, self.usesCache) = (runs, usesCache)
        }
    }

    private let options: Options
    private let key: TestKey
    private let cache: TestResultCache
    private let files: any FileSystem
    private let commands: any CommandRunner
    private let cancellation: Cancellation

    public init(
        _ options: Options, key: TestKey, cache: TestResultCache, files: any FileSystem, commands: any CommandRunner,
        cancellation: Cancellation
    ) {
        (self.options, self.key, self.cache) = (options, key, cache)
        (self.files, self.commands, self.cancellation) = (files, commands, cancellation)
    }

    /// Returns when all is done, with a report for each target, in their order; those that were not reached have none.
    public func run(_ targets: [TestTarget], observer: any TestObserver) -> [TestReport] {
        // In their order, where they run one after the other.
        if options.programsAtOnce <= 1 {
            return targets.compactMap { cancellation.isRequested ? nil : run($0, observer) }
        }
        let slots = JobSlots(count: options.programsAtOnce)
        return parallelMap(targets) { target in
            slots.withSlots { _ in
                if cancellation.isRequested { return nil }
                return run(target, observer)
            }
        }.compactMap { $0 }
    }

    /// Nil where it was stopped before the program ran.
    private func run(_ target: TestTarget, _ observer: any TestObserver) -> TestReport? {
        var report = TestReport(target: target.id, source: .run, runs: [])
        let before = fingerprint(of: target, &report)
        if options.usesCache, options.runs == 1, let before, let known = cache.run(for: before.key) {
            report.source = .cache(wall: known.wall)
            report.runs = [known.run]
            observer.testsFinished(report)
            return report
        }
        observer.testsStarted(target.id)
        for _ in 0..<options.runs where !cancellation.isRequested {
            report.runs.append(
                target.program.run(
                    options.selection, timeLimit: options.timeLimit, files: files, commands: commands,
                    cancellation: cancellation))
        }
        guard let first = report.runs.first else { return nil }
        if report.passed, let before, let after = fingerprint(of: target, &report) {
            if before == after {
                cache.publish(first, for: before.key)
            } else {
                let changes = Set(before.components).symmetricDifference(after.components)
                report.notKept = .changedMeanwhile(changes.map(\.name.text).min() ?? "")
            }
        }
        observer.testsFinished(report)
        return report
    }

    private func fingerprint(of target: TestTarget, _ report: inout TestReport) -> Fingerprint? {
        if case .unknown(let source) = target.needs.reach {
            report.notKept = .readsAnything(source: source)
            return nil
        }
        do {
            return try key.fingerprint(of: target, selection: options.selection)
        } catch {
            report.notKept = .unreadable(path: error.path.string)
            return nil
        }
    }
}
