import BuildEngine
import BuildPlanning
import Targets
import Toolchains

/// How something is built, whatever it is.
public struct BuildSettings: Hashable, Sendable {
    public var configuration = BuildConfiguration.debug
    public var flags = BuildFlags()
    /// After a failure, what does not need what failed is done all the same.
    public var keepsGoing = false
    /// In seconds, for each action that runs on this machine; nil: as long as it takes.
    public var timeLimit: Double?
    /// Decide only: nothing runs, nothing is placed.
    public var isDryRun = false
    /// Which results that came from the cache are made again and compared; nil: none.
    public var verification: VerificationRequest?
    public var precision = ModulePrecision.usedParts
    /// All tests are found, also of packages that list theirs.
    public var findsAllTests = false
    /// The index data of Swift targets is written, for editors of others.
    public var writesIndex = false
    /// Something follows, after which `TieredCache.finishSending` is called.
    public var leavesSending = false

    public init() {}
}
