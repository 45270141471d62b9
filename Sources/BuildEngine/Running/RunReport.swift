import ArtifactCache
import BuildPlanning
import Digests
import Subprocesses

/// What came of running an action.
struct RunReport: Sendable {
    var result: Result<Decided, ActionFailure>
    var diagnostics: String
    var wall: Double
    var cpu: Double
    var unpublished: Unpublished?
    var clock: [ClockUse] = []
    /// Another machine ran it: times are those of its worker.
    var isElsewhere = false
}

/// How an action's tool ended, and where it ran.
struct PerformedRun: Sendable {
    var outcome: CommandResult
    var isElsewhere: Bool

    init(_ outcome: CommandResult, isElsewhere: Bool = false) {
        (self.outcome, self.isElsewhere) = (outcome, isElsewhere)
    }
}

/// A run that is over, and when it was under way.
struct EndedRun: Sendable {
    var undecided: Undecided
    var report: RunReport
    var slots: [Int]
    /// Nanoseconds since the build started.
    var started, ended: UInt64

    /// What the run made, where that is what the verdict says of its action, or asks for.
    func result(for verdict: Verdict) -> Decided? {
        guard case .success(let made) = report.result else { return nil }
        return switch verdict {
        case .decided(let result): result.key == made.key ? made : nil
        // It was not published, and another run would make the same.
        case .undecided(let missing): report.unpublished != nil && missing.declared == undecided.declared ? made : nil
        case .failed: nil
        }
    }
}

/// A blob that the cache said it had is not there: what was decided by it must be decided anew.
struct LostBlob: Error {
    var owner: ActionID
    var key: ActionKey
}

/// What a tool left behind, step by step as it is found out.
struct FinishedRun {
    let outcome: CommandResult
    let isElsewhere: Bool
    /// What people read.
    var text: String
    /// Under which it is kept.
    var said: ContentDigest?
    /// In the action's order.
    var outputs: [ActionResult.Output] = []
    /// What outputs hold that are folders, by name.
    var folders: [String: [UInt8]] = [:]
    var readings = Readings(files: [])
    /// C modules of which it read a header.
    var cModules: Set<String> = []
    /// What of its texts stands for the time of the run.
    var clock: [ClockUse] = []
    /// Set where nothing of it may be published.
    var unpublished: Unpublished?
    /// Of the module that it emitted.
    var interface: ContentDigest?

    init(_ run: PerformedRun, text: String) {
        (outcome, isElsewhere, self.text) = (run.outcome, run.isElsewhere, text)
    }

    var result: ActionResult {
        ActionResult(
            outputs: outputs, interface: interface, wall: Int64(outcome.wall * 1000), cpu: Int64(outcome.cpu * 1000))
    }

    /// With what it said.
    var keptResult: ActionResult {
        var result = result
        result.diagnostics = said
        return result
    }

    func report(_ result: Result<Decided, ActionFailure>) -> RunReport {
        RunReport(
            result: result, diagnostics: text, wall: outcome.wall, cpu: outcome.cpu, unpublished: unpublished,
            clock: clock, isElsewhere: isElsewhere)
    }
}
