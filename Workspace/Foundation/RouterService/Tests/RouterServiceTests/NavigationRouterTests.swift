import InterfaceKitInterface
import RouterService
import RouterServiceInterface
import RouterServiceTesting
import Testing

@Test func `routes lead to the screens of their handlers`() {
    let presenter = Visits(choosing: ["to B 7", "0", "to B 8", "q", "never"])
    NavigationRouter(handlers: [HandlerA(), HandlerB()], presenter: presenter).run(from: RouteA())
    #expect(presenter.titles == ["A", "B 7", "A", "B 8"])
    #expect(presenter.isFinished)
}

@Test func `home is the first screen`() {
    let presenter = Visits(choosing: ["to B 7", "deeper", "home"])
    NavigationRouter(handlers: [HandlerB(), HandlerA()], presenter: presenter).run(from: RouteA())
    #expect(presenter.titles == ["A", "B 7", "B 8", "A"])
}

@Test func `a mock keeps where it was sent`() {
    let router = RouterMock()
    router.open(RouteB(number: 1))
    router.open(RouteA())
    router.back()
    router.home()
    #expect(router.opened == [RouteB(number: 1), RouteA()] as [AnyHashable])
    #expect((router.stepsBack, router.stepsHome) == (1, 1))
}

private struct RouteA: Route {}

private struct RouteB: Route {
    var number: Int
}

private struct HandlerA: RouteHandler {
    typealias Subject = RouteA

    func screen(for route: RouteA, router: any Router) -> any Screen {
        Stop("A", [Choice("to B 7") { router.open(RouteB(number: 7)) }, Choice("to B 8") { router.open(RouteB(number: 8)) }])
    }
}

private struct HandlerB: RouteHandler {
    typealias Subject = RouteB

    func screen(for route: RouteB, router: any Router) -> any Screen {
        Stop("B \(route.number)", [Choice("deeper") { router.open(RouteB(number: route.number + 1)) }, Choice("home", action: router.home)])
    }
}

private final class Stop: Screen {
    let title: String
    private let choices: [Choice]

    init(_ title: String, _ choices: [Choice]) { (self.title, self.choices) = (title, choices) }

    func content() -> ScreenContent { ScreenContent(choices: choices) }
}

/// Presents nothing, and makes the choices that it was told to.
private final class Visits: ScreenPresenter {
    private(set) var titles: [String] = []
    private(set) var isFinished = false
    private var choices: [String]

    init(choosing choices: [String]) { self.choices = choices.reversed() }

    func present(_ screen: any Screen, standing: [Choice]) -> Bool {
        titles.append(screen.title)
        guard let next = choices.popLast(), let content = try? screen.content() else { return false }
        (content.choices + standing).first { $0.title == next || $0.key == next }?.action()
        return true
    }

    func finish() { isFinished = true }
}
