import Wiring

/// Where people read and type.
public protocol Terminal: Provided, Shared {
    func write(_ text: String, style: TextStyle)

    /// The next line that is typed, without its end; nil when there are no more.
    func readLine(prompt: String) -> String?
}

/// What a text is for. How that looks is the terminal's own affair.
public enum TextStyle: Sendable {
    case plain, title, accent, faint, warning
}
