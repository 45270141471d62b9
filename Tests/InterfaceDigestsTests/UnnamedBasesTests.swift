import Testing

@testable import InterfaceDigests

/// Types that a client's own types inherit from or extend by names which are not theirs.
@Suite struct UnnamedBasesTests {
    private let used = UsedInterfaceTests()
    private let base = """
        open class K {
          public init()
        }
        public func mkk() -> Base.K
        public protocol Q {
          associatedtype B
        }

        """
    private let member = "extension Base.K {\n  public func lock()\n}"

    private static let protocols = "protocol Pr { associatedtype A; static var a: A { get } }\n"

    @Test(
        "a superclass may be what an associated type stands for, which nobody need write",
        arguments: [
            "\(protocols)struct X: Pr { static let a = mkk() }\nclass D: X.A, Other {}",
            "\(protocols)struct X: Pr { static let a = mkk(); class D: A, Other {} }",
            "\(protocols)struct X: Pr { static let a = mkk() }\ntypealias Y = X.A\nclass D: Y, Other {}",
            "\(protocols)struct X: Pr { static let a = mkk() }\nextension X.A: Other {}",
            "\(protocols)typealias G<T: Pr> = T.A\nstruct X: Pr { static let a = mkk() }\nclass D: G<X>, Other {}",
            // Of a protocol that the interface declares, or the toolchain, or nobody whose lines are known.
            "struct X: Q { static let b = mkk() }\nclass D: X.B, Other {}",
            "struct X: Sequence { func makeIterator() { mkk() } }\nclass D: X.Iterator, Other { struct Iterator {} }",
            "struct X: Others { func use() { mkk() } }\nclass D: X.Theirs, Other {}",
        ]) func associated(client: String) throws
    {
        #expect(try used.counts(base, base + member, for: client))
    }

    @Test(
        "what heads name by names of types leads nowhere else",
        arguments: [
            "class C {}\nclass D: C, Other {}\nfunc f() { mkk() }",
            "enum N { class C {} }\nclass D: N.C, Other {}\nfunc f() { mkk() }",
            "\(protocols)struct X: Pr { static let a = mkk() }\nextension X: Other where A: Other {}",
            "class D: Foreign {}\nfunc f() { mkk() }",
        ]) func named(client: String) throws
    {
        #expect(try !used.counts(base, base + member, for: client))
    }
}
