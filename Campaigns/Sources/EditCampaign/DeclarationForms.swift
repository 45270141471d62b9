/// Declarations that modules are put together from, with what other sources make of them. `§` stands for a number.
struct DeclarationForm {
    var declaration: String
    /// For other sources of the module, and for one that imports it `@testable`.
    var uses: [String]
    /// A value that a client's own type can store, of a type of the declaration.
    var stored: String?

    init(_ declaration: String, uses: [String], stored: String? = nil) {
        (self.declaration, self.uses, self.stored) = (declaration, uses, stored)
    }

    static let all = functions + types + members + others

    private static let functions: [DeclarationForm] = [
        DeclarationForm(
            """
            public func fn§(_ a: Int = [1].first!, line: Int = #line) -> Int {
                let x = a + 1
                return x * 2
            }
            """, uses: ["func useFn§() -> Int { fn§() + fn§(2) }"]),
        DeclarationForm(
            "private func hidden§() -> Int { 3 }\nlet val§ = hidden§()", uses: ["func useVal§() -> Int { val§ + 1 }"]),
        DeclarationForm(
            """
            func plain§(_ s: String) -> Int {
                struct L: Hashable { var q = [1].last! }
                return L().q
            }
            """, uses: ["let gp§ = plain§(\"x\")"]),
        DeclarationForm(
            """
            @_transparent func tp§(_ a: [Int]) -> Int { a.first! }
            @inlinable public func il§(_ a: Int) -> Int { a + 1 }
            @inline(__always) func ia§(_ a: Int) -> Int { a * 3 }
            """, uses: ["func useTp§() -> Int { tp§([1]) + il§(2) + ia§(3) }"]),
        DeclarationForm(
            """
            @_alwaysEmitIntoClient public func ae§(_ a: [Int]) -> Int {
                let b = a.last!
                return b
            }
            """, uses: ["func useAe§() -> Int { ae§([1]) }"]),
        DeclarationForm(
            """
            func ovl§(_ a: Int) -> Int { 1 }
            func ovl§(_ a: Double) -> String { "" }
            private func ovl§(_ a: String) -> Int { 2 }
            let ov§ = ovl§("x")
            """, uses: ["func useOvl§() { print(ovl§(1), ovl§(1.0), ov§) }"]),
        DeclarationForm(
            """
            func thr§(_ n: Int) throws -> Int {
                guard n > 0 else { fatalError("x") }
                return n
            }
            func va§<each T>(_ t: repeat each T) -> Int {
                var n = 0
                for _ in repeat each t { n += 1 }
                return n
            }
            """, uses: ["func useThr§() -> Int { ((try? thr§(1)) ?? 0) + va§(1, \"a\") }"]),
        DeclarationForm(
            """
            #if DEBUG
            func cond§() -> Int { 1 }
            #else
            func cond§() -> String { "" }
            #endif
            func ncond§() -> Int { 2 }
            """, uses: ["func useCond§() { print(cond§(), ncond§()) }"]),
        DeclarationForm(
            """
            func op§() -> some Sequence<Int> {
                let a = [1, 2]
                return a
            }
            """, uses: ["func useOp§() -> Int { op§().reduce(0, +) }"]),
    ]

