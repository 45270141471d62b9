import Disk
import Testing

@testable import InterfaceDigests

/// Edits that people found when they looked for holes in the rules.
@Suite struct UsedInterfaceFindTests {
    private let used = UsedInterfaceTests()

    /// Each reached a client past the rules of its time.
    @Test(arguments: [
        (
            "public struct Pat {\n}\nextension Base.Pat {\n  public static var big: Base.Pat { get }\n  public static func ~= (p: Base.Pat, v: Swift.Int) -> Swift.Bool\n}\n",
            "stored\tPat.y\t@_hasStorage var y: Int", "switch n { case .big: return true; default: return false }", "~="
        ),
        (
            "infix operator **\npublic protocol P {\n  static func ** (a: Self, b: Self) -> Swift.Int\n}\npublic struct Box {\n}\nextension Base.P where Self == Base.Box {\n  public static var a: Base.Box { get }\n}\n",
            "stored\tBox.y\t@_hasStorage var y: Int", "func use() -> Int { .a ** .a }", "**"
        ),
        (
            "public protocol Helper {\n}\nextension Swift.Int32 : Base.Helper {\n}\n",
            "extension Base.Helper where Self : Swift.Error {\n  public var _code: Swift.Int { get }\n}",
            "extension CInt: @retroactive Error {}", "_code"
        ),
        (
            "public typealias Code = Swift.CInt\npublic protocol Helper {\n}\nextension Swift.Int32 : Base.Helper {\n}\n",
            "extension Base.Helper where Self : Swift.Error {\n  public var _code: Swift.Int { get }\n}",
            "extension Code: @retroactive Error {}", "_code"
        ),
        (
            "@resultBuilder public enum RB {\n}\n",
            "extension Swift.Array where Element == Swift.Int {\n  public mutating func append(_ x: Swift.Int)\n}",
            "func use() -> Int { build { for i in 0..<3 { i } } }", "append"
        ),
        (
            "public protocol Helper {\n}\npublic protocol Größe : Base.Helper {\n}\n",
            "extension Base.Helper where Self : Swift.Error {\n  public var _code: Swift.Int { get }\n}",
            "struct S: Größe, Error {}", "_code"
        ),
        (
            "public protocol P {\n  func req() -> Swift.Int\n}\npublic protocol Q : Base.P {\n}\npublic typealias Größe = Base.Q\n",
            "extension Base.Q {\n  public func req() -> Swift.Int\n}", "struct S: Größe {}", "req"
        ),
        (
            "public protocol Helper {\n}\nextension Swift.Int32 : Base.Helper {\n}\npublic protocol Größe {\n  func req() -> Swift.Int\n}\n",
            "extension Base.Helper where Self : Base.Größe {\n  public func req() -> Swift.Int\n}",
            "extension CInt: Größe {}", "req"
        ),
        (
            "@available(*, renamed: \"g()\")\npublic func f(_ h: @escaping (Swift.Int) -> Swift.Void)\n",
            "public func g() async -> Swift.Int", "func use() async { f { _ in } }", ""
        ),
        // What C's types conform to is found out in the client.
        (
            "", "extension Swift.OptionSet {\n  public func isSubset(of o: Self) -> Swift.Bool\n}", "f(flags)",
            "isSubset"
        ),
        (
            "", "extension CKit.Flags {\n  public func isDisjoint(with o: CKit.Flags) -> Swift.Bool\n}", "f(flags)",
            "isDisjoint"
        ),
    ]) func found(both: String, new: String, client: String, lookedUp: String) throws {
        #expect(try used.counts(both, both + new, for: client, lookedUp: lookedUp))
    }

    private static let macro = "@attached(accessor) public macro Mine() = #externalMacro(module: \"M\", type: \"T\")\n"

