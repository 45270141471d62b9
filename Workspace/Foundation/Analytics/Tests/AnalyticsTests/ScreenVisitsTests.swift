import Analytics
import AnalyticsInterface
import AnalyticsTesting
import InterfaceKitInterface
import Testing

@Test func `screens and choices are recorded`() {
    let analytics = AnalyticsMock()
    let visits = ScreenVisits(analytics: analytics)
    let screen = Blank()
    visits.willAppear(screen)
    visits.didChoose(Choice("Leave") {}, on: screen)
    visits.didDisappear(screen)
    #expect(analytics.events == [AnalyticsEvent("screen", "Blank"), AnalyticsEvent("choice", "Leave")])
}

@Test func `the journal keeps events in order`() {
    let journal = EventJournal()
    for name in ["one", "two"] { journal.record(AnalyticsEvent(name)) }
    #expect(journal.events.map(\.name) == ["one", "two"])
}

private final class Blank: Screen {
    let title = "Blank"

    func content() -> ScreenContent { ScreenContent() }
}
