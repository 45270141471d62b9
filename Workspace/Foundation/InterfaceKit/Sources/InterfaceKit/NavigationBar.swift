import InterfaceKitInterface

/// The title above each screen.
public struct NavigationBar: EveryScreenBehaviour {
    private static let width = 44

    public init() {}

    public func willDraw(_ screen: any Screen, on terminal: any Terminal) {
        let rest = String(repeating: "─", count: max(3, Self.width - screen.title.count))
        terminal.write("── \(screen.title) \(rest)", style: .title)
    }
}
