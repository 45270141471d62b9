/// Findings that a workspace starts with: known, and not reported again. A text that people can read and git can merge:
/// one line for each, without line numbers, so that an edit elsewhere in a file makes nothing new.
public struct Baseline: Hashable, Sendable {
    private static let firstLine = "mono check baseline 1"

    private var lines: Set<String>

    public init(_ findings: some Sequence<Finding>) { lines = Set(findings.map(Baseline.line)) }

    /// Nil for what is no baseline.
    public init?(text: String) {
        let all = text.split(whereSeparator: \.isNewline).map(String.init)
        guard all.first == Baseline.firstLine else { return nil }
        lines = Set(all.dropFirst())
    }

    public var text: String { ([Baseline.firstLine] + lines.sorted()).joined(separator: "\n") + "\n" }

    public func holds(_ finding: Finding) -> Bool { lines.contains(Baseline.line(finding)) }

    /// How many of them nobody finds any more.
    public func countGone(since findings: some Sequence<Finding>) -> Int {
        lines.subtracting(findings.map(Baseline.line)).count
    }

    private static func line(_ finding: Finding) -> String {
        [finding.rule, finding.target.description, finding.subject].map {
            $0.replacing("\n", with: " ").replacing("\t", with: " ")
        }.joined(separator: "\t")
    }
}
