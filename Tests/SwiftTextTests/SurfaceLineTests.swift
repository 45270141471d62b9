import SwiftText
import Testing

/// Values and types that go on in a line which begins like a declaration, and other text that was taken for another
/// thing than the compiler takes it for. Each pair is an edit that other files of the module see.
@Suite struct SurfaceLineTests {
    private func surface(_ text: String) -> SourceSurface? { SourceSurface(Array(text.utf8)) }

    @Test(arguments: [
        (
            "let required = 1, infix = 2.5\nlet x = 3 +\n    required\nfunc foo() {}",
            "let required = 1, infix = 2.5\nlet x = 3 +\n    infix\nfunc foo() {}"
        ),
        (
            "struct S {\n var a = 1 +\n  open(2)\n private func z() {}\n}",
            "struct S {\n var a = 1 +\n  open(2.5)\n private func z() {}\n}"
        ),
        ("typealias T =\n infix\nprivate func foo() {}", "typealias T =\n postfix\nprivate func foo() {}"),
        (
            "struct S {\n var a:\n  open\n private func z() {}\n}",
            "struct S {\n var a:\n  infix\n private func z() {}\n}"
        ),
        (
            "struct S {\n var a = b as\n  open\n private func z() {}\n}",
            "struct S {\n var a = b as\n  infix\n private func z() {}\n}"
        ),
        ("let f: (Int) ->\n open\nfunc foo() {}", "let f: (Int) ->\n infix\nfunc foo() {}"),
        ("open(a)\nfunc foo() {}", "open(b)\nfunc foo() {}"),
        // Something that counts names one of two functions of a name.
        (
            "final class K { func testA() {} }\nextension K { var one: Int { 1 } }\nfunc testA(_ x: Int) -> Int { x }",
            "final class K { func testA() {} }\nextension K { var one: Int { 1 } }\n"
                + "func testA(_ x: Int) -> String { \"\" }"
        ),
        // What a script awaits decides where its variables are.
        (
            "var c: Int?\nif c == nil { print(1) }\nfunc f() {}",
            "var c: Int?\nif c == nil { await h(); print(1) }\nfunc f() {}"
        ),
        ("actor A { init() { self.x = 1 } }", "actor A { init() { `self`.init(x: 1) } }"),
        ("actor A { init() { self.x = 1 } }", "actor A { init() { (self).init(x: 1) } }"),
        // Debug information has the lines of generic classes.
        ("class A<T> {}", "\nclass A<T> {}"),
        ("struct S { final class A<each T> {} }", "struct S {\nfinal class A<each T> {} }"),
        ("actor A<T> where T: P {}", "// remark\nactor A<T> where T: P {}"),
        ("let f = { class A<T> {}; return A<Int>() }", "let f = {\nclass A<T> {}; return A<Int>() }"),
    ]) func othersSee(before: String, after: String) throws {
        let old = try #require(surface(before)), new = try #require(surface(after))
        #expect(old.inside != new.inside)
    }

    @Test func linesOfOtherClassesAreNobodys() throws {
        for text in ["class A {}", "class A { class func f<T>(_ t: T) {} }", "struct S<T> { class A {} }"] {
            #expect(try #require(surface(text)).inside == surface("\n" + text)?.inside, "\(text)")
        }
    }

    /// The struct has stored properties, wherever its lines begin.
    @Test(arguments: [
        "let q = 2 +\n  actor\nstruct S {\n var b: Int\n}", "let q = a ??\n  open\nstruct S {\n var b: Int\n}",
        "actor\nstruct S {\n var b: Int\n}",
    ]) func structsAreFound(text: String) throws {
        let old = try #require(surface(text)), new = try #require(surface("\n" + text))
        #expect(old.storage.keys.contains("S"))
        #expect(old.storage != new.storage)
    }

    @Test func aValueGoesOnWithALine() throws {
        let old = "@frozen public struct S {\n public var a: Int = 1 +\n #line\n}"
        #expect(surface(old)?.module != surface("\n" + old)?.module)
        #expect(surface(old)?.storage != surface("\n" + old)?.storage)
    }

    /// A function that may be a witness counts for those who look its name up.
    @Test(arguments: [
        "private import A\nstruct S: P {\n \n}", "fileprivate import A\nenum E: P {\n \n}",
        "struct In {}\nprivate final class Z: Out.In, P {}\nextension Out.In {\n \n}",
        "struct Out { struct Mid {} }\nprivate final class Z: Mid, P {}\nextension Mid {\n \n}",
        "#if os(Windows)\nstruct Base {}\n#endif\nprivate final class Z: Base, P {}\nextension Base {\n \n}",
    ]) func mayBeWitnesses(text: String) throws {
        let member = text.replacing("\n \n", with: "\nfileprivate func testMe() {}\n")
        let new = try #require(surface(member))
        #expect(new.lookedUp.contains("testMe") || new.inside != surface(text)?.inside)
    }

    @Test func privateMembersAreNobodysWitnesses() throws {
        for text in [
            "struct S {}\nprivate final class Z: P {}\nextension S { private func f() {} }",
            "struct O { struct S {} }\nprivate final class Z: P {}\nextension O.S { private func f() {} }",
        ] {
            let found = try #require(surface(text))
            #expect(found.functions.keys.contains("f") && !found.lookedUp.contains("f"), "\(text)")
        }
    }

    @Test(arguments: [
        "extension A::S { init(z: Int) { b = z } }", "let a = \"\\(')\" /* ')\"", "<# \" #> let a = 1",
        "let a = b >\nopen(1)", "let a = b < c\n >\n#macro()", "let a = await\n#macro()", "let f: @Sendable\nopen",
    ]) func isNotUnderstood(text: String) { #expect(surface(text) == nil) }

    @Test(arguments: [
        "#! /usr/bin/swift /*\nfunc f() {}",
        "@available(macOS 1, *)\n@inlinable @discardableResult\npublic func f() {}",
        "typealias A = B<\n C<D>, (E) -> F\n>\n@available(macOS 1, *)\nextension G {}",
        "let a: Array<Int >\nopen class C {}",
        "public @MainActor\nfinal class C {}", "struct S { @A var b: Int?\n@B(c) @C\n lazy var d = 1 }",
        "enum E { case `in`, open\n indirect case a }", "let a = E.in\nfinal class C {}", "let a = b!\nopen class C {}",
        "protocol P { func f() throws\n mutating func g() async }",
    ]) func isUnderstood(text: String) { #expect(surface(text) != nil) }
}
