import Testing

@testable import InterfaceDigests

@Suite("Types in bodies")
struct LocalTypesTests {
    private func mayBe(_ text: String) -> Bool { LocalTypes.mayBe(in: Array(text.utf8)) }

    @Test(
        "a word that may begin a type counts wherever it stands in a body",
        arguments: [
            "struct L {}", "take(.struct)", "take(.actor)", "take(.class)", "_ = K.enum", "take(.protocol)",
            "take(.typealias)", "print(actor)", "_ = actor + 1", "run(class: 3)", "run(actor: 3)", "typealias T = Int",
            "let f = { (actor: Int) in 1 }", "if true { take(\n.struct\n) }",
        ])
    func counting(_ body: String) {
        #expect(mayBe("func f() { \(body) }"))
        #expect(mayBe("public struct S: P where T == Int {\n var v: Int { get { \(body) } }\n}"))
        #expect(mayBe("struct S { subscript(class x: Int, struct y: [Int]) -> Int { \(body) } }"))
        #expect(mayBe("func f(actor a: Int, enum b: Int = 3) -> some P { \(body) }"))
        #expect(mayBe("func first<T>() -> actor where T: P { \(body) }"))
        #expect(mayBe("struct actor {}\nvar v: Int = { \(body) }()\n"))
        #expect(mayBe("class C { class public var v: Int { \(body) } }"))
        #expect(mayBe("enum E { case actor\n  func f() { \(body) } }"))
    }

    @Test(
        "what stands in no body, in backticks or in a string does not",
        arguments: [
            "func f(class x: Int, actor: Int) -> Int { x }", "enum K { case `struct`; func f() -> K { .`struct` } }",
            "func f() { print(\"struct L {}\", \"\\(K.class)\") /* class */ }", "func f(_ k: K = .struct) { run() }",
            "struct A { enum B { class C { func f() { 1 } } } }", "run()\nactor A { struct B {} }",
            "final actor A { struct B {} }", "@MainActor class A { class func f() {}; struct B {} }",
            "func f() { url.extension }\n",
            "extension A where B == C { protocol P { var x: Int { get } }; enum D {} }",
            "class A { class var b: Int { 1 }; typealias C = Int; struct D {} }",
        ])
    func silent(_ text: String) { #expect(!mayBe(text)) }

    @Test("text that is not understood, and macros, may have some", arguments: ["func f() { #make() }", "}", "{ ( }"])
    func doubtful(_ text: String) { #expect(mayBe(text)) }
}
