import Wiring

/// Hooks into the life of screens that know nothing of it. A behaviour implements the steps that it cares about and leaves out the others,
/// and any number of them compose.
public protocol ScreenBehaviour {
    /// Another screen was to be seen before, or none.
    func willAppear(_ screen: any Screen)
    /// The place above a screen's own lines.
    func willDraw(_ screen: any Screen, on terminal: any Terminal)
    /// The place below them.
    func didDraw(_ screen: any Screen, on terminal: any Terminal)
    func didChoose(_ choice: Choice, on screen: any Screen)
    /// Another screen takes its place, or none.
    func didDisappear(_ screen: any Screen)
}

extension ScreenBehaviour {
    public func willAppear(_ screen: any Screen) {}
    public func willDraw(_ screen: any Screen, on terminal: any Terminal) {}
    public func didDraw(_ screen: any Screen, on terminal: any Terminal) {}
    public func didChoose(_ choice: Choice, on screen: any Screen) {}
    public func didDisappear(_ screen: any Screen) {}
}

/// A behaviour that every screen of an app gets, as soon as the app is linked with it.
public protocol EveryScreenBehaviour: ScreenBehaviour, Collected {}
