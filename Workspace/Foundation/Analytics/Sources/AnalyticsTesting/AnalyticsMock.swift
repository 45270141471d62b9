import AnalyticsInterface

/// Hears everything, and keeps it for a test to look at.
public final class AnalyticsMock: Analytics {
    public private(set) var events: [AnalyticsEvent] = []

    public init() {}

    public func record(_ event: AnalyticsEvent) { events.append(event) }
}
