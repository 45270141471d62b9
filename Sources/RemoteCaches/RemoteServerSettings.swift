import ArtifactCache
import HTTPTransfers
import RemoteCalls

/// A server, and how it is asked.
public struct RemoteServerSettings: Sendable {
    /// `https://cache.example.com/mono`, or `grpcs://cache.example.com:443/instance`; without a user or a password.
    public var address: String
    /// Part of each entry's name: another one disowns all that there is.
    public var salt = ""
    /// Seconds in which something must be heard of the server.
    public var patience = 10.0
    public var credentials = RemoteCredentials.none
    /// What a server that speaks HTTP is to log; gRPC's own name goes with calls.
    public var userAgent = "mono"
    /// Files in PEM: authorities in place of the system's; a client's certificate and its key.
    public var authorities, certificate, key: String?
    /// Makes what calls a server that speaks gRPC; nil where there is nothing that could.
    public var callChannel: (@Sendable (CallProgram.Server) -> any CallChannel)?

    public init(address: String) { self.address = address }

    /// Asks nothing yet.
    var server: any RemoteServer {
        guard let address = APIAddress(address) else { return HTTPCacheServer(self) }
        return APICacheServer(self, address)
    }

    /// Asks nothing yet.
    public var store: any BackingStore { RemoteStore(server, salt: salt) }
}

/// A server behind the caches that are folders, and how it is used.
public struct RemoteCacheSettings: Sendable {
    public var server: RemoteServerSettings
    public var mode: SharedTier.Mode
    /// Seconds for which the end of a build waits until what it made is there.
    public var wait: Double

    public init(server: RemoteServerSettings, mode: SharedTier.Mode = .readWrite, wait: Double = 60) {
        (self.server, self.mode, self.wait) = (server, mode, wait)
    }

    /// Asks nothing yet.
    public var tier: RemoteTier { RemoteTier(store: server.store, mode: mode, wait: wait) }
}
