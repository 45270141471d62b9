/// A server behind the caches that are folders.
public struct RemoteTier: Sendable {
    public var store: any BackingStore
    public var mode: SharedTier.Mode
    /// Seconds for which the end of a build waits until what it made is there.
    public var wait: Double

    public init(store: any BackingStore, mode: SharedTier.Mode, wait: Double = 60) {
        (self.store, self.mode, self.wait) = (store, mode, wait)
    }
}

/// What went to a server and came from it.
public struct TransferCounts: Hashable, Sendable {
    public var requests = 0
    /// Of bodies.
    public var bytesUp: Int64 = 0, bytesDown: Int64 = 0

    public init() {}
}

/// What became of results that were to be sent beside the work that made them.
public struct SendingReport: Hashable, Sendable {
    public var sent = 0
    /// There was no time left for them.
    public var late = 0

    public init(sent: Int = 0, late: Int = 0) { (self.sent, self.late) = (sent, late) }
}
