import NetworkInterface
import Wiring

/// One for the whole program: it is in no scope.
public final class InMemoryNetwork: Network, Shared {
    public init() {}
    public func get(_ path: String) -> String { path == "/articles/1" ? "Modules" : "Caches" }
}
