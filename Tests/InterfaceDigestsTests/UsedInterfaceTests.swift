import Digests
import Testing

@testable import InterfaceDigests

/// Which lines of interfaces count for a client, each rule with what lies right beside it.
@Suite struct UsedInterfaceTests {
    typealias Rule = UsedInterface.Rule

    /// Of the toolchain, as far as these tests ask.
    static let requirements = RequirementNames(
        modules: ["Swift", "_Concurrency"], names: ["<=", "negate"],
        macros: ["TaskLocal"], ancestors: ["Sequence"])

    private static let used = UsedInterface(requirements: requirements)

    /// As the compiler prints an interface; a line that begins with another kind and a tab stands as it is.
    static func parts(_ text: String) throws -> ABIParts {
        let lines = text.split(separator: "\n").map(String.init)
        let printed = lines.filter { !$0.contains("\t") }.joined(separator: "\n")
        let interface = try #require(ModuleInterface(Array(printed.utf8), module: "Base", isResilient: false))
        let others = try lines.filter { $0.contains("\t") }.map { line in
            let columns = line.split(separator: "\t").map(String.init)
            return ABIParts.Part(try #require(ABIParts.Kind(rawValue: columns[0])), columns[1], columns[2])
        }
        return ABIParts(interface.fallbacks + interface.parts + others)
    }

    /// Whether the client would be compiled again. `lookedUp`: names that its compile looked up, with blanks between.
    func counts(
        _ old: String, _ new: String, for client: String, lookedUp: String = "", without rule: Rule? = nil,
        beside others: UsedInterface.Others = []
    ) throws -> Bool {
        let used = UsedInterface(
            rules: Set(Rule.allCases).subtracting(rule.map { [$0] } ?? []), requirements: Self.requirements)
        var mentions = ClientMentions(Array(client.utf8))
        mentions.lookedUp = LookedUpNames(lookedUp.split(separator: " ").map(String.init))
        let one = used.digests(of: [InterfaceIndex(try Self.parts(old))], for: mentions, beside: others)
        let other = used.digests(of: [InterfaceIndex(try Self.parts(new))], for: mentions, beside: others)
        if case .whole = one { return true }
        return one != other
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var rule: Rule
        /// What both states hold.
        var both: String
        var old = ""
        var new: String
        var client: String
        var lookedUp = ""
        /// An edit beside it, which the client does not feel.
        var beside: String?
        var testDescription: String { rule.rawValue }
    }

    private static let box = "public struct Box {\n}\npublic func box() -> Base.Box\n"

    static let cases: [Case] = [
        Case(
            rule: .signatures, both: "public func box() -> Base.Box\n",
            new: "public struct Box {\n  public var a: Swift.Int\n}", client: "let b = box()",
            beside: "public struct Other {\n  public var a: Swift.Int\n}"),
        Case(
            rule: .headers, both: "public class C : Base.D {\n}\n",
            new: "public class D {\n  public var a: Swift.Int\n}", client: "let c: C? = nil",
            beside: "public class E {\n  public var a: Swift.Int\n}"),
        Case(
            rule: .aliases, both: "public typealias T = Base.Box\n",
            new: "public struct Box {\n  public var a: Swift.Int\n}", client: "let t: T? = nil"),
        Case(
            rule: .storage, both: box, new: "stored\tBox.a\t@_hasStorage var a: Int", client: "box()",
            beside: "stored\tOther.a\t@_hasStorage var a: Int\npublic struct Other {\n}"),
        Case(
            rule: .storedTypes, both: box + "stored\tBox.a\t@_hasStorage var a: Inner",
            new: "hidden\tInner\tstruct Inner in A.swift (Inner)", client: "box()",
            beside: "hidden\tOther\tstruct Other in A.swift (Other)"),
        Case(
            rule: .slots, both: "public class Box {\n}\npublic func box() -> Base.Box\n",
            new: "slot\tBox\ta hidden method", client: "box()",
            beside: "slot\tOther\ta hidden method\npublic class Other {\n}"),
        Case(
            rule: .requirements, both: "public func p() -> any Base.P\n", old: "public protocol P {\n}",
            new: "public protocol P {\n  func r()\n}", client: "p()"),
        Case(
            rule: .conformances, both: box, new: "extension Base.Box : Swift.Sendable {\n}", client: "box()",
            beside: "extension Base.Other : Swift.Sendable {\n}\npublic struct Other {\n}"),
        Case(
            rule: .conditions, both: "public struct W<T> {\n}\n",
            old: "extension Base.W where T == Swift.Int {\n  public func m()\n}",
            new: "extension Base.W where T == Swift.Int8 {\n  public func m()\n}", client: "W<Int>().m()"),
        Case(
            rule: .typesOfOthers, both: "public protocol P {\n}\npublic func f<T>(_ t: T) where T : Base.P\n",
            new: "extension Swift.Array : Base.P {\n}", client: "f([1])"),
        Case(
            rule: .lookUps, both: "public func box() -> Base.Box\n",
            old: "public struct Box : ~Swift.Copyable {\n}",
            new: "public struct Box : ~Swift.Copyable {\n  deinit\n}", client: "box()", lookedUp: "deinit"),
        Case(
            rule: .lookUps, both: box, new: "extension Base.Box {\n  public func callAsFunction()\n}",
            client: "box()()",
            lookedUp: "callAsFunction",
            beside: "extension Base.Box {\n  public func called()\n}"),
        Case(
            rule: .lookUps, both: "@propertyWrapper public struct W {\n}\n",
            new: "extension Base.W {\n  public var projectedValue: Swift.Int {\n    get\n  }\n}",
            client: "struct S { @W var x = 1 }", lookedUp: "projectedValue"),
        Case(
            rule: .lookUps,
            both: "@resultBuilder public enum B {\n}\npublic func built(@Base.B _ f: () -> Swift.Int)\n",
            new: "extension Base.B {\n  public static func buildBlock(_ n: Swift.Int) -> Swift.Int\n}",
            client: "built { 1 }", lookedUp: "buildBlock"),
        Case(
            rule: .lookUps, both: box,
            new:
                "extension Swift.DefaultStringInterpolation {\n  public mutating func appendInterpolation(_ b: Base.Box)\n}",
            client: #"let s = "\(box())""#, lookedUp: "appendInterpolation"),
        Case(
            rule: .lookUps, both: box, new: "extension Base.Box {\n  public func makeIterator() -> Base.Box\n}",
            client: "for b in box() {}", lookedUp: "makeIterator"),
        Case(
            rule: .lookUps, both: box, new: "public func ~= (a: Base.Box, b: Swift.Int) -> Swift.Bool",
            client: "switch 1 { case box(): break; default: break }", lookedUp: "~="),
        Case(
            rule: .lookUps, both: box,
            new: "extension Base.Box {\n  public static func == (a: Base.Box, b: Base.Box) -> Swift.Bool\n}",
            client: "struct S: Equatable { var b = box() }", lookedUp: "=="),
        Case(
            rule: .operators, both: box, new: "public func <+> (a: Base.Box, b: Base.Box)", client: "box()<+>box()",
            beside: "public func <-> (a: Base.Box, b: Base.Box)"),
        Case(
            rule: .lookUps, both: "public protocol P {\n  func r()\n}\n",
            new: "extension Base.P {\n  public func other()\n}", client: "struct S: P { func r() {} }",
            lookedUp: "other"),
        Case(
            rule: .lookUps, both: "",
            new: "extension Swift.Collection {\n  public var description: Swift.String {\n    get\n  }\n}",
            client: "struct S: Sequence {}", lookedUp: "description",
            beside:
                "public struct Own {\n}\nextension Base.Own {\n  public var description: Swift.String {\n    get\n  }\n}"
        ),
        Case(
            rule: .witnesses,
            both:
                "public struct Box : Base.P {\n}\npublic protocol P {\n  func req()\n}\n"
                + "public func f<T>(_ t: T) where T : Base.P\n",
            new: "extension Base.Box {\n  public func req()\n}", client: "func use(_ b: Box) { f(b) }",
            beside: "extension Base.Box {\n  public func other()\n}"),
        Case(
            rule: .witnesses, both: "public struct Box : Swift.Comparable {\n}\n",
            new: "extension Base.Box {\n  public static func <= (a: Base.Box, b: Base.Box) -> Swift.Bool\n}",
            client: "func use(_ b: Box) { _ = b ... b }",
            beside: "extension Base.Box {\n  public static func >= (a: Base.Box, b: Base.Box) -> Swift.Bool\n}"),
        Case(
            rule: .witnesses,
            both: "public struct Box : Base.P {\n}\npublic protocol P : Foundation.LocalizedError {\n}\n",
            new: "extension Base.Box {\n  public func other()\n}", client: "func use(_ b: Box) {}",
            beside:
                "public struct Plain : Swift.Comparable, ~Swift.Copyable, AnyObject {\n}\n"
                + "extension Base.Plain {\n  public func other()\n}"
        ),
        Case(
            rule: .witnesses, both: "public struct Box : Swift.BinaryInteger {\n}\n",
            new: "extension Base.Box {\n  public init<T>(truncatingIfNeeded t: T) where T : Swift.BinaryInteger\n}",
            client: "func use(_ b: Box) -> Bool { b == 1 }"),
        Case(
            rule: .literals, both: "public struct L : Swift.ExpressibleByIntegerLiteral {\n}\n",
            new: "extension Base.L : Base.P {\n}", client: "f(1)",
            beside: "public struct O {\n}\nextension Base.O : Base.P {\n}"),
        Case(
            rule: .nestedTypes, both: box + "extension Base.Box : Swift.Sequence {\n}\n", old: "",
            new: "extension Base.Box {\n  public struct Iterator {\n  }\n}", client: "for b in box() {}"),
        Case(
            rule: .bodies, both: "public func f(_ n: Swift.Int = 1)\n",
            old: "emitted\tdefault argument 0 of f(_:)\t$s1 a",
            new: "emitted\tdefault argument 0 of f(_:)\t$s1 b", client: "f()",
            beside: "public func g()\nemitted\tdefault argument 0 of g(_:)\t$s2 b"),
        Case(
            rule: .bodies, both: "public func f<T>(_ t: T, _ n: Swift.Int = 1)\n",
            old: "emitted\tdefault argument 1 of f<A>(_:_:)\t$s1 a",
            new: "emitted\tdefault argument 1 of f<A>(_:_:)\t$s1 b", client: "f(2)",
            beside: "public func g<T>(_ t: T)\nemitted\tclosure #1 in g<A>(_:)\t$s2 b"),
        // A symbol that a source gives reads like the path of another declaration, which the client does not name.
        Case(
            rule: .bodies, both: "public func bar() -> Swift.Int\npublic func decoy()\n",
            old: "emitted\tdecoy\tdecoy a", new: "emitted\tdecoy\tdecoy b", client: "bar()"),
        Case(
            rule: .bodies,
            both: "@_silgen_name(\"$s4Base5decoyyyF\") public func bar() -> Swift.Int\npublic struct decoy {\n}\n",
            old: "emitted\tdecoy()\t$s4Base5decoyyyF a", new: "emitted\tdecoy()\t$s4Base5decoyyyF b", client: "bar()"),
        Case(
            rule: .bodyTypes,
            both: "public func f(_ n: Swift.Int = 1)\nemitted\tdefault argument 0 of f(_:)\t$s1 a $s2 Box\n",
            new: "public struct Box {\n  public var a: Swift.Int\n}", client: "f()"),
        Case(
            rule: .bodyTypes,
            both:
                "public struct Box {\n  public var count: Swift.Int\n}\npublic func f(_ n: Swift.Int = 1)\n"
                + "stored\tBox.count\t@_hasStorage var count: Int\nemitted\tBox.count.getter\t$s1 a Box count\n"
                + "emitted\tdefault argument 0 of f(_:)\t$s2 a $s3 make\n",
            new: "public func make() -> Swift.Int", client: "f(Box())", beside: "public func count() -> Swift.Int"),
        Case(
            rule: .macros, both: "@attached(member) public macro Made() = #externalMacro(module: \"M\", type: \"T\")\n",
            new: "public func unnamed()", client: "@Made struct S {}"),
        Case(rule: .macros, both: "", new: "public func unnamed()", client: "let a = #made(1)"),
        Case(rule: .attributes, both: "", new: "public func unnamed()", client: "@Unknown struct S {}"),
        Case(rule: .imports, both: "", new: "import\t-\timport Low", client: "f()"),
        Case(rule: .settings, both: "", new: "visible\t-\t-enable-upcoming-feature A", client: "f()"),
        Case(rule: .unreadNames, both: "", new: "public func größe()", client: "f()"),
        Case(
            rule: .order, both: "", old: "public enum Box {\n  case a\n  case b\n}",
            new: "public enum Box {\n  case b\n  case a\n}", client: "let b: Box? = nil"),
    ]

    @Test("each rule is needed, and what lies beside it does not count", arguments: cases)
    func rules(_ one: Case) throws {
        let (old, new) = (one.both + "\n" + one.old, one.both + "\n" + one.new)
        func counts(_ new: String, without rule: Rule? = nil) throws -> Bool {
            try self.counts(old, new, for: one.client, lookedUp: one.lookedUp, without: rule)
        }
        #expect(try counts(new))
        #expect(try !counts(new, without: one.rule))
        #expect(try !counts(old) || one.rule == .macros || one.rule == .attributes)
        if let beside = one.beside { #expect(try !counts(old + "\n" + beside)) }
    }

    @Test("every rule has a case")
    func all() { #expect(Set(Self.cases.map(\.rule)) == Set(Rule.allCases)) }

    @Test("a member counts by its name, in a type that the client can have a value of")
    func members() throws {
        let old = Self.box + "public struct Other {\n}\n"
        func added(_ type: String, _ member: String) -> String { old + "extension Base.\(type) {\n  \(member)\n}\n" }
        #expect(try counts(old, added("Box", "public func m()"), for: "box().m()"))
        #expect(try !counts(old, added("Box", "public func n()"), for: "box().m()"))
        #expect(try !counts(old, added("Other", "public func m()"), for: "box().m()"))
        #expect(try counts(old, added("Other", "public func m()"), for: "Other().m()"))
        #expect(try counts(old, added("Box", "public static func `m`()"), for: "box().m()"))
    }

    @Test("a protocol that nobody names gives members to types that conform to it")
    func conformances() throws {
        let old =
            Self.box + "public protocol P {\n}\nextension Base.Box : Base.P {\n}\nextension Swift.Int : Base.P {\n}\n"
        let member = "extension Base.P {\n  public func m()\n}"
        #expect(try counts(old, old + member, for: "box().m()"))
        #expect(try counts(old, old + member, for: "3.m()"))
        #expect(try !counts(old, old + member, for: "3.n()"))
        let sign = "extension Base.P {\n  public static func + (a: Self, b: Swift.Int) -> Swift.Double\n}"
        #expect(try counts(old, old + sign, for: "let d: Double = 1 + 2"))
    }

    @Test("an operator is told from what is said of the whole module, which has its name")
    func minus() throws {
        let sign = "public func - (a: Swift.Int, b: Swift.Int) -> Swift.Int"
        #expect(try counts("", sign, for: "f(a - b)"))
        #expect(try !counts("", sign, for: "f(a + b)"))
    }

    @Test("groups of operators count for everyone")
    func groups() throws {
        #expect(try counts("", "precedencegroup DefaultPrecedence {\n  associativity: left\n}", for: "f()"))
    }

    @Test("what one module says leads to what another one holds")
    func modules() throws {
        let upper = InterfaceIndex(try Self.parts("public func box() -> Base.Box"))
        let mentions = ClientMentions(Array("box()".utf8))
        func digests(_ lower: String) throws -> UsedInterface.Result {
            Self.used.digests(of: [InterfaceIndex(try Self.parts(lower)), upper], for: mentions)
        }
        let old = try digests("public struct Box {\n}")
        #expect(try old != digests("public struct Box {\n  public var a: Swift.Int\n}"))
        #expect(try old == digests("public struct Box {\n}\npublic struct Other {\n}"))
    }

    @Test("a module that does not say all counts whole, with what lies below it")
    func whole() throws {
        let mentions = ClientMentions(Array("f()".utf8))
        let box = "public struct Box {\n}"
        func digests(_ low: String, _ lines: String?, _ upper: String) throws -> [ContentDigest] {
            let digest = lines.map {
                ABIDigest(
                    parts: ABIParts([.init(.fallback, "Box.a", "it is opaque"), .init(.visible, "Box", "struct")]),
                    moduleBytes: ContentDigest(of: $0))
            }
            let modules = [
                InterfaceIndex(try Self.parts(low)), digest.map { InterfaceIndex($0, module: "Lid") },
                InterfaceIndex(try Self.parts(upper)),
            ].compactMap(\.self)
            guard case .parts(let found) = Self.used.digests(of: modules, for: mentions) else { return [] }
            return found
        }
        let other = box + "\npublic func g()"
        #expect(try digests(box, "bytes", box) == digests(box, "bytes", other))
        #expect(try digests(box, nil, box) == digests(other, nil, box))
        #expect(try digests(box, "bytes", box) != digests(box, "other bytes", box))
        #expect(try digests(box, "bytes", box) != digests(other, "bytes", box))
        let word = ClientMentions(Array("distributed actor A {}".utf8))
        #expect(Self.used.digests(of: [], for: word) == .whole(.word("distributed")))
    }

    @Test("what nobody looked at counts by the module's bytes")
    func unknown() throws {
        #expect(InterfaceIndex(ABIDigest(moduleBytes: ContentDigest(of: "module")), module: "M").hasFallback)
        #expect(
            !InterfaceIndex(ABIDigest(parts: ABIParts(), moduleBytes: ContentDigest(of: "module")), module: "M")
                .hasFallback)
    }

    @Test(
        "a type in another one is known where all names of its path are",
        arguments: [
            ("", "let e: (any Error)? = nil", false), ("", "let e: X.Error? = nil", true),
            ("public func f() -> Base.X.Error\n", "f()", true), ("public func x() -> Base.X\n", "x() as Error", true),
            ("public func x() -> Base.X\n", "y() as Error", false),
            ("public typealias A = Base.X\n", "extension A { func f() -> Error {} }", true),
            // Nobody writes the path of an operand, or of what a literal makes.
            ("extension Base.X.Error {\n  public static func ** (a: Base.X.Error, b: Swift.Int)\n}\n", "a ** b", true),
            ("extension Base.X.Error : Swift.ExpressibleByNilLiteral {\n}\n", "f(nil)", true),
        ])
    func pathsOfTypes(lines: String, client: String, isFelt: Bool) throws {
        let types = "public struct X {\n  public struct Error {\n  }\n}\n" + lines
        #expect(try counts(types, types + "stored\tX.Error.a\t@_hasStorage var a: Int", for: client) == isFelt)
        let member = types.replacing("public struct Error {\n", with: "public struct Error {\n  public func m()\n")
        #expect(try counts(types, member, for: client + "; m()") == isFelt)
    }

    @Test("an operator says which type its operands have")
    func operands() throws {
        let type = "public struct S {\n  public static func ** (a: Base.S, b: Base.S) -> Base.S\n}"
        let stored = type + "\nstored\tS.a\t@_hasStorage var a: Int"
        #expect(try counts(type, stored, for: "let s = make() ** make()"))
        #expect(try !counts(type, stored, for: "let s = make() * make()"))
    }

    @Test("a type of another module may have the name of one that is declared")
    func sameNames() throws {
        let own = "public struct Box {\n}\n"
        let theirs = "extension Other.Box {\n  public func m() -> Base.S\n}\npublic struct S {\n}\n"
        #expect(try counts(own + theirs, own + theirs + "stored\tS.a\t@_hasStorage var a: Int", for: "other().m()"))
        let ours = theirs.replacing("Other.Box", with: "Base.Box")
        #expect(try !counts(own + ours, own + ours + "stored\tS.a\t@_hasStorage var a: Int", for: "other().m()"))
        let witness = "extension Other.Root {\n  public func w()\n}"
        #expect(try counts(own, own + witness, for: "struct D: P {}", lookedUp: "w"))
    }

    @Test(
        "what an attack found",
        arguments: [
            // A line of two variables.
            ("public let a: Swift.Int, b: Swift.Int", "public let a: Swift.Int, b: Swift.Int8", "print(b)", ""),
            // Requirements may have witnesses in types by any name.
            (
                "public protocol P {\n  func req() -> Swift.Int\n}",
                "public protocol P {\n  func req() -> Swift.Int\n}\nextension Swift.Double {\n  public func req() -> Swift.Int\n}",
                "extension Float64: P {}", "req"
            ),
            // Conformances that nobody writes.
            (
                "", "extension Swift.Hashable {\n  public func _rawHashValue(seed: Swift.Int) -> Swift.Int\n}",
                "enum K { case a, b }", "_rawHashValue"
            ),
            // Functions of operators as witnesses.
            (
                "", "public func + <T>(a: T, b: T) -> T where T : Base.Boxy",
                "extension Box: @retroactive AdditiveArithmetic {}", "+"
            ),
            // Associated types of the client's conformances.
            (
                "public struct Box {\n}", "public struct Box {\n  public struct ID : Swift.Hashable {\n  }\n}",
                "extension Box: @retroactive Identifiable {}", ""
            ),
            ("", "public typealias UnicodeScalarType = Swift.Character", "let x = \"a\"", ""),
            (
                "", "extension Swift.ArraySlice {\n  public mutating func popFirst() -> Element?\n}",
                "enum E: Codable { case a(Int) }", "popFirst"
            ),
        ])
    func attacks(old: String, new: String, client: String, lookedUp: String) throws {
        #expect(try counts(old, new, for: client, lookedUp: lookedUp))
    }

    @Test("macros may be had by attributes of a type's name")
    func hiddenMacros() throws {
        func isWhole(_ text: String, _ client: String) throws -> Bool {
            let mentions = ClientMentions(Array(client.utf8))
            if case .whole = Self.used.digests(of: [InterfaceIndex(try Self.parts(text))], for: mentions) {
                return true
            }
            return false
        }
        #expect(try isWhole("public class Observable {\n}", "@Observable final class M {}"))
        #expect(try !isWhole("@propertyWrapper public struct W {\n}", "@W var x = 1"))
    }
}
