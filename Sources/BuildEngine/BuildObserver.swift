import ArtifactCache
import BuildPlanning
import Targets
import Toolchains

/// What observes a build. The engine prints nothing; everything that people or programs learn of a build comes through
/// here.
///
/// Members are called one at a time, in the order of events, on the engine's queue: they should return soon. Each does
/// nothing unless an observer implements it.
public protocol BuildObserver: Sendable {
    /// Called again where a build of a part turns out to concern more (`PartOfBuild`).
    func buildStarted(_ start: BuildStart)
    func actionStarted(_ start: ActionStart)
    func actionFinished(_ report: ActionReport)
    /// What compilers said: shown once, whether it was said now or is stored with a result.
    func diagnosed(_ diagnostics: Diagnostics)
    /// Everything is built, and cached results are made again to be compared.
    func verificationStarted(_ start: VerificationStart)
    /// `time`: nanoseconds since the build started.
    func resultVerificationStarted(_ action: Action, time: UInt64)
    func resultVerified(_ report: VerificationReport)
    /// All is done, but that results are still being sent to a server.
    func sendingStarted(results: Int)
    func buildFinished(_ summary: BuildSummary)
}

extension BuildObserver {
    public func buildStarted(_ start: BuildStart) {}
    public func actionStarted(_ start: ActionStart) {}
    public func actionFinished(_ report: ActionReport) {}
    public func diagnosed(_ diagnostics: Diagnostics) {}
    public func verificationStarted(_ start: VerificationStart) {}
    public func resultVerificationStarted(_ action: Action, time: UInt64) {}
    public func resultVerified(_ report: VerificationReport) {}
    public func sendingStarted(results: Int) {}
    public func buildFinished(_ summary: BuildSummary) {}
}

public struct BuildStart: Sendable {
    public var configuration: BuildConfiguration
    /// In the order in which they may be decided.
    public var actions: [Action]
    public var jobs: Int
    /// The words of an action's command line; none where it starts no program.
    public var arguments: @Sendable (Action) -> [Argument]

    public init(
        configuration: BuildConfiguration, actions: [Action], jobs: Int,
        arguments: @escaping @Sendable (Action) -> [Argument] = { $0.arguments }
    ) {
        (self.configuration, self.actions, self.jobs) = (configuration, actions, jobs)
        self.arguments = arguments
    }
}

/// Times are nanoseconds since the build started.
public struct ActionStart: Sendable {
    public var action: Action
    public var time: UInt64
    /// Which job slots it holds: the least of them names its lane in pictures of the build.
    public var slots: [Int]
    public var reason: RebuildReason
    /// It builds upon what the last compile left in place.
    public var isIncremental: Bool
    /// The next one can build upon what it leaves.
    public var keepsState = false
}

public struct ActionReport: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// Nothing to run, and nothing restored: it only fixes a digest.
        case decided
        /// Its result was in the cache.
        case hit(CacheTier)
        case ran
        case failed(ActionFailure)
        /// Something that it needs failed: the first of those.
        case skipped(because: ActionID)
        /// The build stopped before its turn.
        case notReached
        /// It ran on an assumption about its dependencies; `ran` or `abandoned` follows when that is known.
        case ranEarly
        /// It was started on an assumption that did not hold, and failed or is of no use; how the action ends is reported
        /// apart from this.
        case abandoned
        /// Only planned (`dryRun`): it would run, or might, because something that it needs would.
        case wouldRun(certain: Bool)
    }

    public var action: Action
    public var outcome: Outcome
    /// Nanoseconds since the build started; both the same where nothing ran.
    public var started, ended: UInt64
    public var slots: [Int]
    /// Milliseconds that the run took, now or when the result was made.
    public var wall, cpu: Int64
    /// Why its result was not published, where it ran and was not.
    public var unpublished: Unpublished?
    public var reason: RebuildReason?
    public var key: ActionKey?
    /// Where texts of its run use the time of the compile, which the kept result then holds.
    public var clock: [ClockUse] = []
    /// Another machine ran it; `wall` and `cpu` are the time that its worker took.
    public var isElsewhere = false
}

