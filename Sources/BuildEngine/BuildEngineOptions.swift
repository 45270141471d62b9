import Disk

extension BuildEngine {
    /// How a build goes on; none of it changes what comes out.
    public struct Options: Sendable {
        /// How many processes may run at once.
        public var jobs: Int
        /// After a failure, go on with everything that does not need what failed.
        public var keepGoing: Bool
        /// In seconds, for each action that runs here; nil: as long as it takes.
        public var timeLimit: Double?
        /// Decide only; run nothing, place nothing.
        public var dryRun: Bool
        /// Make results that came from the cache again, and compare.
        public var verification: VerificationRequest?

        public var precision: ModulePrecision
        /// Something follows, at the end of which the results are to be where they go.
        public var leavesSending: Bool
        /// Other machines on which actions may run.
        public var elsewhere: Elsewhere?
        /// The folder in which this machine's user remembers what compilers said of themselves; nil: they are asked.
        public var machine: AbsolutePath?

        public init(
            jobs: Int, keepGoing: Bool = false, timeLimit: Double? = nil, dryRun: Bool = false,
            verification: VerificationRequest? = nil,
            precision: ModulePrecision = .usedParts, leavesSending: Bool = false, elsewhere: Elsewhere? = nil,
            machine: AbsolutePath? = nil
        ) {
            (self.jobs, self.keepGoing, self.dryRun, self.elsewhere) = (max(1, jobs), keepGoing, dryRun, elsewhere)
            (self.timeLimit, self.machine) = (timeLimit, machine)
            (self.verification, self.precision, self.leavesSending) = (verification, precision, leavesSending)
        }
    }
}
