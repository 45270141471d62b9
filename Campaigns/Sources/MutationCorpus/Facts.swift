import Foundation
import Measuring

/// What was found out by hand, with the edits that ask it again: `Corpus/facts.txt`.
struct Facts {
    private enum Expectation: String { case felt, stays, changes }

    private struct Fact {
        var text: String
        var expectation: Expectation
        var edits: [String]
    }

    private var facts: [Fact] = []

    /// Every edit that is named must be there.
    init(_ file: String, edits: Set<String>) throws {
        let lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
        for line in lines.drop(while: { !$0.hasPrefix("####") }) where !line.isEmpty && !line.hasPrefix("####") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, let expectation = Expectation(rawValue: words[0]),
                let colon = words[1].lastIndex(of: ":")
            else {
                throw RunError("\(file): not a fact: \(line)")
            }
            let named = words[1][colon...].dropFirst().split(separator: " ").map(String.init)
            guard !named.isEmpty, let missing = named.first(where: { !edits.contains($0) }) ?? .some(""),
                missing.isEmpty
            else {
                throw RunError("\(file): there is no such edit: \(line)")
            }
            facts.append(
                Fact(
                    text: words[1][..<colon].trimmingCharacters(in: .whitespaces), expectation: expectation,
                    edits: named))
        }
    }

    /// The facts that an edit contradicts, of those edits that were made.
    func contradictions(in findings: [Finding]) -> [String] {
        let found = Dictionary(findings.map { ($0.id, $0) }) { first, _ in first }
        return facts.flatMap { fact in
            fact.edits.compactMap { found[$0] }.filter { finding in
                switch fact.expectation {
                case .felt: finding.difference == nil || finding.digestChanged == false
                case .stays: finding.difference != nil || finding.digestChanged == true
                case .changes: finding.digestChanged == false
                }
            }.map { "`\($0.id)`: not so: \(fact.expectation.rawValue), \(fact.text)" }
        }
    }
}
