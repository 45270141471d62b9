import InterfaceKitInterface

/// One of everything that the kit can show.
final class GalleryScreen: Screen {
    let title = "Gallery"
    let behaviours: [any ScreenBehaviour] = [Greeting()]
    private var note = "Choose something, or write."

    func content() -> ScreenContent {
        ScreenContent(
            [
                "plain", StyledLine("accent", style: .accent), StyledLine("faint", style: .faint), StyledLine("warning", style: .warning),
                StyledLine(note, style: .accent),
            ],
            choices: [
                Choice("A choice", detail: "with a detail") { self.note = "You chose it." },
                Choice("Another one") { self.note = "You chose the other one." },
            ],
            entry: { self.note = "You wrote '\($0)'." })
    }
}

/// A behaviour of this screen alone, which cares for one step of five.
private struct Greeting: ScreenBehaviour {
    func didDraw(_ screen: any Screen, on terminal: any Terminal) {
        terminal.write("Ctrl-D leaves.", style: .faint)
    }
}
