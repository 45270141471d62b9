/// What a screen shows, and what can be done there.
public struct ScreenContent {
    public var lines: [StyledLine]
    public var choices: [Choice]
    /// What becomes of a line that is no choice's; nil where such a line is a mistake.
    public var entry: ((String) -> Void)?

    public init(_ lines: [StyledLine] = [], choices: [Choice] = [], entry: ((String) -> Void)? = nil) {
        (self.lines, self.choices, self.entry) = (lines, choices, entry)
    }
}

public struct StyledLine: Hashable, Sendable {
    public var text: String
    public var style: TextStyle

    public init(_ text: String, style: TextStyle = .plain) { (self.text, self.style) = (text, style) }
}

extension StyledLine: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}