    /// What a third search found, in the text of clients and of interfaces: each reached a client.
    @Test(arguments: [
        // Numbers, blanks of other alphabets and quotes that hide code.
        ("", "public func foo()", "let a = 2×foo()"),
        ("", "public func foo()", "case 1\u{A0}where\u{A0}foo() == 3: break"),
        (
            "public protocol P {\n  func r()\n}\npublic protocol Q : Base.P {\n}\n",
            "extension Base.Q {\n  public func r()\n}",
            "struct S:\u{A0}Q {}"
        ),
        (
            "public protocol P {\n  func r()\n}\npublic protocol Q : Base.P {\n}\n",
            "extension Base.Q {\n  public func r()\n}",
            "\u{FEFF}struct S: Q {}"
        ),
        (
            "", "public func foo()",
            "#if swift(>=99)\nit's /* a\n#endif\nfunc use() { foo() }\n#if swift(>=99)\nit's */ b\n#endif"
        ),
        // Attributes that are macros.
        (macro, "public struct TaskLocal {\n}", "struct S { @`Mine` var x = 1 }"),
        (macro, "public struct TaskLocal {\n}", "struct S { @ /*c*/ Mine var x = 1 }"),
        ("", "extension TaskLocal {\n  public func get()\n}", "struct S { @`TaskLocal` static var x = 1 }"),
        (
            "@propertyWrapper public struct TaskLocal {\n}\n", "public struct B {\n}",
            "struct S { @_Concurrency.TaskLocal var x = 1 }"
        ),
        (
            "", "@freestanding(expression) public macro isolation() = #externalMacro(module: \"N\", type: \"N\")",
            "let c = #isolation"
        ),
        (
            "public macro safe() = #externalMacro(module: \"M\", type: \"T\")\n", "public struct B {\n}",
            "struct S { @safe var x = 1 }"
        ),
        // A hidden type that is called as a keyword.
        (
            "public struct Box {\n}\nstored\tBox.x\t@_hasStorage var x: `init`\nhidden\tinit\tstruct `init`\n",
            "hidden\tinit.a\t@_hasStorage var a: Int", "Box()"
        ),
        // Members that count by no name of theirs.
        (
            "public protocol P {\n  func m()\n}\npublic struct Box : Base.P {\n}\n",
            "extension Base.Box {\n  @_implements(P, m()) public func b()\n}", "Box().m()"
        ),
        (
            "@MainActor public struct Box : Base.P {\n}\n", "extension Base.Box {\n  nonisolated public func m()\n}",
            "take(Box())"
        ),
        (
            "public struct Box : Swift.Identifiable {\n}\n",
            "extension Base.Box {\n  public var id: some Base.N { get }\n}",
            "take(key(Box()))"
        ),
        ("@globalActor public actor macro {\n}\n", "@Base.macro public func f() -> Swift.Int", "await f()"),
        // What a body that the client takes over refers to.
        (
            "public func f(_ n: Swift.Int = make())\nemitted\tdefault argument 0 of f(_:)\t$s1 a $s2 make\n",
            "public func make() -> Swift.Int", "f()"
        ),
        (
            """
            public func f(_ n: Swift.Int = make())
            emitted\tdefault argument 0 of f(_:)\t$s1 a $s2 Box **
            public struct Box {
            }

            """,
            "extension Base.Box {\n  public static func ** (a: Base.Box, b: Base.Box) -> Swift.Int\n}", "f()"
        ),
        (
            "public func f(_ n: Swift.Int = 1)\n",
            "@derivative(of: foo) public func dfoo(_ x: Swift.Double)", "gradient(at: 3, of: foo)"
        ),
        (
            "", "public func ggg() async -> Swift.Int",
            "@available(*, renamed: \"ggg()\") func f(_ h: @escaping (Int) -> Void) {}"
        ),
        // Text that hides a call, in one of the two ways to cut it.
        ("", "public func foo()", "#if swift(>=99)\n` \"\"\"\n\"\"\"\n#endif\nfunc use() { foo() }\n// \"\"\""),
        (
            "", "public func foo()",
            "#if swift(>=99)\n“\"\"\"”\n#endif\nfunc use() { foo() }\n#if swift(>=99)\n“\"\"\"”\n#endif"
        ),
        ("", "public func foo()", "let r = c ? /a\\/*b/ : /c/\nfunc use() { foo() }\n// */"),
        // What is seen conforms to what nobody knows: kin of it may be witnesses.
        (
            "public class C {\n}\npublic final class Box : Base.C, Foundation.NSLocking {\n}\n",
            "extension Base.C {\n  public func lock()\n}", "func use(_ b: Box) {}"
        ),
        (
            "public struct Box : Foundation.NSLocking, Base.Q {\n}\npublic protocol Q {\n}\n",
            "extension Base.Q {\n  public func lock()\n}", "func use(_ b: Box) {}"
        ),
        (
            "public struct Box : Foundation.NSLocking {\n}\n",
            "public func <+> (a: Base.Box, b: Base.Box) -> Swift.Int", "func use(_ b: Box) {}"
        ),
        (
            """
            public enum Ns {
              public struct PQ {
              }
            }
            public typealias PQ = Foundation.NSLocking & Swift.Sendable
            public struct Box : Base.PQ {
            }

            """,
            "extension Base.Box {\n  public func lock()\n}", "func use(_ b: Box) {}"
        ),
        // A function of its superclass, which is inlined, calls it.
        (
            "public class C {\n}\npublic final class D : Base.C {\n}\n",
            "extension Base.D {\n  override public func m() -> Swift.Int\n}", "func use(_ d: D) {}"
        ),
    ]) func foundThirdly(both: String, new: String, client: String) throws {
        #expect(try used.counts(both, both + new, for: client))
    }

