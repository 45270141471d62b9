import ArtifactCache
import BuildPlanning
import Digests
import Disk

/// Which of a build's cached results are to be made again and compared.
public struct VerificationRequest: Hashable, Sendable {
    /// How many of a hundred, above 0.
    public var percent: Double
    /// Chooses the sample: the same seed chooses the same ones of the same results.
    public var seed: UInt64

    public init(percent: Double, seed: UInt64) { (self.percent, self.seed) = (percent, seed) }

    /// The sample of the results under `keys`: at least one where there are any.
    func sample(of keys: [ActionKey]) -> Set<ActionKey> {
        if percent >= 100 { return Set(keys) }
        let wanted = Int((Double(keys.count) * percent / 100).rounded(.up))
        let ranked = keys.map { (rank: ContentDigest(of: "\(seed) \($0)").hex, key: $0) }.sorted { $0.rank < $1.rank }
        return Set(ranked.prefix(max(1, wanted)).map(\.key))
    }
}

public struct VerificationStart: Sendable {
    public var request: VerificationRequest
    /// How many results this build took from the cache, and how many of them are made again.
    public var results, sampled: Int
    /// Nanoseconds since the build started.
    public var time: UInt64
}

/// What came of making one cached result again.
public struct VerificationReport: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// Every output has the same bytes.
        case same
        case differs(ResultMismatch)
        case notVerified(VerificationObstacle)
        /// The build was stopped before or while it was made.
        case notReached
    }

    public var action: Action
    public var key: ActionKey
    public var outcome: Outcome
    /// Nanoseconds since the build started.
    public var started, ended: UInt64
    /// Milliseconds of processor time.
    public var cpu: Int64
}

/// How what was made differs from the cached result.
public struct ResultMismatch: Error, Hashable, Sendable {
    public enum Fact: Hashable, Sendable {
        /// Outputs that differ, in the action's order; never empty.
        case outputs([OutputMismatch])
        /// The module is the same, and the digest of what dependents see of it is another: dependents were not built
        /// that had to be, or the other way round.
        case interface(cached: ContentDigest?, made: ContentDigest)
        /// The cache has a result, and the tool refuses to make one.
        case failure(ActionFailure)
    }

    public var fact: Fact
    /// A second run made something else than the first: the tool is to blame, and not the cache.
    public var toolIsUnsteady = false
    /// Where the result and what was made are kept for study; nil where they could not be.
    public var quarantine: AbsolutePath?
}

public struct OutputMismatch: Hashable, Sendable {
    /// The action's name for the file.
    public var name: String
    public var cached, made: ContentDigest
    /// Nil where the cached content is gone.
    public var difference: FileDifference?
}

/// Why a result could not be made again, which says nothing about it.
public enum VerificationObstacle: Error, Hashable, Sendable {
    /// Something that the action reads changed after the build had looked at it.
    case inputChanged(String)
    /// A file that another action made, which neither the cache nor the workspace has any more.
    case inputLost(String, of: ActionID)
    /// The tool did not run to an end of its own.
    case failure(ActionFailure)
}

/// What verification came to.
public struct VerificationSummary: Sendable {
    public struct Mismatch: Sendable {
        public var action: Action
        public var key: ActionKey
        public var mismatch: ResultMismatch
    }

    public var start: VerificationStart
    /// How many were the same.
    public var same = 0
    public var mismatches: [Mismatch] = []
    public var obstacles: [(action: Action, obstacle: VerificationObstacle)] = []
    /// Nanoseconds on the wall, and milliseconds of processor time.
    public var wall: UInt64 = 0
    public var cpu: Int64 = 0

    init(_ start: VerificationStart) { self.start = start }

    /// Each result that was looked at is what the tools make, and each could be looked at.
    public var succeeded: Bool { mismatches.isEmpty && obstacles.isEmpty }
}
