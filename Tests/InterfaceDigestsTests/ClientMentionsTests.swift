import Testing

@testable import InterfaceDigests

/// What is read off a client's sources.
@Suite struct ClientMentionsTests {
    private func mentions(_ text: String) -> ClientMentions { ClientMentions(Array(text.utf8)) }

    @Test("words of code count, those of comments and plain strings do not")
    func words() {
        let found = mentions(
            "f(`class`, $x) // noted\nlet s = \"said\" + \"\\(shown + \"deep\") after\" + #\"\\#(raw)\"#")
        #expect(found.words.isSuperset(of: ["f", "class", "$x", "x", "s", "shown", "deep", "raw"]))
        #expect(found.words.isDisjoint(with: ["noted", "said"]))
        #expect(mentions("\"mail@host #tag \\(n)\"").attributes.isEmpty)
        #expect(mentions("\"mail@host #tag \\(n)\"").directives.isEmpty)
        // Brackets in what stands behind are anybody's assumption.
        #expect(mentions("\"\\(/* :) */ b.foo())\"").words.contains("foo"))
    }

    @Test("operators count however the signs are cut")
    func operators() {
        let found = mentions("a<+>-b; x!==y; one⊕two")
        #expect(found.operators.isSuperset(of: ["<+>", "-", "<+>-", "!==", "==", "="]))
        #expect(!found.operators.contains("+>-b"))
        #expect(found.words.isSuperset(of: ["one", "two"]))
        #expect(mentions("a +/* */- b").operators.isDisjoint(with: ["+-"]))
    }

    @Test("types that it declares")
    func types() {
        let found = mentions("struct A<T: P>: Q { class func f() { enum B {} } }\nextension C {}\nprotocol D {}")
        #expect(found.types.isSuperset(of: ["A", "B", "D"]) && !found.types.contains("C"))
    }

    @Test("a regular expression may hold quotes: then every word counts")
    func patterns() {
        let found = mentions("let r = /\"/; hidden(); let q = /\"/ // noted class")
        #expect(found.words.isSuperset(of: ["hidden", "noted"]))
        #expect(!mentions("a / b // noted").words.contains("noted"))
    }

    @Test("attributes are told by their last names, macros by their hash")
    func attributes() {
        let found = mentions("@Base.Made(1) @escaping f() -> #made(2); #if DEBUG\n#endif")
        // One with a path is never the language's.
        #expect(found.attributes == ["@", "escaping"])
        #expect(found.directives == ["#made", "#if", "#endif"])
    }

    @Test("places outside of the client's sources are told from its own")
    func diagnostics() {
        let own = "Client/main.swift:2:5: warning: 'f()' is deprecated\n2 | f()\n  | `- note: here: 1\n"
        #expect(!ClientDiagnostics.showOthers(own, sources: ["Client/main.swift"]))
        #expect(ClientDiagnostics.showOthers(own, sources: ["Client/other.swift"]))
        #expect(
            ClientDiagnostics.showOthers(own + "Base.Box:1:15: note: it is\n", sources: ["Client/main.swift"]))
        #expect(ClientDiagnostics.showOthers("<unknown>:0: warning: so\n", sources: ["Client/main.swift"]))
        #expect(!ClientDiagnostics.showOthers("", sources: []))
    }
}
