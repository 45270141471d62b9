import Testing

@testable import InterfaceDigests

/// Which names that are printed without a module may mean types of two.
@Suite struct SeenNamesTests {
    private let hidden = ABIParts([.init(.hidden, "Hid.v", "@_hasStorage var v: [Box]")])
    private let body = ABIParts([.init(.emitted, "g", "$s1g digest Box Int")])

    private func names(_ modules: SeenNames.Declared?...) -> SeenNames {
        modules.reduce(into: SeenNames()) { $0.add($1, of: "Low") }
    }

    @Test("a name is in doubt that two modules declare, or the module itself and one")
    func doubt() {
        let box = SeenNames.Declared(types: ["Box", "Other"]), other = SeenNames.Declared(types: ["Other"])
        for parts in [hidden, body] {
            #expect(names().ambiguous(in: parts, own: ["Box"], imported: ["Low"]) == nil)
            #expect(names(box, other).ambiguous(in: parts, own: [], imported: ["Low"]) == nil)
            #expect(names(box, other).ambiguous(in: parts, own: ["Box"], imported: ["Low"]) == "Box")
            // Paths are printed whole.
            #expect(names(box).ambiguous(in: parts, own: ["Own.Box"], imported: ["Low"]) == nil)
            #expect(names(box, other, box).ambiguous(in: parts, own: [], imported: ["Low"]) == "Box")
        }
    }

    @Test("bodies have what aliases stand for")
    func aliases() {
        let alias = SeenNames.Declared(aliases: ["Box"])
        #expect(names(alias).ambiguous(in: hidden, own: ["Box"], imported: ["Low"]) == "Box")
        #expect(names(alias).ambiguous(in: body, own: ["Box"], imported: ["Low"]) == nil)
        // They are written where their module is imported.
        #expect(names(alias).ambiguous(in: hidden, own: ["Box"], imported: ["Base"]) == nil)
    }

    @Test("beside a module of which nobody knows what it declares, each known name is in doubt")
    func open() {
        #expect(names(nil).ambiguous(in: body, own: [], imported: ["Low"]) == nil)
        #expect(names(nil).ambiguous(in: body, own: ["Box"], imported: ["Low"]) == "Box")
        #expect(names(nil, .init(types: ["Int"])).ambiguous(in: body, own: [], imported: ["Low"]) == "Int")
    }

    @Test("a hidden declaration is not in doubt for its own name, nor is what interfaces print")
    func own() {
        let box = SeenNames.Declared(types: ["Box"])
        for part in [
            ABIParts.Part(.hidden, "Box", "class Box<T> in A.swift (Box)"),
            .init(.visible, "f", "public func f() -> Low.Box"),
            .init(.import, "-", "import Box"),
        ] {
            #expect(names(box).ambiguous(in: ABIParts([part]), own: ["Box"], imported: ["Low"]) == nil, "\(part)")
        }
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
            @usableFromInline
            internal struct Body {
            }
            hidden\tHid\tstruct Hid
            """)
        #expect(parts.declaredTypes == .init(types: ["Box", "P"], aliases: ["Name"]))
    }
}
