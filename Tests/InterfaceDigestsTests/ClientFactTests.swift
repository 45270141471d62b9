import InterfaceDigests
import TestKinds
import Testing

/// What the digest leaves out, and what lies right beside it, as a client's compile sees it: the claims of "What
/// counts" in `Docs/Digests.md`.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct ClientFactTests {
    struct Claim: Sendable, CustomTestStringConvertible {
        enum Expectation: Sendable {
            /// The module's bytes change; neither the client nor the digest does.
            case leftOut
            /// The client's object or warnings change, and so does the digest.
            case counts
            /// The client changes, and the digest does not: such a client's key holds the module's bytes.
            case seesMore
        }

        var name: String
        var expectation: Expectation
        var old: String
        var new: String
        var client: String
        var testDescription: String { name }

        /// `module`: with `OLD|NEW` where the two states differ.
        init(_ name: String, _ expectation: Expectation, _ module: String, client: String) {
            (self.name, self.expectation, self.client) = (name, expectation, "import Base\n" + client)
            var old = "", new = ""
            for (index, piece) in module.split(separator: "§", omittingEmptySubsequences: false).enumerated() {
                switch index % 3 {
                case 0:
                    old += piece
                    new += piece
                case 1: old += piece
                default: new += piece
                }
            }
            (self.old, self.new) = (old, new)
        }
    }

    private static let useBox =
        "public struct Own { var b = Box(); var z = 1 }\npublic func size() -> (Int, Int) { (MemoryLayout<Own>.size, Own().z + Box().z) }"
    private static let box = "public struct Box { private var held: Held?; public var z = 1; public init() {} }\n"
    private static let useShut = "public func use(_ s: Shut) -> Int { s.first() + s.last() }"
    private static let useOpen = "open class Sub: Open { override open func first() -> Int { 2 } }"
    private static let rows = """
        public protocol P {}
        struct A: P { var x: Int8 = 1 }
        struct B: P { var x = 1 }
        public protocol Fixed { associatedtype Body: P; static var body: Body { get } }
        struct Keeps<T: Fixed> { var body: T.Body? = nil }
        typealias Held = Keeps<Row>

        """

    static let claims: [Claim] = [
        // Attributes
        Claim(
            "availability of a function elsewhere", .leftOut,
            "public struct Box { public init() {}; §§@available(Android 24, *)§ public func f() -> Int { 1 } }",
            client: "public func g() -> Int { Box().f() }"),
        Claim(
            "availability of a type elsewhere", .leftOut,
            "§§@available(macOS 99, iOS 99, *)§ public struct Box { public var z = 1; public init() {} }",
            client: "public struct Own { var b = Box() }\npublic func g() -> Int { Own().b.z }"),
        Claim(
            "a requirement and a conformance that are unavailable elsewhere", .leftOut,
            "public protocol P { §§@available(macOS, unavailable)§ func r() -> Int }\n"
                + "public struct Box { public init() {} }\n"
                + "§§@available(Windows, unavailable)§ extension Box: P { public func r() -> Int { 1 } }",
            client: "func use<T: P>(_ t: T) -> Int { t.r() }\npublic func g() -> Int { use(Box()) }"),
        Claim(
            "a case, a stored property and an accessor that are available later elsewhere", .leftOut,
            "public enum E { §§@available(macOS 99, *)§ case a; case b }\n"
                + "open class C { public init() {}; public var n: Int { §§@available(macOS 99, *)§ get { 1 } }\n"
                + "@available(macOS, deprecated: §10§11§) open func m() {} }",
            client: "public func g(_ e: E) -> Bool { if case .a = e { true } else { false } }\n"
                + "open class D: C { open override func m() {} }\npublic func h() -> Int { D().n }"),
        Claim(
            "availability here", .counts, "§§@available(*, deprecated)§ public func f() {}",
            client: "public func g() { f() }"),
        Claim(
            "an import of the standard library", .leftOut,
            "§§import Swift§\npublic func f() {}\n§§func more() {}§",
            client: "public func g() { f() }"),
        Claim(
            "a specialisation of the module's own", .leftOut,
            "§@_specialize(where T == Int)§§ public func f<T>(_ t: T) {}",
            client: "public func g() { f(1); f(\"\") }"),
        Claim(
            "a hidden initialiser of a final class", .leftOut,
            "public final class C { public init() {}; §§init(n: Int) {}§ }",
            client: "public func g() -> C { C() }"),
        Claim(
            "a hidden initialiser of an open class", .counts, "open class C { public init() {}; §§init(n: Int) {}§ }",
            client: "open class Sub: C {}\npublic func g() -> Sub { Sub() }"),
        Claim(
            "an initial value of a private property", .leftOut,
            "public struct Box { private var n§ = 1; public init() {}§: Int; public init() { n = 1 }§; public var z = 1 }",
            client: useBox),
        Claim(
            "cases on lines of their own", .leftOut,
            "public enum E { case a§, §; case §b(Int) }",
            client: "public func g(_ e: E) -> Int { switch e { case .a: 1; case .b(let n): n } }"),
        Claim(
            "another order of cases", .counts,
            "public enum E { case §a, b§b, a§ }",
            client: "public func g(_ e: E) -> Int { switch e { case .a: 1; case .b: 2 } }"),
        // Hidden enums
        Claim(
            "names of hidden cases", .leftOut, box + "enum Held { case §a(Int), b§one(Int), two§ }", client: useBox),
        Claim(
            "labels of hidden payloads", .counts, box + "enum Held { case a(§§list: §[Int]), b }", client: useBox),
        Claim(
            "where a hidden case without a payload stands", .leftOut, box + "enum Held { case §a(Int), b§b, a(Int)§ }",
            client: useBox),
        Claim(
            "how many hidden cases there are", .counts,
            box + "enum Held { case a, b§§, c§ }",
            client: useBox + "\npublic func none(_ b: Box?) -> Bool { b == nil }"),
        Claim(
            "whether a hidden case has a payload", .counts, box + "enum Held { case a(Int8), b§§(Int8)§ }",
            client: useBox),
        Claim(
            "who vouches for a hidden type's sendability", .leftOut, box + "struct Held: §§@unchecked §Sendable {}",
            client: useBox),
        // Method tables
        Claim(
            "a hidden method behind all that clients call", .leftOut,
            "public class Shut { public func first() -> Int { 1 }; public func last() -> Int { 2 }; func h() {}; §§private func more() {}§ }",
            client: useShut),
        Claim(
            "the same of a generic class", .leftOut,
            "public class Shut<T> { var t: T; init(t: T) { self.t = t }; public func last() -> T { t }; §§private func more() {}§ }",
            client: "public func use<T>(_ s: Shut<T>, _ i: Shut<Int>) -> (T, Int) { (s.last(), i.last()) }"),
        Claim(
            "the same of an actor", .leftOut,
            "public actor Shut { public func last() -> Int { 2 }; §§private func more() {}§ }",
            client: "public func use(_ s: Shut) async -> Int { await s.last() }"),
        Claim(
            "what a hidden method is", .leftOut,
            "public class Shut { public func first() -> Int { 1 }; §private func h() {}§func other(_ n: Int) -> Int { n }§; public func last() -> Int { 2 } }",
            client: useShut),
        Claim(
            "a hidden method before one that clients call", .counts,
            "public class Shut { public func first() -> Int { 1 }\n§§private func more() {}§\npublic func last() -> Int { 2 } }",
            client: useShut),
        Claim(
            "a hidden method at the end of an open class", .counts,
            "open class Open { public init() {}; open func first() -> Int { 1 }; §§func more() {}§ }",
            client: useOpen),
        Claim(
            "the symbol of an open class's hidden method", .counts,
            "open class Open { public init() {}; open func first() -> Int { 1 }; §§private §func more() {} }",
            client: useOpen),
        Claim(
            "how an open class's hidden method may be inlined", .counts,
            "open class Open { public init() {}; open func first() -> Int { 1 }; §§@inline(never) §func more() {} }",
            client: useOpen),
        Claim(
            "a hidden method at the end of a superclass", .counts,
            "public class Root { public func first() -> Int { 1 }; func h() {}; §§func more() {}§ }\npublic class Shut: Root { public func last() -> Int { 2 } }",
            client: useShut),
        Claim(
            "a hidden method at the end of a generic final class's superclass", .counts,
            "public class Root<T> { var t: T; init(t: T) { self.t = t }; public func first() -> T { t }; §§func more() {}§ }\npublic final class Shut<T>: Root<T> { public var v: T; override init(t: T) { v = t; super.init(t: t) } }",
            client: "public func use<T>(_ s: Shut<T>) -> T { s.v }"),
        // Bodies
        Claim(
            "the body of a function that is always inlined", .counts,
            "@inlinable @inline(always) public func f(_ n: Int) -> Int { n + §1§2§ }",
            client: "public func g() -> Int { f(3) }"),
        Claim(
            "an accessor that is always inlined", .counts,
            "public struct S { @inlinable @inline(always) public var p: Int { get { §1§2§ } set {} } }",
            client: "public func g(_ s: S) -> Int { s.p }"),
        Claim(
            "an inlinable body", .leftOut,
            "@inlinable @inline(__always) public func f(_ n: Int) -> Int { n + §1§2§ }",
            client: "public func g() -> Int { f(3) }"),
        Claim(
            "an inlinable body that a careful function calls", .seesMore,
            "@inlinable public func f<T>(_ n: T) -> Int { MemoryLayout<T>.size + §1§2§ }",
            client: "@_noLocks public func g(_ n: Int) -> Int { f(n) }"),
        // Opaque types
        Claim(
            "beside a type whose associated type is opaque", .leftOut,
            rows + box
                + "public struct Row: Fixed { public static var body: some P { A() } }\n§§private func more() {}§",
            client: useBox),
        Claim(
            "beside a hidden one", .leftOut,
            rows + box + "struct Row: Fixed { static var body: some P { A() } }\n§§private func more() {}§",
            client: useBox),
        Claim(
            "a hidden stored value by which an associated type is known", .counts,
            rows + box + "struct Row: Fixed { static let body: some P = §A§B§() }",
            client: useBox),
        Claim(
            "a hidden function that is looked into", .counts,
            rows + box + "struct Row: Fixed { static var body: some P { struct L {}; return §A§B§() } }",
            client: useBox),
        // Warnings
        Claim(
            "the name of a parameter, which notes print", .counts,
            "@MainActor @preconcurrency public func f(_ §a§b§: Int) {}", client: "func g() { f(1) }"),
        Claim(
            "a hidden method of a type that a note prints", .leftOut,
            "public class C { §§private func h() {}§ }\npublic final class D {}",
            client: "func g(_ c: C) { let f: @Sendable () -> Void = { print(c) }; f() }"),
    ]

    @Test(arguments: claims) func claim(_ claim: Claim) throws {
        let old = try RealModule.digest(["A.swift": claim.old], client: claim.client),
            new = try RealModule.digest(["A.swift": claim.new], client: claim.client)
        #expect(old.bytes != new.bytes)
        let difference = Set(old.abi.parts.parts).symmetricDifference(new.abi.parts.parts)
        switch claim.expectation {
        case .leftOut:
            #expect(old.client == new.client)
            #expect(old.abi.digest == new.abi.digest, "\(difference)")
        case .counts:
            #expect(old.client != new.client)
            #expect(old.abi.digest != new.abi.digest, "\(old.abi.parts.text)")
        case .seesMore:
            #expect(old.client != new.client)
            #expect(old.abi.digest == new.abi.digest, "\(difference)")
            #expect(SourceFacts.seesHidden(Array(claim.client.utf8)))
        }
    }
}