/// A use of the time of a compile.
public struct ClockUse: Hashable, Sendable {
    /// Relative to the workspace's root inside it, else absolute.
    public var file: String
    public var macro: ClockMacro
}

/// Why an action failed.
public enum ActionFailure: Error, Hashable, Sendable {
    /// The tool said no; its output has been told as diagnostics.
    case exit(Int32)
    case signal(Int32)
    case timedOut(seconds: Double)
    case cancelled
    case cannotStart(tool: String, code: Int32)
    /// The tool said yes and left no such output.
    case missingOutput(String)
    /// A plugin's command made a folder where it said that it makes a file.
    case outputIsFolder(String)
    /// A plugin's command is to write there, and a link on the way leads out of mono's folder.
    case outputElsewhere(String)
    case unreadable(path: String, code: Int32)
    case unwritable(path: String, code: Int32)
    /// What a feature found wrong.
    case feature(FeatureFault)
    /// (`--verify`) What it makes names the workspace's folder, so that another folder gives something else.
    case namesItsFolder
}

/// Why a result was used and not published.
public enum Unpublished: Error, Hashable, Sendable {
    /// A file changed while the action ran.
    case changedMeanwhile(String)
    /// The clock that stamps files was set while the action ran: nobody knows what changed meanwhile.
    case clockWasSet
    /// The action read a file that no key of it can name.
    case undeclaredRead(String)
    /// The tool left no account of what it read.
    case unknownReads(String)
    /// A plugin left something that is no file, or cannot be read.
    case unkept(String)
    /// A program wrote the path of a folder into its output that is the user's own.
    case namesFolder(String)
    /// The cache could not be written.
    case cacheUnwritable
}

public struct Diagnostics: Hashable, Sendable {
    public var subject: Action.Subject
    /// The folder that relative paths in the text start from, relative to the workspace root.
    public var folder: String
    public var text: String
    public var isFailure: Bool
    /// It was stored with a result and is shown again.
    public var isReplayed: Bool
}

public struct BuildSummary: Sendable {
    public struct Failure: Hashable, Sendable {
        public var action: Action
        public var failure: ActionFailure
    }

    public var failures: [Failure] = []
    public var wasCancelled = false
    /// Actions by how they ended.
    public var ran = 0, hits = 0, skipped = 0, wouldRun = 0
    /// Of the hits, those that came from the shared tier.
    public var sharedHits = 0
    /// Of the hits, those that came from a server.
    public var remoteHits = 0
    /// What went to the server and came from it, since the cache was opened; nil where there is none.
    public var transfers: TransferCounts?
    /// What became of results that were to be sent there; nil where there were none.
    public var sending: SendingReport?
    /// What ran on other machines, and what did not; nil where there are none.
    public var elsewhere: ElsewhereCounts?
    /// Milliseconds of processor time that hits would have taken, and that runs took.
    public var savedCPU: Int64 = 0, spentCPU: Int64 = 0
    /// Nanoseconds on the wall.
    public var wall: UInt64 = 0
    public var unpublished: [Unpublished] = []
    public var placed: [BuildPlan.Placement] = []
    public var placementFailures: [ActionFailure] = []
    public var cacheProblems: [CacheProblem] = []
    /// Nil where none was asked for, or the build did not come to it.
    public var verification: VerificationSummary?
    /// What a build would tell that finds all as this one left it; nil where nobody asked, or that is not known.
    public var next: NothingToDo?
    /// A part of the plan was enough.
    public var isOfPart = false
    /// Of the whole build; nil where that is not known.
    public var outline: BuildOutline?

    public init() {}

    /// What verification found is no part of this.
    public var succeeded: Bool { failures.isEmpty && !wasCancelled && placementFailures.isEmpty }
}
