import BuildPlanning
import Disk
import Parallelism
import Subprocesses
import Targets

/// One test target of a session: what is run for it, and what its results depend on.
public struct TestTarget: Sendable {
    public var id: TargetID
    public var program: TestProgram
    public var environment: TestEnvironment
    /// Its folder, its resources and what the workspace declares that tests read: hermetic tests read nothing else.
    public var declared: [AbsolutePath]

    public init(id: TargetID, program: TestProgram, environment: TestEnvironment, declared: [AbsolutePath] = []) {
        (self.id, self.program, self.environment, self.declared) = (id, program, environment, declared)
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
        /// The kernel lets nobody watch programs, so that nobody knows what they read.
        case notWatched(WatchObstacle)
        /// They did something that does not show what they read.
        case unseen(FileAccesses.Limit)
        /// They read what is another thing each time.
        case volatile(AbsolutePath)
        /// They write what was there before.
        case writes(AbsolutePath)
        /// They made this, and left it there.
        case leftBehind(AbsolutePath)
        /// This changed while the tests ran, by whatever hand.
        case changedMeanwhile(AbsolutePath)
        case unreadable(AbsolutePath)
        /// The cache does not take them.
        case notWritten
        /// They passed and failed without a change of what they rest on.
        case flaky

        /// The smallest of several.
        var order: String {
            switch self {
            case .notWatched: "0"
            case .unseen(let limit): "1 \(limit)"
            case .volatile(let path): "2 \(path)"
            case .writes(let path): "3 \(path)"
            case .leftBehind(let path): "4 \(path)"
            case .changedMeanwhile(let path): "5 \(path)"
            case .unreadable(let path): "6 \(path)"
            case .notWritten: "7"
            case .flaky: "8"
            }
        }
    }

    public var target: TargetID
    public var source: Source
    /// One each time that it was run.
    public var runs: [TestRun]
    public var notKept: NotKept?
    /// What the results rest on; nil where nobody watched.
    public var reads: TestReads?
    /// Why it ran; nil where nothing ran, or nobody knows.
    public var reason: RunReason?
    /// Variables by which the results are kept.
    public var variables: [Variable] = []
    /// Of tests that had to be hermetic: what they did that they should not.
    public var leaks: [TestLeak] = []

    /// Why tests ran whose results could have been known.
    public enum RunReason: Hashable, Sendable {
        /// Nothing is known of an earlier run here.
        case unknown
        /// Other than when they ran last: the program, variables, inputs; in the words of the key.
        case changed(Set<Change>)
        /// The last results were not kept, or are gone.
        case notKept
        /// Somebody wanted them to.
        case asked
        /// They passed and failed before, without a change of what they rest on.
        case flaky
    }

    public struct Variable: Hashable, Sendable {
        public var name: String
        /// False: that it is not set is what counts.
        public var isSet: Bool
    }

    public enum Change: Hashable, Sendable {
        case program
        case input(TestInput)
        /// A variable, the toolchain, options, or what the workspace declares, as the key names it.
        case other(String)
    }

    public init(target: TargetID, source: Source, runs: [TestRun], notKept: NotKept? = nil) {
        (self.target, self.source, self.runs, self.notKept) = (target, source, runs, notKept)
    }

    public var passed: Bool { runs.allSatisfy(\.passed) && leaks.isEmpty }
    /// They passed and failed without a change of what they rest on.
    public internal(set) var isFlaky = false
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
        /// Tests fail that read what is not declared.
        public var areHermetic = false

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
    private let clock: FileClock
    private let memory: TestKeyMemory
    private let cancellation: Cancellation

    /// `clock`: of the file system on which the workspace lies. `memory`: of the keys of the last runs.
    public init(
        _ options: Options, key: TestKey, cache: TestResultCache, files: any FileSystem, commands: any CommandRunner,
        clock: FileClock, memory: TestKeyMemory, cancellation: Cancellation
    ) {
        (self.options, self.key, self.cache, self.clock, self.memory) = (options, key, cache, clock, memory)
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
        report.variables = target.environment.counted.map { .init(name: $0.name, isSet: $0.value != nil) }
        let declared = fingerprint(of: target, &report), whole = wholeKey(of: target, declared)
        let known = declared.flatMap { self.known($0) }
        report.isFlaky = whole.map { memory.flaky.isMarked(target.id, $0) } ?? false
        if options.usesCache, options.runs == 1, !report.isFlaky, let known {
            (report.source, report.reads) = (.cache(wall: known.wall), known.reads)
            report.runs = [known.run]
            memory.keep(known.fingerprint, of: target.id)
            return finish(report, target, observer)
        }
        if hasNothingToRun(target) {
            report.runs = [TestRun(ending: .passed)]
            return finish(report, target, observer)
        }
        report.reason = declared.map { reason(target, $0, report) }
        observer.testsStarted(target.id)
        let moment = clock.moment(before: target.program, files)
        for _ in 0..<options.runs where !cancellation.isRequested {
            report.runs.append(
                target.program.run(
                    options.selection, timeLimit: options.timeLimit, files: files, commands: commands,
                    cancellation: cancellation))
        }
        guard let first = report.runs.first else { return nil }
        // Tests may have changed what others read.
        key.states.forget()
        report.reads = reads(first, and: report.runs.dropFirst(), of: target)
        if let whole, disagrees(report, known?.run) {
            report.isFlaky = true
            memory.flaky.mark(target.id, whole)
        }
        if report.isFlaky {
            report.notKept = .flaky
        } else if report.passed, let declared, let reads = report.reads {
            report.notKept = publish(first, reads, declared, target, since: moment)
        } else if report.passed, let obstacle = report.runs.compactMap(\.watchObstacle).first {
            report.notKept = .notWatched(obstacle)
        }
        return finish(report, target, observer)
    }

