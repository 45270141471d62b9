import Testing

@testable import DigestFacts

@Suite("The corpus")
struct CorpusTests {
    @Test("every text is read, and every edit finds its place in one module")
    func all() throws {
        let bases = try Corpus.bases()
        #expect(bases.count == 24 && bases.reduce(0) { $0 + $1.edits.count } == 647)
        for base in bases {
            for edit in base.edits { #expect(try base.edited(by: edit).modules.count == base.modules.count) }
        }
    }

    @Test("a qualification asks every fact, and edits of every category")
    func chosen() throws {
        let (bases, facts) = try DigestQualification.chosen()
        let chosen = Set(bases.flatMap { base in base.edits.map { "\(base.category)/\($0.name)" } })
        #expect(facts.count > 40 && facts.edits.isSubset(of: chosen) && chosen.count >= facts.edits.count + 60)
        #expect(Set(bases.map(\.category)) == Set(try Corpus.bases().map(\.category)))
    }

    @Test("texts that are not of the format are refused with their line")
    func wrong() {
        for (text, line) in [
            ("#### module", 1), ("#### module A\nlet a = 1\n#### what B", 3), ("#### file A.swift", 1),
            ("#### module A\n#### edit e sometimes", 2), ("#### module A\n#### edit e\nneither", 3),
        ] {
            #expect {
                try CorpusReader.read(text, category: "odd")
            } throws: {
                "\($0)".hasPrefix("odd:\(line): ")
            }
        }
    }

    @Test("an edit of text that is there twice, or nowhere, is refused")
    func ambiguous() throws {
        let text = "#### module A\nlet a = 1\nlet b = 1\n#### edit twice\n- = 1\n+ = 2\n#### edit gone\n- x\n+ y\n"
        let base = try CorpusReader.read(text, category: "odd")
        for edit in base.edits { #expect(throws: CorpusFault.self) { try base.edited(by: edit) } }
    }

    @Test("a client that differs under the same digest is a fault, and a contradicted fact is one")
    func faults() throws {
        var finding = Finding(category: "c", name: "e", expectation: nil)
        finding.difference = "Client: other object"
        finding.digestChanged = false
        #expect(DigestQualification.faults(in: finding) == [.missed(edit: "c/e", difference: "Client: other object")])
        finding.digestChanged = true
        #expect(DigestQualification.faults(in: finding).isEmpty)
        finding.pastSurface = "module"
        #expect(DigestQualification.faults(in: finding) == [.missedBySurface(edit: "c/e", what: "module")])
        let facts = try Facts("#### All\nstays    nothing changes: c/e\n", edits: ["c/e"])
        #expect(facts.contradictions(in: [finding]).count == 1)
    }
}
