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
        #expect(mentions("\"\\({ struct X: Q {} }())\"").heads.contains("Q"))
    }

    @Test("operators count however the signs are cut")
    func operators() {
        let found = mentions("a<+>-b; x!==y; one⊕two")
        #expect(found.operators.isSuperset(of: ["<+>", "-", "<+>-", "!==", "==", "="]))
        #expect(!found.operators.contains("+>-b"))
        #expect(found.words.isSuperset(of: ["one", "two"]))
        #expect(mentions("a +/* */- b").operators.isDisjoint(with: ["+-"]))
    }

    @Test("heads name what is extended, conformed to and inherited from")
    func heads() {
        let found = mentions(
            """
            struct A<T: P>: Q where T: R { func f() -> No { no() } }
            extension [B]: C {}
            typealias D = E &
                F
            let after = 1
            """)
        #expect(found.heads.isSuperset(of: ["P", "Q", "R", "Array", "B", "C", "E", "F"]))
        #expect(found.heads.isDisjoint(with: ["No", "no", "after"]))
        #expect(found.types == ["A", "D"])
    }

    @Test("names of what types inherit from or extend are told from those that may be members")
    func bases() {
        let found = mentions(
            """
            class A<T: P>: B<C.D>, E where T: F { struct G: H {} }
            extension I.J: K where L == M.N {}
            class Q { class func f() -> R.S { s } }
            typealias U<V> = W.X
            protocol Y { associatedtype Z: B.C }
            """)
        #expect(found.bases.all == ["B", "C", "D", "E", "H", "I", "J", "K"])
        #expect(found.bases.members == ["D", "H", "J"])
        #expect(found.targets["U"]?.all == ["W", "X"] && found.targets["U"]?.members == ["X"])
        #expect(found.associated == ["Z"])
        #expect(mentions("let r = /\"/; class A: B {}").bases.members.contains("B"))
        #expect(mentions("let r = /\"/; hidden()").bases.all.isEmpty)
    }

    @Test("a regular expression may hold quotes: then every word counts")
    func patterns() {
        let found = mentions("let r = /\"/; hidden(); let q = /\"/ // noted class")
        #expect(found.words.isSuperset(of: ["hidden", "noted"]))
        #expect(found.heads.contains("hidden"))
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
