import Digests
import Testing

@testable import InterfaceDigests

/// Which types may conform to what nobody knows: all members of these may be witnesses, so all of them count.
@Suite struct UnknownAncestorsTests {
    /// Of the toolchain, as far as these tests ask.
    private static let requirements: RequirementNames = {
        var names = RequirementNames()
        names.add(Array("public protocol Comparable {\n}\npublic protocol Sendable {\n}\n".utf8), of: "Swift")
        return names
    }()

    /// Whether a new member of `Box`, which has no name that the client says, counts. `whole`: the interface of a
    /// module below that counts whole; nil where there is none.
    private func counts(_ interface: String, whole: String? = nil) throws -> Bool {
        let used = UsedInterface(requirements: Self.requirements)
        let box = "public struct Box {\n}\n" + interface
        let found = try [box, box + "extension Base.Box {\n  public func unsaid()\n}\n"].map { text in
            var modules: [(String, ABIParts)] = [("Base", try UsedInterfaceTests.parts(text))]
            if let whole {
                let parts = try UsedInterfaceTests.parts(whole).parts
                modules.insert(("Low", ABIParts([.init(.fallback, "Low", "for a test")] + parts)), at: 0)
            }
            let indexes = modules.map { name, parts in
                InterfaceIndex(ABIDigest(parts: parts, moduleBytes: ContentDigest(of: "")), module: name)
            }
            return used.digests(of: indexes, for: ClientMentions(Array("func use(_ b: Box) {}".utf8)))
        }
        if case .whole = found[0] { return true }
        return found[0] != found[1]
    }

    @Test(
        "an alias is known where it stands for protocols that are",
        arguments: [
            ("public typealias PQ = Base.P & Swift.Sendable\n", false),
            ("public typealias PQ = Base.P\n", false),
            ("public typealias PQ = Base.R\npublic typealias R = Base.P & Swift.Sendable\n", false),
            ("public typealias PQ = Base.P & Foundation.NSLocking\n", true),
            ("public typealias PQ = Base.R\npublic typealias R = Foundation.NSLocking\n", true),
            ("public typealias PQ = Base.Gone & Swift.Sendable\n", true),
            ("public typealias PQ = Base.P & Base.G<Swift.Int>\n", true),
            ("public typealias PQ<T> = Base.P\n", true),
            ("public typealias PQ = Base.P\npublic enum N {\n  public typealias PQ = Other.L\n}\n", true),
            ("public typealias PQ = Base.P\nhidden\tPQ\ttypealias PQ = (Int) -> Int\n", true),
        ]) func aliases(alias: String, counts: Bool) throws
    {
        let others = "public protocol P {\n}\nextension Base.Box : Base.PQ {\n}\n"
        #expect(try self.counts(alias + others) == counts, "\(alias)")
    }

    @Test(
        "a hidden line names a protocol without its module: any that declares one may be meant",
        arguments: [
            ("hidden\tBox\textension Box : Comparable\n", nil, false),
            ("hidden\tBox\textension Box : H\nhidden\tH\tprotocol H : Comparable, Sendable\n", nil, false),
            ("hidden\tBox\textension Box : H\nhidden\tH\tprotocol H : NSLocking\n", nil, true),
            ("hidden\tBox\textension Box : NSLocking\n", nil, true),
            // From a structure nobody inherits: another one of the name is meant.
            ("hidden\tBox\textension Box : NSLocking\npublic struct NSLocking {\n}\n", nil, true),
            ("hidden\tBox\textension Box : H\nhidden\tH\tclass H\n", nil, false),
            // An alias that has the name of a type is nothing that the type inherits from.
            ("extension Base.Box : Swift.Sendable {\n}\nhidden\tN.Box\ttypealias Box = Elsewhere\n", nil, false),
            ("hidden\tBox\textension Box : A\nhidden\tA\ttypealias A = Comparable & Sendable\n", nil, false),
            ("hidden\tBox\textension Box : A\nhidden\tA\ttypealias A = Other & Sendable\n", nil, true),
            ("hidden\tBox\textension Box : Comparable\nhidden\tComparable\ttypealias Comparable = Other\n", nil, true),
            ("hidden\tBox\textension Box : Comparable\n", "public struct S {\n}\n", false),
            ("hidden\tBox\textension Box : Comparable\n", "public protocol Comparable {\n}\n", true),
            ("hidden\tBox\textension Box : Comparable\n", "public typealias Comparable = Low.P\n", true),
        ]) func hiddenNames(lines: String, whole: String?, counts: Bool) throws
    {
        #expect(try self.counts(lines, whole: whole) == counts, "\(lines)")
    }

    @Test("how sources write a name says nothing of what others inherit from it")
    func writtenNames() throws {
        let box = "extension Base.Box : Base.P {\n  public typealias Element = Base.Box\n}\npublic protocol P {\n}\n"
        let unknown = "public struct Lock : Foundation.NSLocking {\n}\n"
        #expect(try !counts(box + unknown + "hidden\tElement\twritten as S.Element\n"))
        #expect(try counts(box + unknown + "hidden\tElement\textension Element : P\n"))
    }
}
