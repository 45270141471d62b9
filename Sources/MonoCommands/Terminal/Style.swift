/// How text is set off: by colour and weight on a terminal, not at all elsewhere.
struct Style: Hashable, Sendable {
    let isColored: Bool

    func bold(_ text: String) -> String { set(text, "1") }
    func dim(_ text: String) -> String { set(text, "2") }
    func red(_ text: String) -> String { set(text, "1;31") }
    func green(_ text: String) -> String { set(text, "32") }
    func yellow(_ text: String) -> String { set(text, "1;33") }
    func cyan(_ text: String) -> String { set(text, "36") }

    private func set(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// Whether to colour what goes to a stream. The command line stands above the environment; of the variables, `NO_COLOR` (any text
    /// but the empty one) stands above `CLICOLOR_FORCE` (the same, and not `0`).
    static func isColored(_ choice: GlobalOptions.Color, isTerminal: Bool, _ environment: ProcessEnvironment) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto:
            if let no = environment["NO_COLOR"], !no.isEmpty { return false }
            if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }
}
