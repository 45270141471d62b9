import Wiring

/// Brings screens before people.
public protocol ScreenPresenter: Provided, Shared {
    /// Shows `screen`, reads one line and does what it says. `standing` can be chosen everywhere. False where nothing is left to read.
    func present(_ screen: any Screen, standing: [Choice]) -> Bool

    /// No screen is to be seen any more.
    func finish()
}
