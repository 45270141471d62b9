/// How text is set off: by colour and weight on a terminal, not at all elsewhere.
struct Style: Hashable, Sendable {
    let isColored: Bool

    private enum Code: String, CaseIterable {
        case bold = "1", dim = "2", red = "1;31", green = "32", yellow = "1;33", cyan = "36", plain = "0"
    }

    func bold(_ text: String) -> String { set(text, .bold) }
    func dim(_ text: String) -> String { set(text, .dim) }
    func red(_ text: String) -> String { set(text, .red) }
    func green(_ text: String) -> String { set(text, .green) }
    func yellow(_ text: String) -> String { set(text, .yellow) }
    func cyan(_ text: String) -> String { set(text, .cyan) }

    /// All that styles write around texts.
    static let sequences = Code.allCases.map(sequence)

    private static func sequence(_ code: Code) -> String { "\u{1B}[\(code.rawValue)m" }

    private func set(_ text: String, _ code: Code) -> String {
        isColored && !text.isEmpty ? Style.sequence(code) + text + Style.sequence(.plain) : text
    }

    /// Whether to colour what goes to a stream. The command line stands above the environment; of the variables,
    /// `NO_COLOR` (any text but the empty one) stands above `CLICOLOR_FORCE` (the same, and not `0`).
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
