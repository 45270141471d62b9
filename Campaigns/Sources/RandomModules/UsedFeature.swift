import Measuring

/// A few declarations that a client uses without naming all of them, in several states: what an edit changes is what
/// one rule of used interfaces is there for.
struct UsedFeature {
    /// What it is about.
    var name: String
    /// Lines of the module below, in each of its states; the first is the one that clients are compiled against.
    var states: [[String]]
    /// Lines of the client.
    var client: [String]
    /// A type that a module between may store, with how to make a value of it.
    var kept: (type: String, value: String)?
    /// Two of them in one module would be taken for one another.
    var isAlone = false

    /// Makes one of every kind; `n` is in all of its names.
    static let kinds: [@Sendable (_ n: Int, _ random: inout SeededGenerator) -> UsedFeature] =
        ofTypes + ofMembers + ofLookups + ofLower

    static func field(_ random: inout SeededGenerator) -> String {
        random.one("Int8", "Int", "String", "[Int]", "Bool?", "Double", "UInt16", "(Int8, Int)", "() -> Int")
    }

    /// `struct Name`, with how many hidden fields.
    static func structure(_ name: String, fields: [String], _ more: String = "", inherits: String = "") -> String {
        let text = fields.enumerated().map { "private var f\($0): \($1)?; " }.joined()
        return "public struct \(name)\(inherits) { \(text)public var shown = 1; public init() {}; \(more) }"
    }
}

// MARK: What types are made of

