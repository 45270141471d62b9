import SwiftText
import Testing

@Suite("Protocols that a text declares")
struct WrittenProtocolTests {
    private func all(_ text: String) -> [WrittenProtocol]? { WrittenProtocol.all(in: Array(text.utf8)) }

    @Test("have a name, an access and what they refine")
    func names() throws {
        let found = try #require(
            all(
                """
                import Wiring
                /// protocol Comment: Accessible {}
                public protocol Brain: Wiring.Accessible, Sendable where Self: AnyObject {
                    func add(_ a: Int) -> Int
                }
                @MainActor @available(macOS 10, *)
                package protocol `protocol`: A & B, ~Copyable {}
                protocol Plain {}
                let text = "public protocol Text: Accessible {}"
                struct Outer { public protocol Inner: Accessible {} }
                func f() { protocol Local {} }
                private nonisolated protocol Repo<Item>: Accessible { associatedtype Item }
                """))
        #expect(found.map(\.name) == ["Brain", "protocol", "Plain", "Repo"])
        #expect(found.map(\.access) == ["public", "package", "internal", "private"])
        #expect(
            found.map(\.refined) == [["Wiring.Accessible", "Sendable"], ["A", "B", "Copyable"], [], ["Accessible"]])
        #expect(Set(found[1].attributes) == ["@MainActor", "@available"])
    }

    @Test("the access of one declaration is not the next one's")
    func access() {
        #expect(
            all("public let a = 1\nprotocol P {}\npublic struct S {}\nprotocol Q {}")?.map(\.access) == [
                "internal", "internal",
            ])
        #expect(all("public\nprotocol P {}\nprivate protocol Q {}")?.map(\.access) == ["public", "private"])
    }

    @Test("know whether a condition stands around them")
    func conditions() {
        let found = all("#if DEBUG\nprotocol A {}\n#else\nprotocol B {}\n#endif\nprotocol C {}")
        #expect(found?.map(\.isConditional) == [true, true, false])
    }

    @Test(
        "are not read off a text that is not understood", arguments: ["protocol P {", "let a = /[\"]/\nprotocol P {}"])
    func unread(_ text: String) { #expect(all(text) == nil) }
}
