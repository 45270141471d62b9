import ArtifactCache

/// A server behind the caches that are folders, and how it is used.
public struct RemoteCacheSettings: Sendable {
    public var server: HTTPStore.Settings
    public var mode: SharedTier.Mode
    /// Seconds for which the end of a build waits until what it made is there.
    public var wait: Double

    public init(server: HTTPStore.Settings, mode: SharedTier.Mode = .readWrite, wait: Double = 60) {
        (self.server, self.mode, self.wait) = (server, mode, wait)
    }

    /// Asks nothing yet.
    public var tier: RemoteTier { RemoteTier(store: HTTPStore(server), mode: mode, wait: wait) }
}
