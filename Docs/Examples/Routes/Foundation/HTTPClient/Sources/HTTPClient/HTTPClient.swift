import HTTPClientInterface

/// Stands in for a client that asks a real server.
public final class HTTPClient: HTTPClientProtocol {
    public init() {}

    public func get(_ path: String) -> String { "200 \(path)" }
}
