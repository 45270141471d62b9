import InterfaceKitInterface

/// Shows screens as lines of text with numbered choices.
public final class TerminalPresenter: ScreenPresenter {
    private let terminal: any Terminal
    private let everyScreen: [any EveryScreenBehaviour]
    private var visible: (any Screen)?

    public init(terminal: any Terminal, behaviours: [any EveryScreenBehaviour]) {
        (self.terminal, everyScreen) = (terminal, behaviours)
    }

    public func present(_ screen: any Screen, standing: [Choice]) -> Bool {
        appear(screen)
        let content = self.content(of: screen)
        let choices = ChoiceTable(content.choices + standing)
        draw(screen, content, choices)
        guard let line = terminal.readLine(prompt: "> ") else { return false }
        let input = line.trimmed
        if let choice = choices[input] {
            for behaviour in behaviours(of: screen) { behaviour.didChoose(choice, on: screen) }
            choice.action()
        } else if let entry = content.entry, !input.isEmpty {
            entry(input)
        } else if !input.isEmpty {
            terminal.write("'\(input)' cannot be chosen here", style: .warning)
        }
        return true
    }

    public func finish() {
        if let visible { for behaviour in behaviours(of: visible) { behaviour.didDisappear(visible) } }
        visible = nil
    }

    private func appear(_ screen: any Screen) {
        guard visible !== screen else { return }
        finish()
        visible = screen
        for behaviour in behaviours(of: screen) { behaviour.willAppear(screen) }
    }

    /// A screen that fails is shown with the reason, and can be left or tried again.
    private func content(of screen: any Screen) -> ScreenContent {
        do { return try screen.content() } catch { return ScreenContent([StyledLine("\(error)", style: .warning)]) }
    }

    private func draw(_ screen: any Screen, _ content: ScreenContent, _ choices: ChoiceTable) {
        let behaviours = behaviours(of: screen)
        terminal.write("", style: .plain)
        for behaviour in behaviours { behaviour.willDraw(screen, on: terminal) }
        for line in content.lines { terminal.write(line.text, style: line.style) }
        for row in choices.rows { terminal.write(row, style: .plain) }
        for behaviour in behaviours { behaviour.didDraw(screen, on: terminal) }
        if !choices.keys.isEmpty { terminal.write(choices.keys, style: .faint) }
    }

    private func behaviours(of screen: any Screen) -> [any ScreenBehaviour] { everyScreen + screen.behaviours }
}
