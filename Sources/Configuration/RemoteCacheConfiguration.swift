import ArtifactCache
import Disk

/// Which server a workspace's results are kept on, and how it is used. Secrets do not stand in files that are checked
/// in.
public struct RemoteCacheConfiguration: Hashable, Sendable {
    /// `https://cache.example.com/mono`.
    public var address: String
    public var mode = SharedTier.Mode.readWrite
    /// Part of each entry's name: another one disowns all that there is.
    public var salt = ""
    /// Seconds for which the end of a build waits until what it made is there.
    public var wait: Int?
    /// Files in PEM: authorities in place of the system's; a client's certificate and its key.
    public var authorities, certificate, key: AbsolutePath?
    /// A program that says who asks: a path, or a name that is looked for in `PATH`.
    public var credentialHelper: String?

    public init(address: String) { self.address = address }
}
