/// Which server runs actions of a workspace on other machines. How it is trusted, and what says who asks, is as for a
/// remote cache.
public struct RemoteExecutorConfiguration: Hashable, Sendable {
    /// `grpcs://build.example.com:443/main`.
    public var address: String
    /// Actions that may run there at once; nil where the workspace does not say.
    public var jobs: Int?
    /// What a worker must have, by name.
    public var properties: [String: String] = [:]

    public init(address: String) { self.address = address }
}
