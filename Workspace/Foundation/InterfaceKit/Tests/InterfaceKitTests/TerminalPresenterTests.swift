import InterfaceKit
import InterfaceKitInterface
import InterfaceKitTesting
import Testing

@Test func `a screen is drawn between its behaviours`() {
    let terminal = ScriptedTerminal()
    let presenter = TerminalPresenter(terminal: terminal, behaviours: [Hooks("every")])
    _ = presenter.present(Plain(behaviours: [Hooks("own")]), standing: [Choice("Back", key: "0") {}])
    #expect(terminal.written == ["", "every above", "own above", "hello", "  1. One  €1", "every below", "own below", "[0] Back"])
}

@Test(arguments: ["1", " one ", "ONE"])
func `choices have a number and a title`(input: String) {
    let screen = Plain()
    #expect(TerminalPresenter(terminal: ScriptedTerminal(typing: [input]), behaviours: []).present(screen, standing: []))
    #expect(screen.isChosen)
}

@Test func `screens appear and disappear once, however often they are drawn`() {
    let hooks = Hooks("")
    let presenter = TerminalPresenter(terminal: ScriptedTerminal(typing: ["1", "1", "1"]), behaviours: [hooks])
    let first = Plain(title: "first"), second = Plain(title: "second")
    for screen in [first, first, second] { _ = presenter.present(screen, standing: []) }
    presenter.finish()
    #expect(hooks.steps == ["first appears", "chose One", "chose One", "first disappears", "second appears", "chose One", "second disappears"])
}

@Test func `what fails can be tried again`() {
    let terminal = ScriptedTerminal(typing: ["", "7"])
    let presenter = TerminalPresenter(terminal: terminal, behaviours: [])
    let screen = Plain(fails: true)
    #expect(presenter.present(screen, standing: []))
    #expect(presenter.present(screen, standing: []))
    #expect(!presenter.present(screen, standing: []))
    #expect(terminal.written.filter { $0 == "out of order" }.count == 3)
    #expect(terminal.written.contains("'7' cannot be chosen here"))
}

@Test func `the navigation bar shows the title`() {
    let terminal = ScriptedTerminal()
    NavigationBar().willDraw(Plain(title: "Menu"), on: terminal)
    #expect(terminal.written.first?.hasPrefix("── Menu ───") == true)
}

private final class Plain: Screen {
    let title: String
    let behaviours: [any ScreenBehaviour]
    private let fails: Bool
    private(set) var isChosen = false

    init(title: String = "Plain", behaviours: [any ScreenBehaviour] = [], fails: Bool = false) {
        (self.title, self.behaviours, self.fails) = (title, behaviours, fails)
    }

    func content() throws -> ScreenContent {
        if fails { throw OutOfOrder() }
        return ScreenContent(["hello"], choices: [Choice("One", detail: "€1") { self.isChosen = true }])
    }
}

private struct OutOfOrder: Error, CustomStringConvertible {
    var description: String { "out of order" }
}

/// Says which of its steps were called.
private final class Hooks: EveryScreenBehaviour {
    private let name: String
    private(set) var steps: [String] = []

    init(_ name: String) { self.name = name }

    func willAppear(_ screen: any Screen) { steps.append("\(screen.title) appears") }
    func willDraw(_ screen: any Screen, on terminal: any Terminal) { terminal.write("\(name) above", style: .plain) }
    func didDraw(_ screen: any Screen, on terminal: any Terminal) { terminal.write("\(name) below", style: .plain) }
    func didChoose(_ choice: Choice, on screen: any Screen) { steps.append("chose \(choice.title)") }
    func didDisappear(_ screen: any Screen) { steps.append("\(screen.title) disappears") }
}
