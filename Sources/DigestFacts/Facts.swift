/// What was found out by hand, with the edits that ask it again (`Corpus.facts`).
public struct Facts: Sendable {
    enum Expectation: String { case felt, stays, changes }

    struct Fact: Sendable {
        var text: String
        var expectation: Expectation
        var edits: [String]
    }

    private(set) var facts: [Fact] = []

    /// Every edit that is named must be among `edits`.
    public init(edits: Set<String>) throws(CorpusFault) { try self.init(Corpus.facts, edits: edits) }

    init(_ text: String, edits: Set<String>) throws(CorpusFault) {
        let lines = text.split(separator: "\n")
        for line in lines.drop(while: { !$0.hasPrefix("####") }) where !line.hasPrefix("####") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let expectation = Expectation(rawValue: String(words[0])),
                let colon = words[1].lastIndex(of: ":")
            else { throw CorpusFault("not a fact: \(line)") }
            let named = words[1][colon...].dropFirst().split(separator: " ").map(String.init)
            guard !named.isEmpty, named.allSatisfy(edits.contains) else {
                throw CorpusFault("there is no such edit: \(line)")
            }
            let fact = words[1][..<colon].drop { $0 == " " }
            facts.append(Fact(text: String(fact), expectation: expectation, edits: named))
        }
    }

    public var count: Int { facts.count }

    /// The edits that facts name.
    public var edits: Set<String> { Set(facts.flatMap(\.edits)) }

    /// The facts that an edit contradicts, of those edits that were made.
    public func contradictions(in findings: [Finding]) -> [String] {
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
