import InterfaceKit
import InterfaceKitInterface

/// All that the program is made of.
final class ObjectGraph {
    init() {}

    var makeScreenPresenter: (ObjectGraph) -> any InterfaceKitInterface.ScreenPresenter = { graph in TerminalPresenter(terminal: graph.terminal, behaviours: graph.everyScreenBehaviours) }
    private(set) lazy var screenPresenter: any InterfaceKitInterface.ScreenPresenter = makeScreenPresenter(self)

    var makeTerminal: (ObjectGraph) -> any InterfaceKitInterface.Terminal = { _ in StandardTerminal() }
    private(set) lazy var terminal: any InterfaceKitInterface.Terminal = makeTerminal(self)

    var makeEveryScreenBehaviours: (ObjectGraph) -> [any InterfaceKitInterface.EveryScreenBehaviour] = { _ in [NavigationBar()] }
    var everyScreenBehaviours: [any InterfaceKitInterface.EveryScreenBehaviour] { makeEveryScreenBehaviours(self) }
}
