import Deep
public final class Shared: Sendable { public static let one = Shared() }
public func base() -> String { "base \(deep())" }
