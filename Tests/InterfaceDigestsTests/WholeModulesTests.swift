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
