import AnalyticsInterface
import InterfaceKitInterface

/// Records each screen that appears and each choice that is made, without any screen knowing.
public struct ScreenVisits: EveryScreenBehaviour {
    private let analytics: any Analytics

    public init(analytics: any Analytics) { self.analytics = analytics }

    public func willAppear(_ screen: any Screen) { analytics.record(AnalyticsEvent("screen", screen.title)) }
    public func didChoose(_ choice: Choice, on screen: any Screen) { analytics.record(AnalyticsEvent("choice", choice.title)) }
}
