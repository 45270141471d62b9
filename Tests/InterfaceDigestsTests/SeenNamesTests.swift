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

    @Test("a property may have the name of its type")
    func namesake() {
        let box = SeenNames.Declared(types: ["Box"])
        for (name, text) in [("Hid.Box", "@_hasStorage var Box: Box"), ("Box.v", "@_hasStorage var v: Box?")] {
            let parts = ABIParts([.init(.hidden, name, text)])
            #expect(names(box, box).ambiguous(in: parts, own: [], imported: []) == "Box")
        }
        let other = ABIParts([.init(.hidden, "Hid.Box", "@_hasStorage var Box: Int")])
        #expect(names(box, box).ambiguous(in: other, own: [], imported: []) == nil)
    }

    @Test("a protocol and a structure of one name are printed apart, but for what aliases stand for")
    func apart() {
        let value = SeenNames.Declared(types: ["Box"], values: ["Box"])
        let proto = SeenNames.Declared(types: ["Box"], neverAlone: ["Box"], protocols: ["Box"])
        let alias = ABIParts([.init(.hidden, "Hid.A", "typealias A = Box in struct Hid")])
        for parts in [hidden, body] {
            #expect(names(value, proto).ambiguous(in: parts, own: [], imported: []) == nil)
            #expect(names(proto, value).ambiguous(in: parts, own: [], imported: []) == nil)
            #expect(names(value, value).ambiguous(in: parts, own: [], imported: []) == "Box")
            #expect(names(proto, proto).ambiguous(in: parts, own: [], imported: []) == "Box")
            // A class is no value, and of a third one nobody knows.
            #expect(names(.init(types: ["Box"]), proto).ambiguous(in: parts, own: [], imported: []) == "Box")
            #expect(names(proto, value, .init(types: ["Box"])).ambiguous(in: parts, own: [], imported: []) == "Box")
            #expect(names(proto, value).ambiguous(in: parts, own: ["Box"], imported: []) == "Box")
            #expect(names(proto, value, nil).ambiguous(in: parts, own: [], imported: []) == "Box")
        }
        #expect(names(value, proto).ambiguous(in: alias, own: [], imported: []) == "Box")
        #expect(names(value).ambiguous(in: alias, own: [], imported: []) == nil)
        let imported = SeenNames.Declared(aliases: ["Box"])
        #expect(names(value, proto, imported).ambiguous(in: hidden, own: [], imported: ["Low"]) == "Box")
    }

    @Test("what an interface prints in the same words says which module's type is stored, read and written")
    func said() {
        let box = SeenNames.Declared(types: ["Box"])
        func doubt(_ parts: ABIParts.Part...) -> String? {
            names(box).ambiguous(in: ABIParts(parts), own: ["Box"], imported: [])
        }
        let stored = ABIParts.Part(.stored, "S.b", "@_hasStorage var b: [Box] { get set }")
        func visible(_ type: String, _ more: String = "") -> ABIParts.Part {
            .init(.visible, "S.b", "public \(more)var b: \(type)")
        }
        func body(_ name: String, _ words: String) -> ABIParts.Part { .init(.emitted, name, "$s1 digest \(words)") }
        let getter = body("S.b.getter", "Box S method")
        #expect(doubt(stored) == "Box")
        #expect(doubt(stored, visible("[Base.Box]")) == nil)
        #expect(doubt(stored, visible("Base.Boxes")) == "Box")
        #expect(doubt(stored, visible("[Base.Box]"), visible("Base.Other", "static ")) == "Box")
        #expect(doubt(stored, visible("[Base.Box]"), getter) == nil)
        #expect(doubt(visible("[Base.Box]"), getter) == "Box")
        #expect(doubt(stored, visible("[Base.Box]"), body("S.b.getter", "Box S $s1f")) == "Box")
        #expect(doubt(stored, visible("[Base.Box]"), body("static S.b.getter", "Box S")) == "Box")
        #expect(doubt(stored, visible("[Base.Box]"), body("S.c.getter", "Box S")) == "Box")
    }

    @Test("a member that the module's own type alone has says which one is meant")
    func members() throws {
        let box = SeenNames.Declared(types: ["Box"], members: ["Box.Other"])
        let own: Set<String> = ["Box", "Box.Inner", "Box.Other"]
        let parts = ABIParts([
            .init(.visible, "Box", "public struct Box"), .init(.hidden, "S.v", "@_hasStorage var v: [Box.Inner]"),
        ])
        func doubt(_ seen: SeenNames, _ parts: ABIParts, ofOneType: Set<String>) -> String? {
            seen.ambiguous(in: parts, own: own, ofOneType: ofOneType, imported: [])
        }
        #expect(doubt(names(box), parts, ofOneType: own) == nil)
        // In an extension of the other one too, or an alias too.
        #expect(doubt(names(box), parts, ofOneType: ["Box"]) == "Box")
        #expect(doubt(names(box), parts, ofOneType: ["Box.Inner"]) == "Box")
        // Nobody sees the own one, which may come and go.
        #expect(doubt(names(box), ABIParts([parts.parts[1]]), ofOneType: own) == "Box")
        for seen in [
            names(box, nil), names(.init(types: ["Box"])), names(.init(types: ["Box"], members: ["Box.Inner"])),
            names(box, .init(types: ["Box.Inner"], members: [])),
        ] {
            #expect(doubt(seen, parts, ofOneType: own) == "Box")
        }
        let other = ABIParts([parts.parts[0], .init(.hidden, "S.v", "@_hasStorage var v: [Box.Other]")])
        #expect(doubt(names(box), other, ofOneType: own) == "Box")
        let both = ABIParts(parts.parts + [.init(.hidden, "S.w", "@_hasStorage var w: Box")])
        #expect(doubt(names(box), both, ofOneType: own) == "Box")
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
        #expect(
            parts.declaredTypes
                == .init(
                    types: ["Box", "P"], aliases: ["Name"], neverAlone: ["P"], protocols: ["P"], values: ["Box"],
                    members: ["Box.Inner"]))
    }

    @Test("a type in an extension of another module's type is one of its path, a type in one of its own is not")
    func nested() throws {
        let parts = ABIParts([
            .init(.visible, "Box", "public struct Box<Item, each Rest>"),
            .init(.visible, "Box.Inner", "public struct Inner"), .init(.visible, "Outer", "extension Low.Outer"),
            .init(.visible, "Outer.Inner", "public struct Inner<Value: P<Int>>"),
            .init(.visible, "Outer.Other", "public typealias Other = Swift.Int"),
        ])
        #expect(
            parts.declaredTypes
                == .init(
                    types: ["Box", "Outer.Inner"], aliases: ["Outer.Other"], neverAlone: ["Box", "Outer.Inner"],
                    genericParameters: ["Item", "Rest", "Value"], members: ["Box.Inner"]))
        let inner = SeenNames.Declared(types: ["Outer.Inner"])
        let global = ABIParts([.init(.visible, "g", "public var g: Low.Outer.Inner")])
        for parts in [global, ABIParts([.init(.stored, "S.h", "@_hasStorage var h: Outer.Inner?")])] {
            #expect(names(inner).ambiguous(in: parts, own: [], imported: []) == nil)
            #expect(names(inner).ambiguous(in: parts, own: ["Outer.Inner"], imported: []) == "Outer.Inner")
            #expect(names(inner, inner).ambiguous(in: parts, own: [], imported: []) == "Outer.Inner")
        }
        let others = ABIParts([
            .init(.visible, "g", "public var g: Low.Outer"), .init(.hidden, "S.i", "@_hasStorage var i: Inner"),
        ])
        #expect(names(inner, inner).ambiguous(in: others, own: [], imported: []) == nil)
    }

    @Test("a generic parameter is in doubt that has the name of a type, or of a parameter around it")
    func parameters() throws {
        let item = SeenNames.Declared(types: ["Item"])
        func doubt(_ declarations: String, _ part: ABIParts.Part, own: Set<String> = [], _ seen: SeenNames) throws
            -> String?
        {
            let parsed = try #require(DeclarationParser.parse(Array(declarations.utf8)))
            return seen.ambiguous(in: ABIParts([part]), own: own, generic: GenericNames(parsed), imported: [])
        }
        let held = ABIParts.Part(.hidden, "H.v", "@_hasStorage var v: Item?")
        #expect(try doubt("struct H<Item> {\n}", held, names()) == nil)
        #expect(try doubt("struct H<Item> {\n}", held, names(item)) == "Item")
        #expect(try doubt("struct H<Item> {\n}", held, own: ["Item"], names()) == "Item")
        #expect(try doubt("struct H<Other> {\n}", held, names(item)) == nil)
        // A generic type is printed with its arguments.
        let list = SeenNames.Declared(types: ["Item"], neverAlone: ["Item"])
        #expect(try doubt("struct H<Item> {\n}", held, names(list)) == nil)
        #expect(try doubt("struct H<Item> {\n}\nstruct Item<T> {\n}", held, own: ["Item"], names()) == nil)
        #expect(try doubt("struct H<Item> {\n}\nprotocol Item {\n}", held, own: ["Item"], names()) == nil)
        let inner = ABIParts.Part(.stored, "H.I.v", "@_hasStorage var v: T?")
        #expect(try doubt("struct H<T> {\nstruct I<T> {\n}\n}", inner, own: ["H"], names()) == "T")
        #expect(try doubt("struct H<T> {\nstruct I {\n}\n}", inner, own: ["H"], names()) == nil)
        // What another module's type has nobody says here.
        let element = SeenNames.Declared(types: ["Item"], genericParameters: ["Item"])
        let extended = ABIParts.Part(.hidden, "Far.H.v", "@_hasStorage var v: Item?")
        #expect(try doubt("extension Far {\nstruct H {\n}\n}", extended, names(element)) == "Item")
        #expect(try doubt("extension Far {\nstruct H {\n}\n}", extended, own: ["Far"], names(element)) == nil)
    }

    @Test("an interface tells a parameter from a type, unless an alias hides which it is")
    func printed() throws {
        let parsed = try #require(DeclarationParser.parse(Array("struct H<Item> {\n}".utf8)))
        func doubt(_ printed: String, _ stored: String) -> String? {
            let parts = ABIParts([.init(.visible, "H.v", printed), .init(.stored, "H.v", stored)])
            return names(.init(types: ["Item", "List"])).ambiguous(
                in: parts, own: ["H"], generic: GenericNames(parsed), imported: [])
        }
        let stored = "@_hasStorage @_hasInitialValue final var v: List<Item>? { get set }"
        #expect(doubt("@_hasStorage final private var v: Low.List<Item>? { get set }", stored) == nil)
        #expect(doubt("private var v: Low.List<Low.Item>?", stored) == nil)
        #expect(doubt("private var v: Low.List<Own.H<Item>.Alias>?", stored) == "Item")
        #expect(doubt("case v(Own.Alias)", "case v(Item)") == "Item")
        #expect(doubt("case v(Item)", "case v(Item)") == nil)
        #expect(doubt("public typealias v = Item.Body", "typealias v = Item.Body in struct H<Item>") == nil)
        #expect(doubt("public typealias v = Own.Name", "typealias v = Item.Body in struct H<Item>") == "Item")
    }

    @Test("a body has the parameters of its own function, and the toolchain's functions stay what they are")
    func bodies() throws {
        let dump = try #require(
            ModuleDump(
                Array(
                    """
                    sil_stage raw

                    // f
                    sil non_abi [serialized] @$s3Own1fyyxlF : $@convention(thin) <Item, E where E : Item> (Item) -> () {
                    } // end sil function '$s3Own1fyyxlF'

                    // g
                    sil non_abi [serialized] @$s3Own1gyyF : $@convention(method) <T><Rest> (Item) -> () {
                    } // end sil function '$s3Own1gyyF'

                    // h
                    sil shared [serialized] @$ss1hyyxlF : $@convention(thin) <Item> (Item) -> () {
                    } // end sil function '$ss1hyyxlF'

                    """.utf8)))
        let generic = GenericNames(dump, module: "Own")
        func doubt(_ symbol: String) -> String? {
            names(.init(types: ["Item"])).ambiguous(
                in: ABIParts([.init(.emitted, "f", "\(symbol) digest Any Item Rest")]), own: [], generic: generic,
                imported: [])
        }
        #expect(doubt("$s3Own1fyyxlF") == "Item")
        #expect(doubt("$s3Own1gyyF") == nil)
        #expect(doubt("$ss1hyyxlF") == nil)
        #expect(generic.ofBody(.init(.emitted, "g", "$s3Own1gyyF digest")) == ["T", "Rest"])
    }

    @Test(
        "generic parameters of a declaration",
        arguments: [
            ("struct Box<T: P<Int>, let n: Int, each Rest>: Q where T: R<T>", ["T", "n", "Rest"]),
            ("@available(*, deprecated) final class C<T> : B<Int>", ["T"]), ("struct Box : P<Int>", []),
            ("func f<T>(_ body: (Box<Int>) -> T) -> Int", ["T"]), ("init?<T>(_ t: T)", ["T"]),
            ("func f(_ body: (Box<Int>) -> Int) -> Bool", []), ("subscript<T>(t: T) -> Int { get }", ["T"]),
            ("static func < (a: Box, b: Box) -> Bool", []), ("static func < <T>(a: T, b: T) -> Bool", ["T"]),
            ("static func ==<T>(a: T, b: T) -> Bool", ["T"]), ("prefix static func ... (a: Box) -> Int", []),
            ("var value: Box<Int> { get }", []),
        ])
    func genericParameters(_ text: String, _ names: [String]) {
        #expect(GenericNames.names(in: text) == names)
    }
}
