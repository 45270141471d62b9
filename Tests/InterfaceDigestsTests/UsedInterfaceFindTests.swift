import InterfaceDigests
import Testing

/// Edits that people found when they looked for holes in the rules.
@Suite struct UsedInterfaceFindTests {
    private let used = UsedInterfaceTests()

    /// Each reached a client past the rules of its time.
    @Test(arguments: [
        (
            "public struct Pat {\n}\nextension Base.Pat {\n  public static var big: Base.Pat { get }\n  public static func ~= (p: Base.Pat, v: Swift.Int) -> Swift.Bool\n}\n",
            "stored\tPat.y\t@_hasStorage var y: Int", "switch n { case .big: return true; default: return false }"
        ),
        (
            "infix operator **\npublic protocol P {\n  static func ** (a: Self, b: Self) -> Swift.Int\n}\npublic struct Box {\n}\nextension Base.P where Self == Base.Box {\n  public static var a: Base.Box { get }\n}\n",
            "stored\tBox.y\t@_hasStorage var y: Int", "func use() -> Int { .a ** .a }"
        ),
        (
            "public protocol Helper {\n}\nextension Swift.Int32 : Base.Helper {\n}\n",
            "extension Base.Helper where Self : Swift.Error {\n  public var _code: Swift.Int { get }\n}",
            "extension CInt: @retroactive Error {}"
        ),
        (
            "public typealias Code = Swift.CInt\npublic protocol Helper {\n}\nextension Swift.Int32 : Base.Helper {\n}\n",
            "extension Base.Helper where Self : Swift.Error {\n  public var _code: Swift.Int { get }\n}",
            "extension Code: @retroactive Error {}"
        ),
        (
            "@resultBuilder public enum RB {\n}\n",
            "extension Swift.Array where Element == Swift.Int {\n  public mutating func append(_ x: Swift.Int)\n}",
            "func use() -> Int { build { for i in 0..<3 { i } } }"
        ),
        (
            "public protocol Helper {\n}\npublic protocol Größe : Base.Helper {\n}\n",
            "extension Base.Helper where Self : Swift.Error {\n  public var _code: Swift.Int { get }\n}",
            "struct S: Größe, Error {}"
        ),
        (
            "public protocol P {\n  func req() -> Swift.Int\n}\npublic protocol Q : Base.P {\n}\npublic typealias Größe = Base.Q\n",
            "extension Base.Q {\n  public func req() -> Swift.Int\n}", "struct S: Größe {}"
        ),
        (
            "public protocol Helper {\n}\nextension Swift.Int32 : Base.Helper {\n}\npublic protocol Größe {\n  func req() -> Swift.Int\n}\n",
            "extension Base.Helper where Self : Base.Größe {\n  public func req() -> Swift.Int\n}",
            "extension CInt: Größe {}"
        ),
        (
            "@available(*, renamed: \"g()\")\npublic func f(_ h: @escaping (Swift.Int) -> Swift.Void)\n",
            "public func g() async -> Swift.Int", "func use() async { f { _ in } }"
        ),
    ]) func found(both: String, new: String, client: String) throws {
        #expect(try used.counts(both, both + new, for: client))
    }

    @Test(
        "beside C modules, what their types may conform to counts",
        arguments: [
            ("", "extension Swift.OptionSet {\n  public func isSubset(of o: Self) -> Swift.Bool\n}", "f(flags)"),
            ("", "extension CKit.Flags {\n  public func isDisjoint(with o: CKit.Flags) -> Swift.Bool\n}", "f(flags)"),
            (
                "public protocol Helper {\n}\nextension CKit.Flags : Base.Helper {\n}\n",
                "extension Base.Helper where Self : Swift.OptionSet {\n  public func isSuperset(of o: Self) -> Swift.Bool\n}",
                "f(flags)"
            ),
            (
                "public protocol PP {\n}\nextension Base.PP {\n  public func m() -> Swift.Int\n}\n",
                "extension Base.PP {\n  public func m() -> Swift.Int8\n}", "_ = c.m()"
            ),
        ]) func besideC(both: String, new: String, client: String) throws
    {
        #expect(try used.counts(both, both + new, for: client, beside: .c))
        #expect(try !used.counts(both, both + new, for: client))
    }
}