    /// Some of the runs passed and some failed, where `known`, a pass under the same key, counts as one of them.
    private func disagrees(_ report: TestReport, _ known: TestRun?) -> Bool {
        let ended = report.runs.filter { $0.ending != .cancelled }
        return ended.contains { !$0.passed } && (known != nil || ended.contains(where: \.passed))
    }

    /// The key for all tests of the target: whichever of them are run, the same program is flaky.
    private func wholeKey(of target: TestTarget, _ declared: Fingerprint?) -> ActionKey? {
        options.selection.isAll ? declared?.key : (try? key.fingerprint(of: target, selection: .all))?.key
    }

    private func finish(_ report: TestReport, _ target: TestTarget, _ observer: any TestObserver) -> TestReport {
        var report = report
        if options.areHermetic { report.leaks = TestLeak.all(of: report, target, key.scopes) }
        observer.testsFinished(report)
        return report
    }

    /// No test of the target is among those that are wanted, as far as its names say. They are known by the program: it
    /// is started to say them once.
    private func hasNothingToRun(_ target: TestTarget) -> Bool {
        // Expressions may find places in sources too, which stand in no name.
        guard !options.selection.isAll, !options.selection.mayNamePlaces,
            let names = TestNames(key: key, cache: cache, clock: clock, files: files).names(
                of: target, usesCache: options.usesCache, commands, cancellation)
        else { return false }
        return options.selection.chosen(among: names).isEmpty
    }

    private func reason(
        _ target: TestTarget, _ declared: Fingerprint, _ report: TestReport
    ) -> TestReport.RunReason {
        if !options.usesCache || options.runs > 1 { return .asked }
        if report.isFlaky { return .flaky }
        guard let last = memory.last(of: target.id) else { return .unknown }
        let changes = key.changes(since: last, declared)
        return changes.isEmpty ? .notKept : .changed(changes)
    }

    private func fingerprint(of target: TestTarget, _ report: inout TestReport) -> Fingerprint? {
        do {
            return try key.fingerprint(of: target, selection: options.selection)
        } catch {
            report.notKept = .unreadable(error.path)
            return nil
        }
    }

    // MARK: What is known

    /// Places may differ in what they say that such programs read.
    private func known(
        _ declared: Fingerprint
    ) -> (run: TestRun, wall: Int64, reads: TestReads, fingerprint: Fingerprint)? {
        for place in cache.places {
            guard let names = cache.inputs(of: declared.key, in: place) else { continue }
            let fingerprint = key.fingerprint(declared, reading: names)
            guard let found = cache.run(for: fingerprint.key) else { continue }
            var reads = TestReads()
            reads.inputs = TestInput.inputs(named: names)
            return (found.run, found.wall, reads, fingerprint)
        }
        return nil
    }

    /// Nil where one of the runs was not watched.
    private func reads(_ first: TestRun, and others: ArraySlice<TestRun>, of target: TestTarget) -> TestReads? {
        let runs = [first] + others
        if runs.contains(where: { $0.wasUnwatched || $0.accesses.isEmpty }) { return nil }
        return key.rules(for: target.program).reads(runs.flatMap(\.accesses))
    }

    /// Nil where the results are kept now.
    private func publish(
        _ run: TestRun, _ reads: TestReads, _ declared: Fingerprint, _ target: TestTarget, since moment: FileMoment
    ) -> TestReport.NotKept? {
        if let obstacle = reads.obstacle { return obstacle }
        guard clock.isSteady(since: moment),
            (try? key.fingerprint(of: target, selection: options.selection)) == declared
        else { return .changedMeanwhile(target.program.path) }
        if let path = key.changed(of: reads, since: moment) { return .changedMeanwhile(path) }
        guard let names = cache.publish(reads.inputs.flatMap(\.names), of: declared.key) else { return .notWritten }
        let fingerprint = key.fingerprint(declared, reading: names)
        guard cache.publish(run, for: fingerprint.key) else { return .notWritten }
        memory.keep(fingerprint, of: target.id)
        return nil
    }
}
