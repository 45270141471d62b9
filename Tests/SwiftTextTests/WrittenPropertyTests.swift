import Testing

@testable import SwiftText

@Suite struct WrittenPropertyTests {
    private func values(_ text: String) -> [WrittenProperty.Value]? {
        WrittenProperty.all(named: ["routes"], in: SwiftTokens(text))?.map(\.value)
    }

    private func value(_ members: String) -> WrittenProperty.Value? {
        let all = values("struct H {\n\(members)\n}")
        return all?.count == 1 ? all?[0] : nil
    }

    @Test(
        arguments: [
            "var routes: [any Route.Type] { [A.self, B.C.self] }",
            "public var routes: [Route.Type] { return [A.self, B.C.self,] }",
            "var routes: [any Route.Type] {\n // both\n get { [\nA.self, /* and */ B.C.self\n] }\n}",
            "let routes: [any Route.Type] = [A.self, B.C.self]",
            "let routes: [any Route.Type] = [A.self, B.C.self]\n    init(x: Int = 3) {}",
            "let routes = [A.self, B.C.self]; let other = 1",
            "@MainActor var `routes`: Array<any Route.Type> { [A.self, B.C.self] }",
        ])
    func readsLists(_ member: String) {
        #expect(value(member) == .types([["A"], ["B", "C"]]))
    }

    @Test(
        arguments: [
            "var routes: [any Route.Type] { [A.self] + more }", "var routes: [any Route.Type] { all }",
            "var routes: [any Route.Type] { if x { return [A.self] }; return [] }",
            "var routes: [any Route.Type] { [A.self].filter { _ in false } }", "let routes: [any Route.Type]",
            "let routes: [any Route.Type] = [A.self]\n        + more",
            "let routes: [any Route.Type] = [A.self]\n.reversed()",
            "let routes: [any Route.Type]\n    let other: [any Route.Type] = [A.self]",
            "let routes: [any Route.Type]; let other = [A.self]", "var routes: [any Route.Type] { [A<B>.self] }",
            "var routes: [any Route.Type] { [A.self, b] }", "var routes: [any Route.Type] { [A.self: 1] }",
            "var routes: [any Route.Type] { get { [A.self] } set { } }", "var routes: [any Route.Type] { [Self.one] }",
            "var routes: [any Route.Type] {\n#if X\n[A.self]\n#else\n[B.self]\n#endif\n}",
        ])
    func saysWhatItDoesNotRead(_ member: String) {
        #expect(value(member) == .other)
    }

    @Test func namesTypesAndLines() throws {
        let text = """
            func routes() { var routes: [X.Type] { [A.self] } }
            enum Outer<T: P> where T: Q {
                struct Inner: Handler {
                    func f(_ x: Int = { 3 }()) { let routes = [B.self] }
                    var routes: [X.Type] { [] }
                }
                #if os(Linux)
                static let routes = [A.self]
                #endif
            }
            extension Other.Inner { let routes = "plain" }
            """
        let found = try #require(WrittenProperty.all(named: ["routes"], in: SwiftTokens(text)))
        #expect(
            found == [
                .init(type: "Outer.Inner", name: "routes", line: 5, isStatic: false, value: .types([])),
                .init(type: "Outer", name: "routes", line: 8, isStatic: true, value: .conditional),
                .init(type: "Other.Inner", name: "routes", line: 11, isStatic: false, value: .text("plain")),
            ])
    }

    @Test func brokenTextIsNotUnderstood() {
        #expect(values("struct H { var routes: [X.Type] { [A.self] }") == nil)
        #expect(values("struct H { let s = \"open\n var routes: [X.Type] { [A.self] } }") == nil)
    }
}
