import InterfaceDigests
import TestKinds
import Testing

/// What the digest rests on, edit by edit, with the real compiler: a new toolchain that prints something else fails
/// here.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct CompilerFactTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        enum Expectation: Sendable {
            /// The module's bytes change, the digest does not.
            case hidden
            /// The digest changes, and is not that of the bytes.
            case seen
            /// The digest is that of the bytes, before and after.
            case fallback
        }

        var name: String
        var expectation: Expectation
        var old: String
        var new: String
        var rest: String
        var testDescription: String { name }

        init(_ name: String, _ expectation: Expectation, _ old: String, _ new: String, in rest: String = "") {
            (self.name, self.expectation, self.old, self.new, self.rest) = (name, expectation, old, new, rest)
        }
    }

    /// A public struct that holds what hidden declarations say.
    private static let holder = "public struct Box { private var held: Held; public init?() { return nil } }\n"

    /// It holds what the associated type of `Int` is.
    private static let asked =
        holder
        + "protocol P { associatedtype A; func make() -> A }\nstruct Held { var x: Wrap<Int>? }\nstruct Wrap<T: P> { var v: T.A }\n"

    static let edits: [Edit] = [
        Edit("a private function more", .hidden, "", "private func more() {}", in: "public func seen() {}\n"),
        Edit("an internal function renamed", .hidden, "func one() {}", "func two() {}", in: "public func seen() {}\n"),
        Edit(
            "a private method and a computed property more", .hidden, "",
            "private func more() {}; private var computed: Int { 1 }", in: "public struct Box { public var value = 1\n"),
        Edit(
            "an extension with hidden members more", .hidden, "", "extension Box { func more() {}; struct New {} }",
            in: "public struct Box {}\n"),
        Edit(
            "another initial value of a private property", .hidden, "private var x = 1 }", "private var x = 2; }",
            in: "public struct Box { "),
        Edit(
            "a hidden type that nothing visible stores", .hidden, "",
            "struct New { var x: Box }; enum Other { case a }", in: holder + "struct Held {}\n"),
        Edit(
            "a method of a hidden struct that is stored", .hidden, "", "extension Held { func more() {} }",
            in: holder + "struct Held { var a = 1 }\n"),
        Edit(
            "a method of a final class", .hidden, "", "func more() {}",
            in: "public final class Box { public init() {}\n"),
        Edit(
            "a method in an extension of a class", .hidden, "", "extension Box { func more() {} }",
            in: "public class Box { public init() {} }\n"),
        Edit(
            "a conformance to a hidden protocol", .hidden, "", "extension Box: Hidden {}",
            in: "public struct Box {}\nprotocol Hidden {}\n"),
        Edit(
            "a public member in an extension of a hidden protocol", .seen, "",
            "extension Hidden { public func m() {} }",
            in: "public struct Box: Hidden {}\nprotocol Hidden {}\n"),
        Edit(
            "the same of one that nobody conforms to", .hidden, "", "extension Hidden { public func m() {} }",
            in: "public struct Box {}\nprotocol Hidden {}\n"),
        Edit(
            "a hidden override in a final class", .seen, "", "override func m() {}",
            in: "open class C { public init() {}\n@usableFromInline func m() {} }\npublic final class D: C {\n"),
        Edit(
            "lines before an inlinable body that traps", .hidden, "", "\n\nfunc more() {}\n",
            in: "@LATER @inlinable public func f(_ x: Int) { precondition(x > 1) }"),
        Edit("a public function more", .seen, "", "public func more() {}", in: "public func seen() {}\n"),
        Edit("a package function more", .seen, "", "package func more() {}", in: "public func seen() {}\n"),
        Edit("an SPI function more", .seen, "", "@_spi(Tests) public func more() {}", in: "public func seen() {}\n"),
        Edit("another default argument", .seen, "(x: Int = 1)", "(x: Int = 2)", in: "public func f"),
        Edit("another inlinable body", .hidden, "{ 1 }", "{ 2 }", in: "@inlinable public func f() -> Int "),
        Edit("a hidden import more", .seen, "", "private import Glibc", in: "public func seen() {}\n"),
        Edit(
            "a private stored property of a struct", .seen, "", "private var y = 1",
            in: "public struct Box { public var value = 1\n"),
        Edit(
            "a private stored property of a class", .seen, "", "private var y = 1",
            in: "public final class Box { public init() {}\n"),
        Edit(
            "an observer of a public property", .seen, "= 1", "= 1 { didSet {} }",
            in: "public struct Box { public var value: Int "),
        Edit(
            "a field of a hidden struct that is stored", .seen, "var a: Int", "var a: Int; var b: Int",
            in: holder + "struct Held { "),
        Edit(
            "two fields swapped", .seen, "var a: Int8; var b: UInt8", "var b: UInt8; var a: Int8",
            in: holder + "struct Held { "),
        Edit(
            "a payload case of a hidden enum that is stored", .seen, "case a", "case a, b(Int)",
            in: holder + "enum Held { "),
        Edit("an indirect case", .seen, "case a(Int)", "indirect case a(Int)", in: holder + "enum Held { "),
        Edit(
            "a hidden protocol becomes bound to classes", .seen, "protocol P {}", "protocol P: AnyObject {}",
            in: holder + "struct Held { var p: any P }\n"),
        Edit(
            "a hidden protocol becomes a marker", .seen, "protocol P {}", "@_marker protocol P {}",
            in: holder + "struct Held { var p: any P }\n"),
        Edit(
            "a hidden method before a public one", .seen, "", "func more() {}\npublic func last() {}",
            in: "public class Box { public init() {}\n"),
        Edit(
            "a hidden computed property of a class", .seen, "public func last() {}",
            "private var more: Int { 1 }; public func last() {}",
            in: "public class Box { public init() {}\n"),
        Edit(
            "a hidden method of an open class", .seen, "", "func more() {}", in: "open class Box { public init() {}\n"),
        // Its slot is the getter's in both.
        Edit(
            "a hidden property of a class that yields", .hidden, "{ 1 }", "{ _read { yield 1 } }",
            in: "public class Box { public init() {}; var x: Int "),
        Edit(
            "another accessor of a hidden property of a class", .seen, "{ 1 }", "{ get { 1 } set {} }",
            in: "public class Box { public init() {}; var x: Int SLOT; public func last() {} }"),
        Edit(
            "methods of a class reordered", .seen, "public func a() {}; public func b() {}",
            "public func b() {}; public func a() {}", in: "public class Box { public init() {}; "),
        Edit(
            "the signature of a hidden override", .seen, "override func a() -> Box", "override func a() -> Sub",
            in: "open class Box { public init() {}; func a() -> Box { self } }\nopen class Sub: Box { SLOT { self } }"),
        Edit(
            "a hidden alignment", .seen, "struct Held", "@_alignment(16) struct Held", in: holder + "SLOT { var a = 1 }"
        ),
        Edit(
            "the associated type of a hidden generic", .seen, "-> Int8 { 1 }", "-> Int16 { 1 }",
            in: holder + "protocol P { associatedtype A; func make() -> A }\nstruct Held { var x: Wrap<It>? }\n"
                + "struct Wrap<T: P> { var v: T.A }\nstruct It: P { func make() SLOT }\n"),
        Edit(
            "the associated type of a hidden conformance of a visible type", .seen, "Int8", "Int16",
            in: holder + "protocol P { associatedtype A; func make() -> A }\nstruct Held { var x: Wrap<Int>? }\n"
                + "struct Wrap<T: P> { var v: T.A }\nextension Int: P { func make() -> SLOT { 1 } }\n"),
        Edit(
            "the associated type of a conformance to a protocol that refines the one asked", .seen, "Int8", "Int16",
            in: asked + "protocol Q: P {}\nextension Int: Q { typealias A = SLOT; func make() -> A { 1 } }\n"),
        Edit(
            "an associated type that another extension has", .seen, "Int8", "Int16",
            in: asked + "extension Int: P { func make() -> A { 1 } }\nextension Int { typealias A = SLOT }\n"),
        Edit(
            "an associated type that a protocol's extension has", .seen, "Int8", "Int16",
            in: asked
                + "protocol Q: P {}\nextension Q { typealias A = SLOT }\nextension Int: Q { func make() -> A { 1 } }\n"),
        Edit(
            "a nested type that is an associated one", .seen, "Int8", "Int16",
            in: asked + "extension Int: P { struct A { var a: SLOT = 1 }; func make() -> A { A() } }\n"),
        Edit(
            "a hidden type with a name in backticks", .seen, "Int8", "Int16",
            in: "public struct Box { private var held: `default`? = nil }\nstruct `default` { var a: SLOT = 1 }\n"),
        Edit(
            "a hidden type becomes private", .seen, "struct Held", "private struct Held",
            in: holder + "SLOT { var a = \"\" }"),
        Edit(
            "what a hidden type is in becomes private", .seen, "enum Held", "private enum Held",
            in:
                "public struct Box { private var held: Held.In; public init?() { return nil } }\nSLOT { struct In { var a = \"\" } }"
        ),
        Edit(
            "the type of the same name in another module", .seen, "Swift.Int16", "Base.Int16",
            in: holder + "public struct Int16 {}\nstruct Held { var a: SLOT }"),
        Edit(
            "a hidden type whose path a visible one has", .seen, "struct In", "@_alignment(16) struct In",
            in:
                "public struct Result { public struct In {} }\nextension Swift.Result { SLOT { var a = 1 } }\npublic struct Box { private var held: Swift.Result<Int, any Error>.In? = nil }\n"
        ),
        Edit(
            "the conditions of the extension that a hidden type is in", .seen, "Equatable", "Hashable",
            in:
                "public struct Box { private var held: [Int].Held?; public init?() { return nil } }\nextension Array where Element: SLOT { struct Held { var a = \"\" } }"
        ),
        Edit(
            "what a hidden alias stands for", .seen, "= Int8", "= Int16",
            in: holder + "struct Held { var x: Alias }; typealias Alias "),
        Edit(
            "a hidden wrapper", .seen, "var wrappedValue: Int", "var wrappedValue: Int; var other = 1",
            in: holder
                + "struct Held { @Wrapper var x = 1 }\n@propertyWrapper struct Wrapper { init(wrappedValue: Int) { self.wrappedValue = wrappedValue }; "
        ),
        Edit(
            "the type of a lazy property", .seen, "Int8", "Int16", in: holder + "struct Held { lazy var x: SLOT = 1 }"),
        Edit("weak", .seen, "var x", "weak var x", in: holder + "class Object {}\nstruct Held { SLOT: Object? }"),
        Edit(
            "unowned", .seen, "unowned(safe)", "unowned(unsafe)",
            in: holder + "class Object {}\nstruct Held { SLOT var x: Object }"),
        Edit("a hidden class becomes final", .hidden, "class", "final class", in: holder + "SLOT Held { func a() {} }"),
        Edit(
            "an accessor of a hidden class", .hidden, "{ 1 }", "{ get { 1 } set {} }",
            in: holder + "class Held { var x: Int SLOT }"),
        Edit(
            "a superclass of a hidden class", .seen, "class Held {}",
            "class Other { required init() {} }\nclass Held: Other {}", in: holder),
        Edit(
            "a requirement of a hidden protocol", .hidden, "protocol P {}", "protocol P { var x: Int { get } }",
            in: holder + "struct Held { var p: any P }\n"),
        Edit(
            "beside a function of an opaque type", .hidden, "", "func more() {}",
            in: "public func f() -> some Equatable { 1 }\n"),
        Edit(
            "a function of an opaque type that says what it is", .fallback, "x: Int8", "x: Int16",
            in: "public func f() -> some Equatable { struct Local: Equatable { var SLOT = 1 }; return Local() }"),
        Edit(
            "one that a word in its body makes it say", .fallback, "Int8(1)", "Int16(1)",
            in: "enum Kind { case `struct` }\npublic func f() -> some Equatable { _ = Kind.struct; return SLOT }"),
        Edit(
            "an accessor of a requirement", .seen, "{ get }", "{ consuming get }",
            in: "public protocol P { var x: Int SLOT }"),
        Edit(
            "a wrapper of a parameter", .seen, "x: Int", "@W x: Int",
            in:
                "@propertyWrapper public struct W { public var wrappedValue: Int; "
                + "public init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }\npublic func f(SLOT) {}"
        ),
        Edit(
            "who may set a static property", .seen, "package(set)", "internal(set)",
            in: "public enum E { @MainActor public SLOT static var x = 1 }"),
        Edit(
            "a closure in a default argument", .seen, "{ $0 }", "{ $0 + 1 }",
            in: "public func f(_ x: (Int) -> Int = SLOT) {}"),
        Edit(
            "a pack, which has another identity each time", .hidden, "", "func more() {}",
            in: "public struct Tuple<each T> { public var values: (repeat each T) }\n"),
        Edit(
            "a line before a body that clients take over", .seen, "", "\n",
            in:
                "@LATER @_alwaysEmitIntoClient public func f() -> Int { line() }\n@usableFromInline func line(_ x: Int = #line) -> Int { x }"
        ),
        Edit(
            "a line before a transparent body", .seen, "", "\n",
            in:
                "@LATER @_transparent public func f() -> Int { line() }\n@usableFromInline func line(_ x: Int = #line) -> Int { x }"
        ),
        Edit(
            "a line before a default argument that traps", .seen, "", "\n",
            in: "@LATER public func f(_ x: (Int) -> Void = { precondition($0 > 1) }) {}"),
        Edit(
            "a stored opaque type", .fallback, "= A()", "= B()",
            in:
                "protocol P {}; struct A: P {}; struct B: P { var x = 1 }\npublic struct Box { public init() {}; private var o: some P "
        ),
        Edit(
            "a global opaque type", .fallback, "= A()", "= B()",
            in: "public protocol P {}; struct A: P {}; struct B: P { var x = 1 }\npublic let g: some P "),
    ]

    @Test(arguments: edits) func edit(_ edit: Edit) throws {
        let opens = edit.rest.filter { $0 == "{" }.count + edit.old.filter { $0 == "{" }.count
        let closes = edit.rest.filter { $0 == "}" }.count + edit.old.filter { $0 == "}" }.count
        func source(_ part: String) -> String {
            let text: String
            if edit.rest.contains("SLOT") {
                text = edit.rest.split(separator: "SLOT", omittingEmptySubsequences: false).joined(separator: part)
            } else if edit.rest.hasPrefix("@LATER ") {
                text = part + "\n" + edit.rest.dropFirst("@LATER ".count)
            } else {
                text = edit.rest + part
            }
            return text + String(repeating: "\n}", count: max(0, opens - closes)) + "\n"
        }
        let old = try RealModule.digest(["A.swift": source(edit.old)]),
            new = try RealModule.digest(["A.swift": source(edit.new)])
        #expect(old.bytes != new.bytes)
        let difference = Set(old.abi.parts.parts).symmetricDifference(new.abi.parts.parts)
        switch edit.expectation {
        case .hidden:
            #expect(old.abi.fallbacks == [])
            #expect(old.abi.digest == new.abi.digest, "\(difference)")
        case .seen:
            #expect(old.abi.fallbacks == [] && new.abi.fallbacks == [])
            #expect(old.abi.digest != new.abi.digest, "\(old.abi.parts.text)")
        case .fallback:
            #expect(old.abi.fallbacks != [] && new.abi.digest == ABIDigest(moduleBytes: new.bytes).digest)
        }
        // What people and other tools read comes back as it was.
        #expect(ABIParts(text: old.abi.parts.text) == old.abi.parts)
    }

    @Test func aPrivateTypeThatIsStoredMovesToAnotherFile() throws {
        let box = "public struct Box<T> { fileprivate var held: Held<T>? }\nfileprivate struct Held<T> { var x: T }\n"
        let old = try RealModule.digest(["A.swift": box, "B.swift": "\n"]),
            new = try RealModule.digest(["A.swift": "\n", "B.swift": box])
        #expect(old.abi.digest != new.abi.digest)
    }

    @Test func twoPrivateTypesOfANameChangeTheirFiles() throws {
        let left =
            "extension Left { fileprivate struct Held { var x = \"\" } }\npublic struct Box { fileprivate var held: Left.Held? }\n"
        let right = "extension Right { fileprivate struct Held {} }\n", both = "enum Left {}; enum Right {}\n"
        let old = try RealModule.digest(["A.swift": left, "B.swift": right, "C.swift": both]),
            new = try RealModule.digest(["A.swift": right, "B.swift": left, "C.swift": both])
        #expect(old.abi.digest != new.abi.digest)
    }

    @Test func aTypeMovesToWhereThePrivateTypeOfTheNameIsAnother() throws {
        let one = "private struct Held { var x = 1 }\n", other = "private struct Held { var x: Int8 = 1 }\n",
            box = "public struct Box { private var held: Held? = nil }\n"
        let old = try RealModule.digest(["A.swift": one + box, "B.swift": other]),
            new = try RealModule.digest(["A.swift": one, "B.swift": other + box])
        #expect(old.abi.fallbacks == [] && old.abi.digest != new.abi.digest)
    }

    /// Clients read the module, and not the interface for others.
    @Test func libraryEvolutionChangesNothing() throws {
        func digest(_ members: String) throws -> ABIDigest {
            try RealModule.digest(
                ["A.swift": "public struct Box { private var held: Held; \(members) }\nstruct Held { \(members) }\n"],
                flags: ["-enable-library-evolution"]
            ).abi
        }
        let old = try digest("var a: Int")
        let wider = try digest("var a: Int; var b: Int")
        #expect(old.fallbacks == [] && old.digest != wider.digest)
        #expect(try digest("var a: Int; private func f() {}").digest == old.digest)
    }

    @Test func settingsCountAndSoDoesAPackageWithoutAName() throws {
        let source = ["A.swift": "@_spi(Tests) public func f() {}\n"]
        let plain = try RealModule.digest(source),
            strict = try RealModule.digest(source, flags: ["-strict-concurrency=complete"])
        #expect(plain.abi.digest != strict.abi.digest)
        let nameless = try RealModule.digest(source, packageName: nil)
        #expect(nameless.abi.fallbacks == [] && nameless.abi.parts.parts.contains { $0.name == "f" })
    }
}
