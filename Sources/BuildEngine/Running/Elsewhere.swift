import BuildPlanning
import Parallelism
import RemoteCaches
import Synchronization

/// Where actions may run beside this machine.
public struct Elsewhere: Sendable {
    public let executor: any ActionExecutor
    /// How many actions are there at once.
    public let jobs: Int

    public init(executor: any ActionExecutor, jobs: Int) { (self.executor, self.jobs) = (executor, max(1, jobs)) }
}

/// Why an action that could have run elsewhere ran here.
public enum StayReason: Hashable, Sendable {
    /// Its kind is cheap, or needs this machine.
    case kind
    /// It takes less time than asking.
    case cheap
    /// It builds upon what the last run left here.
    case incremental
    /// Somebody edits its target: what its compiler leaves behind is of use here.
    case edited
    /// It reads a folder, a file outside of the workspace, or one whose name a shell would take apart.
    case input
    /// The other machine has another toolchain, or other files of the system.
    case differs
    /// It failed there: what it says is to be said here.
    case failed
    case obstacle(RemoteObstacle)
}

/// What ran elsewhere, and what did not.
public struct ElsewhereCounts: Sendable {
    /// Of these, some the server had from an earlier run.
    public var ran = 0, cached = 0
    public var stayed: [StayReason: Int] = [:]

    public init() {}
}

/// What a runner knows of other machines.
struct Away: Sendable {
    let executor: any ActionExecutor
    /// What runs here beside.
    let home: JobSlots
    let costs: ExpectedCosts
    let account = Account()

    final class Account: Sendable {
        let counts = Mutex(ElsewhereCounts())
    }

    init(_ elsewhere: Elsewhere, jobs: Int, costs: ExpectedCosts) {
        (executor, home, self.costs) = (elsewhere.executor, JobSlots(count: jobs), costs)
    }

    /// In milliseconds: a worker takes 70 to 300 of them to begin.
    static let leastCost: Int64 = 300

    /// Files of all folders in which flags have headers looked for.
    static let mostHeaders = 2000

    func stays(_ reason: StayReason) { account.counts.withLock { $0.stayed[reason, default: 0] += 1 } }

    func ran(isCached: Bool) {
        account.counts.withLock { counts in
            counts.ran += 1
            if isCached { counts.cached += 1 }
        }
    }
}
