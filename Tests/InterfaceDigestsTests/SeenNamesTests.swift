import Testing

@testable import InterfaceDigests

/// Which names that are printed without a module may mean types of two.
@Suite struct SeenNamesTests {
    private let words: Set<String> = ["var", "v", "Box", "Int"]

    @Test("a name is in doubt that two modules declare, or the module itself and one")
    func doubt() {
        var names = SeenNames()
        #expect(names.ambiguous(among: words, own: ["Box"]) == nil)
        names.add(["Box", "Other"])
        #expect(names.ambiguous(among: words, own: []) == nil)
        #expect(names.ambiguous(among: words, own: ["Box"]) == "Box")
        // Paths are printed whole.
        #expect(names.ambiguous(among: words, own: ["Own.Box"]) == nil)
        names.add(["Other"])
        #expect(names.ambiguous(among: words, own: []) == nil)
        names.add(["Box"])
        #expect(names.ambiguous(among: words, own: []) == "Box")
    }

    @Test("beside a module of which nobody knows what it declares, each known name is in doubt")
    func open() {
        var names = SeenNames()
        names.add(nil)
        #expect(names.ambiguous(among: words, own: []) == nil)
        #expect(names.ambiguous(among: words, own: ["Box"]) == "Box")
        names.add(["Int"])
        #expect(names.ambiguous(among: words, own: []) == "Int")
    }

    @Test("types and aliases outside of others are what a module declares")
    func namesOfTypes() throws {
        let parts = try UsedInterfaceTests.parts(
            """
            public struct Box {
              public struct Inner {
              }
            }
            public typealias Name = Swift.Int
            public protocol P {
            }
            public func f() -> Base.Box
            extension Swift.String {
            }
            hidden\tHid\tstruct Hid
            """)
        #expect(parts.namesOfTypes == ["Box", "Name", "P"])
    }

    @Test("words of interfaces do not count, and of a body those that it refers to")
    func unqualified() {
        let parts = ABIParts([
            .init(.visible, "f", "public func f() -> Low.Box"), .init(.hidden, "Hid.v", "@_hasStorage var v: Two"),
            .init(.emitted, "g", "$s1g digest Three four"), .init(.import, "-", "import Five"),
        ])
        #expect(parts.unqualifiedWords.isSuperset(of: ["Two", "Three", "four"]))
        #expect(parts.unqualifiedWords.isDisjoint(with: ["Box", "Five", "digest"]))
    }
}