    @Test(arguments: [
        // A property of the one `Lid` is called as a type in the other.
        (
            """
            public struct S {
            }
            stored\tS.l\t@_hasStorage var l: Lid
            hidden\tLid\tstruct Lid in A.swift
            hidden\tLid\tstruct Lid in B.swift
            hidden\tLid.weight\tstruct weight in B.swift

            """,
            "hidden\tLid.weight\t@_hasStorage var weight: Int8", "S()", true
        ),
        // An attribute with the name of a module before it is no part of the path before.
        (
            "public class K {\n}\npublic final class D : Base.K, @_Concurrency.MainActor Low.FP {\n}\n",
            "extension Base.K {\n  public func lock()\n}", "func use(_ d: D) {}", true
        ),
        // What a class of others inherits from, and a protocol of others.
        (
            "public final class D : Foundation.Operation, Low.FP {\n}\n",
            "extension Foundation.NSObject {\n  public func lock()\n}", "func use(_ d: D) {}", true
        ),
        (
            "public struct D : Low.FP {\n}\n", "extension Swift.Sequence {\n  public func lock()\n}",
            "func use(_ d: D) {}", true
        ),
        // No structure of the standard library is anybody's ancestor.
        (
            "public struct D : Low.FP {\n}\n", "extension Swift.String {\n  public func lock()\n}",
            "func use(_ d: D) {}", false
        ),
    ]) func foundSixthly(both: String, new: String, client: String, counts: Bool) throws {
        #expect(try used.counts(both, both + new, for: client) == counts)
    }

    @Test("an attribute that can be a macro of the toolchain counts, whatever type has its name")
    func attributesOfToolchain() throws {
        let wrapper = "@propertyWrapper public struct Name {\n  public var wrappedValue: Swift.Int\n}\n"
        let new = "extension Swift.Int {\n  public func get() -> Swift.Int\n}"
        for (name, client, isWhole) in [
            ("Name", "@Name var x = 1", false), ("TaskLocal", "@TaskLocal var x = 1", true),
            ("Name", "@Name var x = 1; macro Name() = #externalMacro(module: \"A\", type: \"B\")", true),
        ] {
            let both = wrapper.replacing("Name", with: name)
            #expect(try used.counts(both, both + new, for: client) == isWhole, "\(client)")
        }
    }

    @Test("requirements of the toolchain's protocols, read off its interfaces")
    func requirements() throws {
        var names = RequirementNames()
        let text = """
            import struct Swift.Int
            public protocol P<T> : Swift.Q where Self.T : Swift.R {
              associatedtype T = Swift.Int
              @available(*, deprecated) func `repeat`(_ f: () -> Swift.Int)
              static func ** <A>(a: Self, b: A) -> Swift.Bool
              var one: Swift.Int { get }
              #if compiler(>=5)
              prefix static func -- (a: Self)
              #endif
              subscript(n: Swift.Int) -> Swift.Int { get }
            }
            extension P {
              public func two() { func three() {} }
            }
            @attached(peer) public macro `four`(_ n: Swift.Int) = #externalMacro(module: "A", type: "B")
            """
        names.add(Array(text.utf8), of: "M")
        #expect(names.modules == ["M"])
        #expect(names.names == ["repeat", "**<", "**", "one", "--"])
        #expect(names.macros == ["four"] && names.ancestors == ["P"])
        #expect(names.types == ["M": ["P"]])
        names.add(Array("public protocol Q {".utf8), of: "N")
        #expect(names.modules == ["M"])

        let real = RequirementNames(of: try RealModule.toolchain.get(), files: LocalFileSystem())
        #expect(real.modules.isSuperset(of: ["Swift", "_Concurrency", "Synchronization"]))
        #expect(real.names.isSuperset(of: ["<=", "negate", "makeIterator", "hash", "encode", "enqueue", "distance"]))
        #expect(!real.names.contains("joined"))
        #expect(real.macros.isSuperset(of: ["TaskLocal", "Observable", "Test", "DebugDescription"]))
        #expect(real.ancestors.isSuperset(of: ["Sequence", "AnyKeyPath", "Sendable"]))
        #expect(!real.ancestors.contains("Array"))
        let types = try #require(real.types["Swift"])
        #expect(types.isSuperset(of: ["Array", "Result", "Mirror"]) && !types.contains("Iterator"))
        #expect(RequirementNames(text: real.text) == real)
        let neverAlone = real.neverAlone["Swift"] ?? []
        #expect(neverAlone.isSuperset(of: ["Result", "Decoder"]) && !neverAlone.contains("Int"))
        #expect(real.genericParameters.isSuperset(of: ["Element", "Wrapped", "ChildTaskResult"]))
        #expect(RequirementNames(text: String(real.text.dropLast())) == nil)
        #expect(RequirementNames(text: real.text + "other x\n") == nil)
        #expect(RequirementNames(text: "") == nil)
    }

    @Test("beside C modules, each protocol is known: a header may name it")
    func besideC() throws {
        let both = "public protocol PP {\n}\nextension Base.PP {\n  public func m() -> Swift.Int\n}\n"
        let new = both + "extension Base.PP {\n  public func m() -> Swift.Int8\n}"
        #expect(try used.counts(both, new, for: "_ = c.m()", beside: .c))
        #expect(try !used.counts(both, new, for: "_ = c.m()"))
    }
}
