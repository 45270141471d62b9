import Wiring

/// Hears what people do.
public protocol Analytics: Provided, Shared {
    func record(_ event: AnalyticsEvent)

    /// All that was recorded, in order.
    var events: [AnalyticsEvent] { get }
}

public struct AnalyticsEvent: Hashable, Sendable {
    public var name: String
    public var detail: String

    public init(_ name: String, _ detail: String = "") { (self.name, self.detail) = (name, detail) }
}
