/// What a cache folder holds.
public struct CacheStatistics: Hashable, Sendable {
    public struct Count: Hashable, Sendable {
        public var files = 0
        /// The sum of the files' sizes.
        public var bytes: Int64 = 0

        public init() {}

        init(_ items: [CacheInventory.Item]) {
            for item in items {
                files += 1
                bytes += item.size
            }
        }
    }

    /// Of `results`, those of each scope that has any.
    public var resultsByScope: [CacheScope: Count] = [:]
    public var results = Count(), inputNames = Count(), blobs = Count()
    /// Files that writers are writing, or left when they died.
    public var temporaries = Count()
    /// What is not in its place, and what is nothing of ours.
    public var foreign = Count()
    /// Results that were found to be wrong, and what is kept of them.
    public var quarantined = Count()
    /// How many results were last used less than each of `ageLimits` ago and not less than the one before; one number
    /// more, for the rest. A use is recorded once a day.
    public var resultsByAge = [Int](repeating: 0, count: ageLimits.count + 1)

    /// One day, one week and thirty days, in nanoseconds.
    public static let ageLimits: [Int64] = [1, 7, 30].map { $0 * 24 * 3_600 * 1_000_000_000 }

    public var bytes: Int64 {
        results.bytes + inputNames.bytes + blobs.bytes + temporaries.bytes + foreign.bytes + quarantined.bytes
    }

    public init() {}
}
