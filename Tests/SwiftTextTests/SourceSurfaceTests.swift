import SwiftText
import Testing

/// What of a source counts outside of it: each pair differs in one edit.
@Suite struct SourceSurfaceTests {
    /// Which parts of the surface an edit changes.
    func changes(_ before: String, _ after: String) throws -> Set<String> {
        let old = try #require(SourceSurface(Array(before.utf8))), new = try #require(SourceSurface(Array(after.utf8)))
        var found: Set<String> = []
        if old.inside != new.inside { found.insert("inside") }
        if old.module != new.module { found.insert("module") }
        let names = Set(old.functions.keys).union(new.functions.keys).filter { old.functions[$0] != new.functions[$0] }
        let lookedUp = names.intersection(old.lookedUp.union(new.lookedUp))
        if names != lookedUp { found.insert("functions") }
        if !lookedUp.isEmpty { found.insert("lookedUp") }
        if old.storage != new.storage { found.insert("storage") }
        return found
    }

    @Test(arguments: [
        ("func f() { 1 }", "func f() { 2; if true { \"}\" } }"),
        (
            "struct S { func f<T>(_ t: [T]) throws -> T where T: P { 1 } }",
            "struct S { func f<T>(_ t: [T]) throws -> T where T: P { 2 } }"
        ),
        ("class C { init(a: Int) { 1 }\n deinit { 1 } }", "class C { init(a: Int) { 2 }\n deinit { 2 } }"),
        ("extension E { var a: Int { 1 } }", "extension E { var a: Int { 2 } }"),
        ("var a: Int { get { 1 } set(b) { 1 } }", "var a: Int { get { 2 } set(b) { 2 } }"),
        (
            "subscript(i: Int) -> Int { _read { yield 1 } _modify { yield &a } }",
            "subscript(i: Int) -> Int { _read { yield 2 } _modify { yield &b } }"
        ),
        ("@discardableResult @inline(never) func f() { 1 }", "@discardableResult @inline(never) func f() { 2 }"),
        ("func f() {}\n// remark\nlet a = 1", "func f() {}\n/* another */\nlet a = 1"),
        (
            "#if os(Linux)\nfunc f() { 1 }\n#else\nfunc f() { 1 }\n#endif",
            "#if os(Linux)\nfunc f() { 2 }\n#else\nfunc f() { 3 }\n#endif"
        ),
        ("func f() {}", "func f() {\n}"),
        ("func f() { 1 }\nfunc g(a: Int = 1) {}", "func f() {\n\n1 }\nfunc g(a: Int = 1) {}"),
    ]) func nobodySees(before: String, after: String) throws {
        #expect(try changes(before, after) == [])
    }

