import SwiftText
import Testing

/// Members that other files see if they look them up, and names that types have besides.
@Suite struct SurfaceLookUpTests {
    private let surfaces = SourceSurfaceTests()

    /// Who looks the name up sees it, whether the name is in its text or not.
    @Test(arguments: [
        ("struct S {\n func g() {}\n}", "struct S {\n func f() {}\n func g() {}\n}"),
        ("struct S: P {\n}", "struct S: P {\n func f() {}\n}"),
        ("extension E {\n}", "extension E {\n static func f() {}\n}"),
        ("", "extension E where T == Int {\n public func f() {}\n @inlinable public var a: Int { 1 }\n}"),
        ("enum E {\n case a\n}", "enum E {\n case a\n var b: Int { 1 }\n}"), ("", "@inlinable public func f() {}"),
        ("class C {\n struct S {\n }\n}", "class C {\n struct S {\n func f() {}\n }\n}"),
        ("struct N: P {}\nextension N {}", "struct N: P {}\nextension N { func f() {} }"),
    ]) func whoLooksItUpSees(before: String, after: String) throws {
        #expect(try surfaces.changes(before, after).subtracting(["module"]) == ["lookedUp"])
        #expect(
            try surfaces.changes(
                after, after.replacing("f()", with: "f(_ a: Int)").replacing(": Int {", with: ": Int8 {")) != []
        )
    }

    @Test(arguments: [
        ("class C {\n}", "class C {\n func f() {}\n}"), ("actor A {\n}", "actor A {\n func f() {}\n}"),
        ("protocol P {}", "protocol P { func f() }"), ("extension E: P {}", "extension E: Q { func f() {} }"),
        ("extension E {}", "extension E { override func f() {} }"), ("extension E {}", "extension E { init() {} }"),
        ("extension E {}", "extension E { func f() -> some P { 1 } }"),
        ("extension E {}", "extension E { var a: some P { 1 } }"),
        ("extension E {}", "extension E { subscript(a: Int) -> Int { 1 } }"),
        ("extension E {}", "extension E { var a: Int { get { 1 } set {} } }"),
        ("extension E {}", "extension E { static let a = 1 }"), ("extension E {}", "extension E { struct S {} }"),
        ("extension E {}", "extension E { @_transparent func f() {} }"),
        ("extension E {}", "extension E { @Macro func f() {} }"), ("extension E {}", "extension E {\n#if A\n#endif\n}"),
        ("extension E { func f() -> Int { 1 } }\nlet a = f()", "extension E { func f() -> String { 1 } }\nlet a = f()"),
        ("@Macro extension E {}", "@Macro extension E { func f() {} }"),
    ]) func whatSeesItNeedNotLookItUp(before: String, after: String) throws {
        #expect(try surfaces.changes(before, after).contains("inside"))
    }

    @Test(arguments: [
        ("import Low\ntypealias A = Low.B.C", ["Low", "B", "C"], false), ("typealias A = C.B", ["B", "C"], true),
        ("typealias A<T> = B<T>", ["T", "B"], false), ("typealias A =\n B & C\nlet d = 1", ["B", "C"], false),
        ("typealias A = B<C>.D", ["B", "C", "D"], true), ("import struct B.A", ["struct", "B", "A"], false),
        ("struct S { typealias A = Self.B; var c: C }", ["Self", "B"], true),
        ("#if X\ntypealias A = B\n#else\ntypealias A = C\n#endif", ["B", "C"], false),
        ("import Low\ntypealias A = [Low.B: C.D]", ["Low", "B", "C", "D"], true),
    ]) func whatAliasesStandFor(text: String, words: [String], isOpen: Bool) throws {
        let surface = try #require(SourceSurface(Array(text.utf8)))
        #expect(surface.aliases == ["A": Set(words)])
        #expect(surface.openAliases == (isOpen ? ["A"] : []))
    }
}
