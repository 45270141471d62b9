import InterfaceKitInterface

/// Belongs to the checkout alone, so the screen brings it itself.
struct SecrecyNote: ScreenBehaviour {
    func didDraw(_ screen: any Screen, on terminal: any Terminal) {
        terminal.write("Card numbers are not kept.", style: .faint)
    }
}
