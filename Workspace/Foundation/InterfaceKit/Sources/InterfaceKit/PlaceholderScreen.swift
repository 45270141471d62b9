import InterfaceKitInterface

/// Stands where a screen is to come; in examples, for the screens of other features.
public final class PlaceholderScreen: Screen {
    public let title: String
    private let text: String

    public init(title: String, text: String = "This screen is not part of this program.") { (self.title, self.text) = (title, text) }

    public func content() -> ScreenContent { ScreenContent([StyledLine(text, style: .faint)]) }
}
