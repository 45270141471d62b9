import Digests
import InterfaceDigests
import Testing

/// What counts for a client that sees modules which count whole.
@Suite struct WholeModulesTests {
    private let used = UsedInterfaceTests()

    /// Of a module that counts whole, and of one above it by its lines.
    private func counts(
        whole: String, _ old: String, _ new: String, for client: String
    ) throws -> Bool {
        let used = UsedInterface(requirements: UsedInterfaceTests.requirements)
        let low = ABIParts([.init(.fallback, "Low", "for a test")] + (try UsedInterfaceTests.parts(whole)).parts)
        let mentions = ClientMentions(Array(client.utf8))
        let found = try [old, new].map {
            let modules = [("Low", low), ("Base", try UsedInterfaceTests.parts($0))].map { name, parts in
                InterfaceIndex(ABIDigest(parts: parts, moduleBytes: ContentDigest(of: "")), module: name)
            }
            return used.digests(of: modules, for: mentions)
        }
        if case .whole = found[0] { return true }
        return found[0] != found[1]
    }

    private static let wrapper = "public enum N {\n  @propertyWrapper public struct Foo {\n  }\n}\n"
    private static let box = "public struct Box {\n}\n"

    @Test(
        "what clients act by of modules that count whole, although nobody writes it",
        arguments: [
            // An attribute that a wrapper of another module has the name of.
            (
                "@attached(accessor) public macro Foo() = #externalMacro(module: \"M\", type: \"T\")\n", wrapper,
                "extension Swift.Array {\n  public func get()\n}\n", "@Foo var x = 1"
            ),
            (
                "public struct LS {\n  @available(*, renamed: \"bar()\") public func foo()\n}\n", "",
                "extension Low.LS {\n  public func bar() async\n}\n", "LS().foo()"
            ),
        ]) func besideWhole(whole: String, both: String, new: String, client: String) throws
    {
        #expect(try counts(whole: whole, both, both + new, for: client))
    }

    @Test("beside a module of which a reason is all that is known, everything counts")
    func unknown() throws {
        #expect(try counts(whole: "", Self.box, Self.box, for: "other()"))
    }

    struct Heir: CustomTestStringConvertible, Sendable {
        var whole = "public protocol WP {\n}\nopen class WC {\n}\npublic typealias WA = Swift.Never\n"
        /// Of the type that the client does not name.
        var head: String
        var beside = ""
        var isFelt: Bool
        var testDescription: String { "\(head) (\(whole.count))" }
    }

    private static let thread = "extension Foundation.Thread : Swift.ExpressibleByNilLiteral {\n}\n"

    @Test(
        "a literal can make a type that inherits from what a module that counts whole may say so of",
        arguments: [
            Heir(head: "struct L : Low.WP", isFelt: true), Heir(head: "class L : Low.WC", isFelt: true),
            Heir(head: "struct L : Swift.Sendable & Low.WP", isFelt: true),
            Heir(head: "struct L : Low.WA", isFelt: true), Heir(head: "struct L : Swift.Error", isFelt: false),
            Heir(head: "struct L : Base.P", beside: "public protocol P : Low.WP {\n}", isFelt: true),
            Heir(head: "struct L : Base.P", beside: "public protocol P : Swift.Error {\n}", isFelt: false),
            Heir(head: "struct L", beside: "extension Base.L : Low.WP {\n}", isFelt: true),
            Heir(head: "struct L", beside: "hidden\tL\textension L : H\nhidden\tH\tprotocol H : WP", isFelt: true),
            // By an alias, and by one of an alias; one with parameters stands for anything.
            Heir(head: "struct L : Base.A", beside: "public typealias A = Low.WP", isFelt: true),
            Heir(
                head: "struct L : Base.A",
                beside: "public typealias A = Base.B & Swift.Error\npublic typealias B = Low.WP", isFelt: true),
            Heir(head: "struct L : Base.A", beside: "public typealias A<T> = Low.WP", isFelt: true),
            Heir(head: "struct L : Base.A", beside: "public typealias A = Swift.Error", isFelt: false),
            // By an extension of what others can inherit from.
            Heir(whole: thread, head: "class L : Foundation.Thread", isFelt: true),
            Heir(whole: thread, head: "class L : Foundation.Formatter", isFelt: false),
            Heir(whole: "hidden\tThread\textension Thread : H\n", head: "class L : Foundation.Thread", isFelt: true),
            Heir(whole: "extension Swift.Int : Low.WP {\n}\n", head: "enum L : Swift.Int", isFelt: false),
            Heir(whole: "extension Foundation.Thread {\n}\n", head: "class L : Foundation.Thread", isFelt: false),
            // What cannot be read may be anything.
            Heir(
                whole: "hidden\t-\twritten as extension Thread : @Low.G H\n", head: "struct L : Swift.Error",
                isFelt: true),
        ]) func heirs(_ heir: Heir) throws
    {
        let lines = "public \(heir.head) {\n}\n\(heir.beside)\n"
        let stored = "stored\tL.a\t@_hasStorage var a: Int\n"
        #expect(try counts(whole: heir.whole, lines, lines + stored, for: "let one = 1") == heir.isFelt)
    }

    @Test("a hidden line says what a type conforms to that clients can have values of")
    func hiddenHeads() throws {
        let witness = "extension Base.Box {\n  public func lock() -> Swift.Int\n}\n"
        let conforming = Self.box + "hidden\tBox\tstruct Box : H\nhidden\tH\tprotocol H : FP\n"
        let client = "import Base; use(Box())"
        #expect(try used.counts(conforming, conforming + witness, for: client, beside: .swift))
        #expect(try !used.counts(Self.box, Self.box + witness, for: client, beside: .swift))
        let alias = "open class K {\n}\npublic typealias KA = Base.K\npublic func box() -> Base.D\n"
        let ofSuperclass = "extension Base.K {\n  public func lock() -> Swift.Int\n}\n"
        for (head, isFelt) in [("Base.KA, Low.FP", true), ("Base.K", false)] {
            let lines = alias + "public class D : \(head) {\n}\n"
            #expect(try used.counts(lines, lines + ofSuperclass, for: "use(box())", beside: .swift) == isFelt)
        }
        let far = "public func box() -> Low.Far\nhidden\tFar\textension Far : FP\n"
        let farWitness = "extension Low.Far {\n  public func lock() -> Swift.Int\n}\n"
        #expect(try used.counts(far, far + farWitness, for: "use(box())", beside: .swift))
    }
}
