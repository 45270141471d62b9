/// Asks a server.
public protocol HTTPClientProtocol {
    func get(_ path: String) -> String
}
