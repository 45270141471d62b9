import Analytics
import AnalyticsInterface
import InterfaceKit
import InterfaceKitInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeAnalytics: (ObjectGraph) -> any AnalyticsInterface.Analytics = { _ in EventJournal() }
    private(set) lazy var analytics: any AnalyticsInterface.Analytics = makeAnalytics(self)

    var makeScreenPresenter: (ObjectGraph) -> any InterfaceKitInterface.ScreenPresenter = { graph in TerminalPresenter(terminal: graph.terminal, behaviours: graph.everyScreenBehaviours) }
    private(set) lazy var screenPresenter: any InterfaceKitInterface.ScreenPresenter = makeScreenPresenter(self)

    var makeTerminal: (ObjectGraph) -> any InterfaceKitInterface.Terminal = { _ in StandardTerminal() }
    private(set) lazy var terminal: any InterfaceKitInterface.Terminal = makeTerminal(self)

    var makeEveryScreenBehaviours: (ObjectGraph) -> [any InterfaceKitInterface.EveryScreenBehaviour] = { graph in [ScreenVisits(analytics: graph.analytics), NavigationBar()] }
    var everyScreenBehaviours: [any InterfaceKitInterface.EveryScreenBehaviour] { makeEveryScreenBehaviours(self) }
}
