import InterfaceKit
import RouterService
import RouterServiceInterface

// Put together by hand, for once: what the wiring generates is no other code than this.
let presenter = TerminalPresenter(terminal: StandardTerminal(), behaviours: [NavigationBar()])
let router = NavigationRouter(handlers: [RoomHandler(), StairsHandler()], presenter: presenter)
router.run(from: RoomRoute.hall)
