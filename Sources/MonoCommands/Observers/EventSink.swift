import BuildEngine
import Targets
import TestRunning

/// Where the lines of an event log go. Calls come one at a time for a build, and from any thread for tests.
protocol EventSink: Sendable {
    /// A line with its end.
    func add(_ line: String)
    /// What was added is to arrive now: something happened that somebody may wait for.
    func flush()
}

extension ReportFile: EventSink {}

/// Observes builds, and the tests that come after them.
protocol RunObserver: BuildObserver, TestObserver {
    /// All tests have ended, and nothing else will.
    func allTestsFinished()
}

/// Passes what tests do on to several observers.
struct TestObservers: TestObserver {
    let observers: [any TestObserver]

    func testsStarted(_ target: TargetID) { for observer in observers { observer.testsStarted(target) } }
    func testsFinished(_ report: TestReport) { for observer in observers { observer.testsFinished(report) } }
}
