import NetworkInterface

public struct NetworkMock: Network {
    public init() {}
    public func get(_ path: String) -> String { "mock of \(path)" }
}
