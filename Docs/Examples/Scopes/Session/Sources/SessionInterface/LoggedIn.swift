import Wiring

/// Begins the part of the graph that lives as long as somebody is logged in.
public struct LoggedIn: Scope {
    public let user: String
    public init(user: String) { self.user = user }
}
