import AnalyticsInterface

/// Keeps the events as long as it lives.
public final class EventJournal: Analytics {
    public private(set) var events: [AnalyticsEvent] = []

    public init() {}

    public func record(_ event: AnalyticsEvent) { events.append(event) }
}
