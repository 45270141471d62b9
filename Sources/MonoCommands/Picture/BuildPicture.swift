/// What a page shows of a command: its builds, their actions and the tests, as an event log has it. Texts may hold
/// anything.
struct BuildPicture: Hashable, Sendable {
    struct Span: Hashable, Sendable {
        var name: String
        /// Milliseconds, from the start of mono.
        var began, duration: Double
    }

    struct Action: Hashable, Sendable {
        var name: String
        var kind: String
        var subject: String
        var outcome: String
        /// Milliseconds from the start of mono.
        var began = 0.0, duration = 0.0
        /// Milliseconds of processor time that the run took, now or when the result was made.
        var cpu = 0.0
        var slots: [Int] = []
        /// Numbers of the actions that it needs; they may lead in a circle.
        var needs: [Int] = []
        /// Why it ran, in words.
        var why = ""

        var end: Double { began + duration }
        var didRun: Bool { outcome == "ran" || outcome == "failed" }
        /// What it adds to a chain of actions that wait for each other.
        var cost: Double { didRun ? duration : 0 }
    }

    struct Test: Hashable, Sendable {
        var name: String
        var outcome: String
        var wall: Double
    }

    struct TestTarget: Hashable, Sendable {
        var subject: String
        var passed = false, isCached = false
        var wall = 0.0
        var tests: [Test] = []
    }

    var command: [String] = []
    var version = "", configuration = ""
    var jobs = 1
    var phases: [Span] = []
    var actions: [Action] = []
    var tests: [TestTarget] = []
    /// Nil: the log ends before the build does.
    var succeeded: Bool?
    /// Milliseconds of processor time.
    var savedCPU = 0.0, spentCPU = 0.0
    /// What compilers said of what failed.
    var failures: [String] = []
    /// Actions, tests, phases or messages that are not kept, because the log has too many of them.
    var isCut = false
}