    /// Where a value that counts calls the function, the edit counts.
    @Test(arguments: ["area()", "2×area()", "0xff×area()", "b×area()", "`area`()"])
    func whatAValueCalls(call: String) throws {
        let value = "let a = \(call)\n"
        #expect(
            try changes(value + "func area() -> Int { 1 }", value + "func area() -> String { \"\" }").contains("inside")
        )
    }

    @Test func whatHidesCodeIsNotUnderstood() {
        let text = "#if swift(>=99)\nit's /* a\n#endif\nfunc f() {}\n#if swift(>=99)\nit's */ b\n#endif"
        #expect(SourceSurface(Array(text.utf8)) == nil)
        #expect(SourceSurface(Array("func f() -> some\u{A0}P { 1 }".utf8)) == nil)
    }

    /// Compilers write it beside the module.
    @Test(arguments: [
        ("/// a\npublic func f() {}", "/// b\npublic func f() {}"),
        ("/** a */\nstruct S {}", "/** b */\nstruct S {}"),
        ("/// a\nfunc f() {}\nfunc g() {}", "func f() {}\n/// a\nfunc g() {}"),
    ]) func documentationIsTheModules(before: String, after: String) throws {
        #expect(try changes(before, after) == ["module"])
    }

    @Test(arguments: [
        ("func f() {\n  /// a\n  let x = 1 }", "func f() {\n  /// b\n  let x = 1 }"),
        ("// a\nfunc f() {}", "// b\nfunc f() {}"), ("func f() {}\n/// a", "func f() {}\n/// b"),
    ]) func otherCommentsAreNobodys(before: String, after: String) throws {
        #expect(try changes(before, after) == [])
    }

    @Test(arguments: [
        ("func f() -> some P { 1 }", "func f() -> some P { 2 }"),
        ("var a: some P { 1 }", "var a: some P { 2 }"),
        ("var a = 1 { didSet { 1 } }", "var a = 1 { didSet { oldValue } }"),
        ("var a: Int { didSet { 1 } }", "var a: Int { didSet { oldValue } }"),
        ("@_transparent func f() { 1 }", "@_transparent func f() { 2 }"),
        ("@inline(__always) func f() { 1 }", "@inline(__always) func f() { 2 }"),
        ("@Macro func f() { 1 }", "@Macro func f() { 2 }"),
        ("@Macro struct S { func f() { 1 } }", "@Macro struct S { func f() { 2 } }"),
        ("let a = { 1 }()", "let a = { 2 }()"),
        ("class C {\n func g() {}\n}", "class C {\n private func f() {}\n func g() {}\n}"),
        ("struct S {\n init() {}\n}", "struct S {\n private init() {}\n init() {}\n}"),
        ("protocol P { func f() }", "protocol P { func g() }"),
        ("struct S { var a: Int }", "struct S { var a: Int; private var b: Int }"),
        ("private func f() -> Int { 1 }\nlet a = f()", "private func f() -> String { 1 }\nlet a = f()"),
        ("private func f() -> Int { 1 }\nlet a = \"\\(f())\"", "private func f() -> String { 1 }\nlet a = \"\\(f())\""),
        ("import A", "import B"), ("func + (a: Int) {}", "func - (a: Int) {}"),
        ("struct S {\n private static func == (a: S, b: S) -> Bool { true }\n}", "struct S {\n}"),
        ("struct S {\n private func callAsFunction() {}\n}", "struct S {\n}"),
    ]) func othersOfTheModuleSee(before: String, after: String) throws {
        #expect(try changes(before, after).isSuperset(of: ["inside", "module"]))
    }

    @Test(arguments: [
        ("func f() { 1 }", "func f() { struct L {} }"),
        ("@inlinable func f() { 1 }", "@inlinable func f() { 2 }"),
        ("func f() { 1 }\n@inlinable func g() { 2 }", "func f() {\n\n1 }\n@inlinable func g() { 2 }"),
        ("func f() { 1 }\nfunc g(a: Int = b.first!) {}", "func f() {\n\n1 }\nfunc g(a: Int = b.first!) {}"),
    ]) func theModuleAloneSees(before: String, after: String) throws {
        #expect(try changes(before, after).subtracting(["functions"]) == ["module"])
    }

    @Test(arguments: [
        ("struct S {\n}", "struct S {\n private func f() {}\n}"),
        ("enum E {\n}", "enum E {\n fileprivate static func f() {}\n}"),
        ("extension E {\n}", "extension E {\n private func f() {}\n}"),
        ("private extension E {\n}", "private extension E {\n func f() {}\n}"),
        ("let a = 1", "let a = 1\nprivate func f() {}"), ("let a = 1", "let a = 1\npublic func f() {}"),
        ("func f() {}", "func f(a: Int) {}"),
    ]) func whoNamesItSees(before: String, after: String) throws {
        #expect(try changes(before, after) == ["functions", "module"])
    }

    @Test func whereStoredPropertiesStandIsKeptApart() throws {
        #expect(
            try changes("func f() {}\nstruct S { var a: Int? }", "func f() {\n}\nstruct S { var a: Int? }")
                == ["storage"])
        #expect(
            try changes("func f() {}\nstruct S { var a: Int { 1 } }", "func f() {\n}\nstruct S { var a: Int { 1 } }")
                == [])
        #expect(
            try changes(
                "func f() {}\nstruct S { static let a: Int? }", "func f() {\n}\nstruct S { static let a: Int? }")
                == [])
        let surface = try #require(SourceSurface(Array("extension A.B<Int>: C { init() {} }\ntypealias D = E".utf8)))
        #expect(surface.initialised == ["A", "B", "Int"])
        #expect(surface.aliases == ["D": ["E"]])
    }

    @Test(arguments: [
        "func f() {", "func f() )", "let a = \"", "/* ", "#if A\nfunc f() {\n#else\nfunc g() {\n#endif\n}",
        "#sourceLocation(file: \"a\", line: 1)", "let a = /[{]/", "extension A: C\n@retroactive B {}",
    ]) func isNotUnderstood(text: String) { #expect(SourceSurface(Array(text.utf8)) == nil) }

    @Test func macrosAreTold() throws {
        for (text, expands) in [
            ("@Observable class C {}", true), ("func f() { #expects(a) }", true), ("@A.B var a = 1", true),
            ("@Suite struct S { @Test(.tags(.a)) func f() throws { try #require(a) } }", false),
            ("@MainActor @available(*, deprecated) func f() { #available(a) }", false),
        ] { #expect(try #require(SourceSurface(Array(text.utf8))).mayExpandMacros == expands, "\(text)") }
    }

    /// A test is a member that nobody names, of a type that nobody names.
    static let testEdits: [(before: String, after: String, changed: Set<String>)] = [
        ("@Test func f() { #expect(a) }", "@Test func f() {\n\n#expect(b) }", ["module"]),
        ("@Suite struct S { func f() { 1 } }", "@Suite struct S { func f() { 2 } }", ["module"]),
        ("@Test func f() {}", "@Test func f() {}\n@Test(arguments: [1]) func g(a: Int) {}", ["functions", "module"]),
        ("struct S {\n}", "struct S {\n@Test func f() {}\n}", ["functions", "module"]),
        (
            "import XCTest\nfinal class C: XCTestCase {\n}",
            "import XCTest\nfinal class C: XCTestCase {\nfunc testF() {}\n}", ["functions", "module"]
        ),
        ("final class C: XCTestCase {\n}", "final class C: XCTestCase {\nfunc testF() {}\n}", ["inside", "module"]),
        ("class C: D {\n}", "class C: D {\nfunc testF() {}\n}", ["inside", "module"]),
        ("actor C {\n}", "actor C {\n@Test func f() {}\n}", ["inside", "module"]),
        ("extension C {\n}", "extension C {\n@Test func f() {}\n}", ["inside", "module"]),
        ("final class C: D {\n}", "final class C: D {\nprivate func f() {}\n}", ["inside", "module"]),
        ("final class C: D {\n}", "final class C: D {\nfunc testF() {}\n}", ["inside", "module"]),
        ("final class C: XCTestCase, P {}", "final class C: XCTestCase, P { func testF() {} }", ["inside", "module"]),
        ("struct S: P {\n}", "struct S: P {\n@Test func next() {}\n}", ["inside", "module"]),
        (
            "struct S {\n}\nextension S: P {}", "struct S {\n@Test func next() {}\n}\nextension S: P {}",
            ["lookedUp", "module"]
        ),
        ("@Macro @Test func f() { 1 }", "@Macro @Test func f() { 2 }", ["inside", "module"]),
        ("struct S {\n}", "struct S {\n@Test func f() -> some P {}\n}", ["inside", "module"]),
    ]

    @Test(arguments: testEdits) func tests(before: String, after: String, changed: Set<String>) throws {
        #expect(try changes(before, after) == changed)
    }

    /// Each hid an edit once that other files see.
    private static let hiddenEdits: [(before: String, after: String)] =
        [
            (
                "private struct N: Sequence, IteratorProtocol { fileprivate mutating func next() -> Int? { nil } }\n"
                    + "let a = Array(N())",
                "private struct N: Sequence, IteratorProtocol { fileprivate mutating func next() -> String? { nil } }\n"
                    + "let a = Array(N())"
            ),
            (
                "private struct N { private func next() -> Int? { nil } }\nextension N: Sequence {}",
                "private struct N { private func next() -> String? { nil } }\nextension N: Sequence {}"
            ),
            (
                "struct N {}\nprivate protocol P {}\nextension N: P {}\nextension N { private func f() -> Int { 1 } }",
                "struct N {}\nprivate protocol P {}\nextension N: P {}\n"
                    + "extension N { private func f() -> String { \"\" } }"
            ),
            (
                "enum E {\n case `init`\n struct I { var line = 1 }\n}",
                "enum E {\n case `init`\n struct I { var line = \"1\" }\n}"
            ),
            (
                "enum E {\n case run\n case `var`\n public struct I { var line = 1 }\n}",
                "enum E {\n case run\n case `var`\n public struct I { var line = \"1\" }\n}"
            ),
            (
                "struct S { var a: Int; struct I { var z = 1 } }", "struct S { var a: Int; struct I { var z = \"1\" } }"
            ),
            (
                "struct S { let a: Int; @_transparent func f() { 1 } }",
                "struct S { let a: Int; @_transparent func f() { 2 } }"
            ),
            (
                "enum L {\n case `public`\n case `private`\n mutating func next() -> Int? { nil }\n}",
                "enum L {\n case `public`\n case `private`\n mutating func next() -> String? { nil }\n}"
            ),
            ("enum L {\n case final\n class K {\n }\n}", "enum L {\n case final\n class K {\n func testK() {}\n }\n}"),
            (
                "struct O<X> {\n struct I {\n }\n}\nextension O<Int>.I: P {}",
                "struct O<X> {\n struct I {\n func testMe() {}\n }\n}\nextension O<Int>.I: P {}"
            ),
            (
                "@propertyWrapper struct W {\n var a = [2].last!\n}",
                "// remark\n@propertyWrapper struct W {\n var a = [2].last!\n}"
            ),
            (
                "let a = #call()\nfunc helper() -> Int { 1 }", "let a = #call()\nfunc helper() -> String { \"\" }"
            ),
            (
                "#if compiler(>=6)\n@_transparent\n#endif\npublic func f() { 1 }",
                "#if compiler(>=6)\n@_transparent\n#endif\npublic func f() { 2 }"
            ),
            (
                "@_transparent\n#if compiler(>=6)\n#endif\nfunc f() { 1 }",
                "@_transparent\n#if compiler(>=6)\n#endif\nfunc f() { 2 }"
            ),
            ("@A.Transparent func f() { 1 }", "@A.Transparent func f() { 2 }"),
            ("@A<Int>(1) func f() { 1 }", "@A<Int>(1) func f() { 2 }"),
            ("@A<B<Int>>.C public func f() { 1 }", "@A<B<Int>>.C public func f() { 2 }"),
            ("@_transparent __consuming func f() { 1 }", "@_transparent __consuming func f() { 2 }"),
            ("let a = f /* c */ (1)", "let a = f /* c\n */ (1)"),
            ("var a: Int /* x\n */ struct I { var z = 1 }", "var a: Int /* x\n */ struct I { var z = \"1\" }"),
            ("struct S: XCTestCase {\n}", "struct S: XCTestCase {\n func testMe() {}\n}"),
            ("func f() {}", "func f() {}\nfunc Swift() {}"),
            ("func × <T>(l: T, r: T) {}", "func × <T>(l: T, r: T) {}\nfunc × (l: N, r: N) {}"),
            ("struct S<\n let N: Int\n> {\n var a = 1\n}", "struct S<\n let N: Int\n> {\n var a = \"1\"; var b = 2\n}"),
            ("class K<\n let N: Int\n> {\n}", "class K<\n let N: Int\n> {\n func more() {}\n}"),
            (
                "struct G<let N: Int,\n let M: Int> {\n let a = 1\n}",
                "struct G<let N: Int,\n let M: Int> {\n let a = 2\n}"
            ),
            (
                "actor A { init(x: Int) {}\n init() { x = 1 } }",
                "actor A { init(x: Int) {}\n init() { self.init(x: 1) } }"
            ),
            ("struct S {\n}", "struct S {\n\u{0C}var b = 1\n}"),
            (
                "let a = \"\\(1, radix: 2)\"\nprivate extension String.StringInterpolation {\n}",
                "let a = \"\\(1, radix: 2)\"\nprivate extension String.StringInterpolation {\n"
                    + " mutating func appendInterpolation(_ i: Int, radix: Int) {}\n}"
            ),
        ] + hiddenWitnesses.map { ($0, $0.replacing("-> Int", with: "-> String")) }

    /// What a private type conforms to may be said anywhere in the file.
    private static let hiddenWitnesses = [
        "private protocol Q {}\nextension Q { private func next() -> Int? { nil } }\nprivate struct N: Q, Sequence {}",
        "private class B {}\nextension B { private func next() -> Int? { nil } }\nprivate class N: B, Sequence {}",
        "private struct N {}\ntypealias M = N\nextension M: P { private func next() -> Int? { nil } }",
        "private struct N: P {}\nextension P { private func next() -> Int? { nil } }",
        "private struct N {}\nextension N { struct M: P { private func next() -> Int? { nil } } }",
        "private extension E { struct N: P {} }\nextension E.N { private func next() -> Int? { nil } }",
        "private class N: B, P {}\nextension Base { private func next() -> Int? { nil } }",
    ]

    @Test(arguments: hiddenEdits) func othersSee(before: String, after: String) throws {
        #expect(try !changes(before, after).isDisjoint(with: ["inside", "lookedUp"]))
    }

    /// A function among other conditions or in another type is another one.
    @Test(arguments: [
        ("func f() -> Int { 1 }\n#if X\n#endif", "#if X\nfunc f() -> Int { 1 }\n#endif"),
        ("#if X\nfunc f() {}\n#else\n#endif", "#if X\n#else\nfunc f() {}\n#endif"),
        ("func f() {}\nprivate extension E {\n}", "private extension E {\nfunc f() {}\n}"),
        ("func testB() {}\nstruct S {\n}", "struct S {\nfunc testB() {}\n}"),
        ("struct S {\nfunc testA() {}\n}\nstruct T {\n}", "struct S {\n}\nstruct T {\nfunc testA() {}\n}"),
    ]) func functionsAreKnownByTheirPlace(before: String, after: String) throws {
        #expect(try changes(before, after).contains("functions"))
    }

    /// A line more before all of it counts: for those who initialise the struct.
    @Test(arguments: [
        "struct S: E,\n @unchecked Sendable {\n var a = [2].last!\n}", "struct S:\n nonisolated P {\n var a = f()\n}",
        "struct S {\n var a: Int =\n open([1].first!)\n}", "struct S {\n var a: Int = 1 +\n prefix(#line)\n}",
        "struct S {\n var a: Int = [1]\n #if DEBUG\n .first!\n #endif\n}",
        "struct S {\n var a:\n @Sendable () -> Int = { [1].first! }\n}",
    ]) func linesOfStoredProperties(text: String) throws {
        #expect(try changes(text, "// remark\n" + text).contains("storage"))
        let moved = text.replacing("\n open", with: " // remark\n\n open").replacing("\n .first", with: "\n\n .first")
        if moved != text { #expect(try changes(text, moved).contains("storage")) }
    }

    /// The same for the module's file.
    @Test(arguments: [
        "public func f(_ a: Int = [1].first!) ->\n @Sendable () -> Int { { 1 } }",
        "struct S { subscript(i: Int = [1].first!) -> Int { i } }",
        "struct S { subscript(i: Int = [1].first!) -> Int { get { i } } }",
        "enum E { case a(Int = [1].first!), b }", "struct S { static let q = #line }",
        "@frozen public struct S {\n public var a:\n @Sendable () -> Int = { [1].first! }\n}",
    ]) func linesInTheModule(text: String) throws {
        #expect(try changes(text, "// remark\n" + text).contains("module"))
    }

    /// The module has the text of default arguments.
    @Test(arguments: [
        ("f(_ a: [Int] = [1, 2])", "f(_ a: [Int] = [1,\t2])"), ("f(_ a: [Int] = [1, \n2])", "f(_ a: [Int] = [1,\n2])"),
        ("f(_ a: [Int] = [1,\n2])", "f(_ a: [Int] = [1,\r\n2])"), ("f(_ a: Int = #line)", "f(_ a: Int = #column)"),
    ]) func textsInTheModule(before: String, after: String) throws {
        #expect(try changes("func \(before) {}", "func \(after) {}").contains("module"))
    }

    @Test func anotherTestCaseIsNoted() throws {
        for text in ["protocol XCTestCase {}", "typealias XCTestCase = A", "import class A.XCTestCase"] {
            #expect(try #require(SourceSurface(Array(text.utf8))).aliases.keys.contains("XCTestCase"))
        }
        let classes = "final class T: XCTestCase { func testA() {} }"
        #expect(try #require(SourceSurface(Array(classes.utf8))).functions.isEmpty)
        #expect(try !#require(SourceSurface(Array("import XCTest\n\(classes)".utf8))).functions.isEmpty)
    }

    @Test func bodiesThatAreMissedAreNotPassedOver() {
        for text in ["func f()\nlet a = 1", "struct S\nlet a = 1", "struct S { init()\nvar a = 1 }"] {
            #expect(SourceSurface(Array(text.utf8)) == nil, "\(text)")
        }
        for text in ["import struct A.B\nfunc f() {}", "typealias A =\n B\nvar actor = 1\nfunc < <T>(a: T, b: T) {}"] {
            #expect(SourceSurface(Array(text.utf8)) != nil, "\(text)")
        }
    }

    /// A name is no keyword, and a case is none of the declarations behind it.
    @Test(arguments: [
        (
            "enum E {\n case `init`, `func`(Int) \n func f() { 1 }\n}",
            "enum E {\n case `init`, `func`(Int) \n func f() { 2 }\n}"
        ),
        ("struct S { var a: Int; func f() { 1 } }", "struct S { var a: Int; func f() { 2 } }"),
        (
            "enum E: String {\n case a = \"b\", open\n func f() { 1 }\n}",
            "enum E: String {\n case a = \"b\", open\n func f() { 2 }\n}"
        ),
        (
            "struct S: P { private func f() -> Int { 1 } }\nprivate func g() {}",
            "struct S: P { private func f() -> Int { 2 } }\nprivate func g() {}"
        ),
    ]) func nobodySeesBehindNames(before: String, after: String) throws {
        #expect(try changes(before, after) == [])
    }

    @Test func testsAreKnownWithTheirTypes() throws {
        let text = "@Test func f() {}\nstruct S { @Test func g() {}\n private func h() {} }"
        let surface = try #require(SourceSurface(Array(text.utf8)))
        #expect(surface.usesTestMacros)
        #expect(surface.owners == ["g": ["S"]])
        #expect(surface.namable == ["f", "g"])
    }

    @Test(arguments: [
        ("func f() -> some P {}", true), ("func f() -> (a: some P, Int) {}", true), ("func f() -> [some P] {}", true),
        ("var a: some P { 1 }", true), ("struct S { var a: (some P)? { 1 } }", true),
        ("func f() -> A<some P> {}", true), ("func f() -> A<Int, [some P]> {}", true),
        ("func f() -> A<Int, (some P)> {}", true), ("func f() -> sending (some P) {}", true),
        ("func & (a: some P) {}", false), ("macro m(_ a: some P) = #m", false),
        ("func f(_ a: some P, b: [some P] = []) -> Int { 1 }", false), ("struct S { init?(a: A<some P>) {} }", false),
        ("func f<T>(_ a: @escaping (some P) -> Int) {}", false), ("func f() { if case .some(let a) = b {} }", false),
        ("enum E {\n case none\n case some\n case other\n}", false), ("enum E { case some(a: Int), none }", false),
        ("enum E { case none, some }", false), ("func f(some: Int) { let some = some.a }", false),
        ("var a: some (P & Q) { 1 }", true), ("var a: some ~Copyable { 1 }", true), ("var a: some\n P { 1 }", true),
    ]) func opaqueTypesAreTold(text: String, isOpaque: Bool) throws {
        #expect(try #require(SourceSurface(Array(text.utf8))).hasOpaqueTypes == isOpaque)
    }
}
