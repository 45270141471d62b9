/// Something that went wrong, in words for the person who has to do something about it. Printed as
///
///     error: what
///       at where
///       why it matters
///     help: what to do
struct ErrorReport: Error, Hashable, Sendable {
    enum Severity: String, Hashable, Sendable { case error, warning, note }

    var severity = Severity.error
    /// How mono ends because of it.
    var code: ExitCode
    /// Lower case, names in single quotes, no full stop.
    var what: String
    /// A file, with a line where it is known.
    var place: String?
    /// Lines that say more; already broken.
    var details: [String] = []
    var help: String?

    func rendered(_ style: Style) -> String {
        let label = severity == .error ? style.red("error:") : style.yellow("\(severity.rawValue):")
        // Names and texts of others stand in all of it.
        var lines = ["\(label) \(style.bold(VisibleText.of(what)))"]
        if let place { lines.append("  at \(VisibleText.of(place))") }
        lines += details.map { "  \(VisibleText.of($0))" }
        if let help { lines.append("\(style.cyan("help:")) \(VisibleText.of(help))") }
        return lines.joined(separator: "\n")
    }
}

/// An error that knows how to say itself. The facts are declared where they arise, the words here in `Wording`.
protocol Reportable: Error {
    var report: ErrorReport { get }
}

extension ErrorReport: Reportable {
    var report: ErrorReport { self }

    /// The report of any error. One that has no words of its own would be a mistake of ours; it is shown as it is.
    init(_ error: any Error) {
        self =
            (error as? any Reportable)?.report
            ?? ErrorReport(
                code: .storage, what: "unexpected: \(error)", help: "this is a fault of mono; please report it")
    }
}

/// Parts of sentences that several reports need.
enum Words {
    static func quoted(_ name: some CustomStringConvertible) -> String { "'\(name)'" }

    /// `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`.
    static func alternatives(_ names: [String], joint: String = "or") -> String {
        let quoted = names.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " \(joint) " + last
    }

    /// `did you mean 'build'?`; nil where nothing known comes close.
    static func suggestion(for text: String, among known: some Sequence<String>) -> String? {
        let close = Misspelling.suggestions(for: text, among: known)
        return close.isEmpty ? nil : "did you mean \(alternatives(close))?"
    }

    /// `1 target`, `2 targets`.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