extension UsedFeature {
    static let ofTypes: [@Sendable (Int, inout SeededGenerator) -> UsedFeature] = [
        { n, random in
            let (one, other) = (field(&random), field(&random))
            // Of a name that others have too.
            func nested(_ fields: [String], _ more: String = "") -> [String] {
                [
                    "public struct X\(n) { \(structure("Inner", fields: fields)); public init() {} }",
                    "extension X\(n) { public var e: Inner { Inner() } }",
                    "public func x\(n)() -> X\(n) { X\(n)() }", "public typealias A\(n) = X\(n)", more,
                ]
            }
            return UsedFeature(
                name: "types in types",
                states: [
                    nested([one]), nested([one, other]), nested([other]),
                    nested([one], "extension X\(n).Inner: Equatable {}"),
                    nested([one], "extension X\(n).Inner { public var more: Int { 1 } }"),
                ],
                client: [
                    random.one(
                        "func u\(n)() { let r = x\(n)().e; eat(r) }",
                        "func u\(n)() { let i: A\(n).Inner? = nil; eat(i) }",
                        "extension A\(n) { func own\(n)() -> Inner { e } }", "struct Inner\(n) { var x: X\(n)? }",
                        "func u\(n)() { let k: KeyPath<X\(n), Int> = \\.e.shown; eat(k) }")
                ], kept: ("X\(n).Inner", "x\(n)().e"))
        },
        { n, random in
            let (one, other) = (field(&random), field(&random))
            let make = "public func s\(n)() -> S\(n) { S\(n)() }"
            return UsedFeature(
                name: "stored property of a result",
                states: [
                    [structure("S\(n)", fields: [one]), make],
                    [structure("S\(n)", fields: [one, other]), make], [structure("S\(n)", fields: [other]), make],
                ], client: ["func u\(n)() { let r = s\(n)(); eat(r) }"], kept: ("S\(n)", "s\(n)()"))
        },
        { n, random in
            let (one, other) = (field(&random), field(&random))
            func hidden(_ fields: [String]) -> [String] {
                [
                    "struct H\(n) { \(fields.enumerated().map { "var f\($0): \($1)?; " }.joined()) }",
                    structure("S\(n)", fields: ["H\(n)"]), "public func s\(n)() -> S\(n) { S\(n)() }",
                ]
            }
            return UsedFeature(
                name: "field of a hidden type", states: [hidden([one]), hidden([one, other]), hidden([other, one])],
                client: ["func u\(n)() { let r = s\(n)(); eat(r) }"], kept: ("S\(n)", "s\(n)()"))
        },
        { n, random in
            let one = field(&random)
            func classes(_ fields: [String], _ methods: String) -> [String] {
                let text = fields.enumerated().map { "private var f\($0): \($1)?; " }.joined()
                return [
                    "open class D\(n) { \(text)public init() {}; \(methods) }",
                    "open class C\(n): D\(n) { public var own\(n) = 2; open func o\(n)() -> Int { 1 } }",
                ]
            }
            return UsedFeature(
                name: "superclass",
                states: [
                    classes([], ""), classes([one], ""), classes([], "private func hid() {}"),
                    classes([], "open func shown\(n)() {}"),
                ],
                client: [
                    random.one(
                        "class Mine\(n): C\(n) { override func o\(n)() -> Int { own\(n) } }",
                        "func u\(n)() { let c = C\(n)(); eat(c.own\(n)) }")
                ])
        },
        { n, random in
            let methods = ["private func a() {}", "func b() {}", "public func last\(n)() -> Int { 3 }"]
            func type(_ methods: [String]) -> [String] {
                [
                    "public class C\(n) { public init() {}; \(methods.joined(separator: "; ")) }",
                    "public func c\(n)() -> C\(n) { C\(n)() }",
                ]
            }
            return UsedFeature(
                name: "hidden slots",
                states: [type(methods), type(Array(methods.dropFirst())), type([methods[2], methods[0], methods[1]])],
                client: ["func u\(n)() { eat(c\(n)().last\(n)()) }"])
        },
        { n, random in
            func type(_ target: String) -> [String] { ["public typealias T\(n) = \(target)"] }
            return UsedFeature(
                name: "alias", states: [type("[Int]"), type("Set<Int>"), type("String")],
                client: ["func u\(n)(_ t: T\(n)) { eat(t, t.isEmpty) }"])
        },
        { n, random in
            func type(_ out: String) -> [String] {
                [
                    "public protocol Q\(n) { associatedtype Out; func out\(n)() -> Out }",
                    "public struct S\(n): Q\(n) { public init() {}; public func out\(n)() -> \(out) { fatalError() } }",
                    "public func s\(n)() -> S\(n) { S\(n)() }",
                    "public func run\(n)<T: Q\(n)>(_ t: T) -> T.Out { t.out\(n)() }",
                    structure("V\(n)", fields: ["Int8"]),
                ]
            }
            return UsedFeature(
                name: "associated type", states: [type("Int"), type("String"), type("V\(n)")],
                client: ["func u\(n)() { let r = run\(n)(s\(n)()); eat(r) }"])
        },
        { n, random in
            let one = field(&random)
            func type(_ fields: String) -> [String] {
                [
                    """
                    public struct S\(n): Sequence { public init() {}; public func makeIterator() -> Iterator { Iterator() }
                        public struct Iterator: IteratorProtocol { \(fields)public mutating func next() -> Int? { nil } }
                    }
                    """, "public func s\(n)() -> S\(n) { S\(n)() }",
                ]
            }
            return UsedFeature(
                name: "iterator inside", states: [type(""), type("private var f: \(one)?; "), type("var a = 1; ")],
                client: ["func u\(n)() { for e in s\(n)() { eat(e) } }"])
        },
        { n, random in
            func type(_ inner: String) -> [String] {
                [
                    "public protocol Q\(n) { associatedtype Out\(n); func out\(n)() -> Out\(n) }",
                    """
                    public struct S\(n): Q\(n) { public init() {}; \(structure("Out\(n)", fields: [inner])); \
                    public func out\(n)() -> Out\(n) { fatalError() } }
                    """, "public func s\(n)() -> S\(n) { S\(n)() }",
                    "public func run\(n)<T: Q\(n)>(_ t: T) -> some Collection<T> { [t] }",
                    "public struct Keep\(n)<T: Q\(n)> { public var v: T.Out\(n)?; public init(_ t: T) {}; }",
                ]
            }
            return UsedFeature(
                name: "associated type inside", states: [type("Int"), type("String")],
                client: ["func u\(n)() { let r = Keep\(n)(s\(n)()); eat(r) }"])
        },
        { n, random in
            func type(_ requirements: String) -> [String] {
                [
                    "public protocol P\(n) { \(requirements) }",
                    "struct Own\(n): P\(n) { func a\(n)() {}; func b\(n)() -> Int { 1 } }",
                    "public func p\(n)() -> any P\(n) { Own\(n)() }",
                ]
            }
            return UsedFeature(
                name: "requirements",
                states: [
                    type("func b\(n)() -> Int"), type("func a\(n)(); func b\(n)() -> Int"),
                    type("func b\(n)() -> Int; func a\(n)()"),
                ], client: ["func u\(n)() { eat(p\(n)().b\(n)()) }"])
        },
        { n, random in
            let make = "public func e\(n)() -> E\(n) { .b }"
            return UsedFeature(
                name: "cases",
                states: [
                    ["public enum E\(n) { case a, b, c }", make], ["public enum E\(n) { case c, b, a }", make],
                    ["public enum E\(n) { case a, b, c, d(Int) }", make],
                ], client: ["func u\(n)() { let r = e\(n)(); eat(r) }"], kept: ("E\(n)", "e\(n)()"))
        },
        { n, random in
            func type(_ more: String) -> [String] {
                [
                    "public struct N\(n): ~Copyable { private var f = [1]; public init() {}; \(more) }",
                    "public func n\(n)() -> N\(n) { N\(n)() }",
                ]
            }
            return UsedFeature(
                name: "deinit", states: [type(""), type("deinit { print(1) }")],
                client: ["func u\(n)() { let r = n\(n)(); eatN\(n)(r) }", "func eatN\(n)(_ r: consuming N\(n)) {}"])
        },
    ]
}