    private static let types: [DeclarationForm] = [
        DeclarationForm(
            """
            public struct St§: Equatable {
                var a = [2].last!
                private var b: Int?
                var c = 1 {
                    didSet { print(1) }
                }
                private func help() -> Int { a }
                func seen() -> Int { help() }
                static let z = 4
            }
            """, uses: ["extension St§ { init(z: Int) { a = z } }", "func useSt§(_ s: inout St§) { s.c += s.seen() }"],
            stored: "St§()"),
        DeclarationForm(
            """
            struct Gs§<T: Comparable> {
                var items: [T] = []
                lazy var top: T? = items.max()
                subscript(i: Int) -> T { get { items[i] } set { items[i] = newValue } }
                mutating func push(_ t: T) { items.append(t) }
            }
            """,
            uses: [
                "func useGs§() -> Int { var g = Gs§<Int>(); g.push(1); return g[0] + (g.top ?? 0) }",
                "extension Gs§: Sequence { func makeIterator() -> IndexingIterator<[T]> { items.makeIterator() } }",
            ], stored: "Gs§<Int8>()"),
        DeclarationForm(
            """
            public class Cl§ {
                private func secret() -> Int { 1 }
                func over() -> Int { secret() }
                private(set) var p = 1
                init() {}
                deinit { print(2) }
            }
            extension Cl§ {
                private func ext() -> Int { 2 }
                func vis() -> Int { ext() }
            }
            """,
            uses: [
                "class Sub§: Cl§ { override func over() -> Int { super.over() + vis() } }",
                "func useCl§() { print(Cl§().p, Cl§().over) }",
            ], stored: "Cl§()"),
        DeclarationForm(
            """
            public enum En§: String, CaseIterable {
                case one, two = "zwei"
                case `init`
                var n: Int { self == .one ? 1 : 2 }
                fileprivate static func h() -> Int { 5 }
            }
            """,
            uses: ["func useEn§(_ e: En§) -> Int { switch e { case .one: 1; case .two: 2; case .`init`: e.n } }"],
            stored: "En§.one"),
        DeclarationForm(
            """
            indirect enum Tr§ {
                case leaf(Int)
                case node(Tr§, Tr§)
                func sum() -> Int {
                    switch self {
                    case .leaf(let v): v
                    case .node(let l, let r): l.sum() + r.sum()
                    }
                }
            }
            """,
            uses: [
                "let tr§ = Tr§.leaf\nfunc useTr§() -> Int { [1, 2].map(tr§).reduce(0) { $0 + $1.sum() } }"
            ], stored: "Tr§.leaf(1)"),
        DeclarationForm(
            """
            actor Ac§ {
                var n = 1
                private func inner() -> Int { n }
                func outer() -> Int { inner() }
                init(n: Int) { self.n = n }
                init() { n = 2 }
                nonisolated var d: String { "d" }
            }
            """, uses: ["func useAc§() async -> Int { await Ac§().outer() + Ac§(n: 1).n }"]),
        DeclarationForm(
            """
            typealias Al§ = [String: Int]
            struct Cod§: Codable, Hashable {
                private var x = 1
                var y: Al§ = [:]
                private enum CodingKeys: String, CodingKey { case x, y = "why" }
            }
            """,
            uses: [
                "func useCod§(_ a: Al§) -> Set<Cod§> { let z: Al§ = a; return [Cod§(from§: z)] }",
                "extension Cod§ { init(from§: Al§) { y = from§ } }",
            ], stored: "Cod§()"),
        DeclarationForm(
            """
            struct Nc§: ~Copyable {
                let fd: Int
                init(fd: Int) { self.fd = fd }
                consuming func take() -> Int { let f = fd; discard self; return f }
                deinit { print(fd) }
            }
            """, uses: ["func useNc§() -> Int { let n = Nc§(fd: 1); return n.take() }"]),
        DeclarationForm(
            """
            final class Fc§: Sendable {
                let k = [1].first!
                static func make() -> Fc§ { Fc§() }
                private func p1() {}
                func p2() { p1() }
                var w: Int { kept }
                private let kept = 3
            }
            """, uses: ["func useFc§() -> Int { Fc§.make().k + Fc§().w }"], stored: "Fc§()"),
        DeclarationForm(
            """
            struct Ig§<let N: Int> {
                var s: InlineArray<N, Int>
                func f() -> Int { N }
            }
            """, uses: ["func useIg§(_ i: Ig§<3>) -> Int { i.f() }"]),
        DeclarationForm(
            """
            struct Nest§ {
                enum In: Int { case a = 1, b, c }
                struct Deep {
                    var v = 1
                    private func f() -> Int { v }
                    var g: Int { f() }
                }
                class Kl { func m() {}; private func n() {} }
                func run(_ d: Deep = Deep()) -> Int { d.g }
            }
            """,
            uses: [
                "func useNest§() -> Int { Nest§().run() + Nest§.In.b.rawValue }",
                "class SubKl§: Nest§.Kl { override func m() {} }\nextension Nest§.Deep { init(k: Int) { v = k } }",
            ], stored: "Nest§.Deep()"),
        DeclarationForm(
            """
            private struct Inner§ { var a = 1 }
            public struct Outer§ {
                private var inner = Inner§()
                public init() {}
            }
            """, uses: ["func useOuter§() -> Outer§ { Outer§() }"], stored: "Outer§()"),
    ]
}
