import InterfaceKitInterface

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input and output. On a terminal there is colour; what comes from a pipe is shown as if it had been typed, so that a script's
/// output reads like a conversation.
public final class StandardTerminal: Terminal {
    private let hasColour: Bool
    private let isTyped: Bool

    public init() {
        hasColour = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
        isTyped = isatty(STDIN_FILENO) == 1
    }

    public func write(_ text: String, style: TextStyle) {
        print(hasColour ? style.coloured(text) : text)
    }

    public func readLine(prompt: String) -> String? {
        print(prompt, terminator: "")
        fflush(nil)
        let line = Swift.readLine()
        if !isTyped || line == nil { print(line ?? "") }
        return line
    }
}

extension TextStyle {
    fileprivate func coloured(_ text: String) -> String {
        switch self {
        case .plain: text
        case .title: "\u{1B}[1m\(text)\u{1B}[0m"
        case .accent: "\u{1B}[36m\(text)\u{1B}[0m"
        case .faint: "\u{1B}[2m\(text)\u{1B}[0m"
        case .warning: "\u{1B}[33m\(text)\u{1B}[0m"
        }
    }
}
