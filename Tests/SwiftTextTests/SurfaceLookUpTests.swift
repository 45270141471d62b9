import SwiftText
import Testing

/// Members that other files see if they look them up: each pair differs in one edit.
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
}
