/// The variables by which a runner is told what to do with XCTest's tests. It takes them out of its environment before
/// any test runs.
public enum TestRunnerVariable: String, CaseIterable, Sendable {
    /// The file for what tests do.
    case report = "MONO_TEST_REPORT"
    /// The file for the names of all tests; none is run.
    case list = "MONO_TEST_LIST"
    /// The file with the names of those to run.
    case selection = "MONO_TEST_SELECTION"
}
