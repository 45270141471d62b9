import Wiring

/// A place in the app, as a value: what one feature says to lead to another one. An app knows one handler for each type of route.
public protocol Route: Handled, Hashable, Sendable {}
