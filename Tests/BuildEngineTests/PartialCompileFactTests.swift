import BuildEngine
import BuildPlanning
import Disk
import Targets
import TestKinds
import Testing

/// What compiles of single sources rest on, edit by edit, with the real compiler: every object is that of a clean
/// compile, and the compiler is asked for no more than the edited source where nobody else can see the edit.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct PartialCompileFactTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        enum Expectation: Sendable {
            /// The edited source alone is compiled; `module`: nor is the module emitted.
            case alone, module
            /// The other source too, and each by itself.
            case both
            case all
            /// All sources; the module is not emitted.
            case objects

            var leavesOthers: Bool { self == .alone || self == .module }
            var isPartial: Bool { leavesOthers || self == .both }
            var leavesModule: Bool { self == .module || self == .objects }
        }

        var name: String
        var expectation: Expectation
        var old, new, other: String
        var testDescription: String { name }

        init(_ name: String, _ expectation: Expectation, _ old: String, _ new: String, other: String = "") {
            (self.name, self.expectation, self.old, self.new, self.other) = (name, expectation, old, new, other)
        }
    }

    private static let stored = "struct S {\n    var a = [2].last!\n    var b: Int?\n    var c = 1 {\n"

    private static func hiddenWitness(_ type: String) -> String {
        """
        private protocol Q {}
        extension Q { fileprivate mutating func next() -> \(type)? { nil } }
        private struct N: Q, Sequence, IteratorProtocol {}
        func pick(_ x: [Int]) -> Int { 1 }
        func pick(_ x: [String]) -> String { "" }
        let a = pick(Array(N()))
        """
    }

    static let edits: [Edit] = [
        Edit("a body", .module, "func f() -> Int { 1 }", "func f() -> Int { 2 }", other: "let a = f()"),
        Edit("a body with a type in it", .alone, "func f() {}", "func f() { struct L: Hashable {}; print(L()) }"),
        Edit(
            "bodies of initialisers and accessors", .module,
            "class K { var a: Int { 1 }; init() {}; deinit { print(1) }\n subscript(i: Int) -> Int { get { 1 } set { } } }",
            "class K { var a: Int { 2 }; init() { print(2) }; deinit { print(2) }\n subscript(i: Int) -> Int { get { 2 } set { print(2) } } }",
            other: "class L: K {}\nfunc use(_ k: K) { k[1] += L().a }"),
        Edit(
            "an inlinable body", .alone, "@inlinable public func f(_ x: Int) -> Int { x }",
            "@inlinable public func f(_ x: Int) -> Int { x + 1 }", other: "func use() -> Int { f(1) }"),
        Edit(
            "a transparent body", .all, "@_transparent func f(_ x: Int) -> Int { x }",
            "@_transparent func f(_ x: Int) -> Int { x + 1 }", other: "func use() -> Int { f(1) }"),
        Edit(
            "lines", .module, "func f() {}\nstruct S {}", "func f() {\n\n}\n// remark\nstruct S {}",
            other: "let s = S()"),
        Edit(
            "lines of default arguments", .alone, "func f(_ x: Int = [1].first!, line: Int = #line) {}",
            "\n\nfunc f(_ x: Int = [1].first!, line: Int = #line) {}", other: "func use() { f() }"),
        Edit(
            "lines of stored properties that others initialise", .both, "\(stored)        didSet {}\n    }\n}",
            "// remark\n\(stored)        didSet {}\n    }\n}", other: "extension S { init(z: Int) { b = z } }"),
        Edit(
            "the same by another name", .both, "\(stored)        didSet {}\n    }\n}\ntypealias T = S",
            "// remark\n\(stored)        didSet {}\n    }\n}\ntypealias T = S",
            other: "extension T { init(z: Int) { b = z } }"),
        Edit(
            "lines of stored properties beside another name of another type", .module, "struct S {\n    var b: Int?\n}",
            "// remark\nstruct S {\n    var b: Int?\n}",
            other: "typealias T = Int8\nextension T { init(z: Int) { self = 1 } }\nfunc use(_ s: S) {}"),
        Edit(
            "the same by a name of a name", .both, "\(stored)        didSet {}\n    }\n}\ntypealias T = S",
            "// remark\n\(stored)        didSet {}\n    }\n}\ntypealias T = S",
            other: "typealias U = T\nextension U { init(z: Int) { b = z } }"),
        Edit(
            "an observer that asks for the old value", .all, "struct S { var a = 1 { didSet { print(1) } } }",
            "struct S { var a = 1 { didSet { print(oldValue) } } }", other: "func use(_ s: inout S) { s.a += 1 }"),
        Edit(
            "a private function", .alone, "", "private func more() -> Int { 1 }", other: "func use() -> Int { 1 }"),
        Edit(
            "a private method of a struct", .alone, "struct S {\n}", "struct S {\n private func more() {}\n}",
            other: "let s = S()"),
        Edit(
            "a private method in an extension of a protocol", .alone, "protocol P {}\nextension P {\n}",
            "protocol P {}\nextension P {\n private func makeIterator() -> AnyIterator<Int> { fatalError() }\n}",
            other: "struct T: P, Sequence, IteratorProtocol { mutating func next() -> Int? { nil } }"),
        Edit(
            "a private method of a class", .all, "class K { func z() {} }",
            "class K { private func more() {}\n func z() {} }",
            other: "class L: K { func f() {} }\nfunc use() { L().z() }"),
        Edit("a function that nobody names", .alone, "", "public func unheardOf(_ a: Int = 1) {}"),
        Edit(
            "a function that another source names", .all, "", "func named(_ a: Int) -> Int { a }",
            other: "func named<T>(_ a: T) -> T { a }\nlet a = named(1)"),
        Edit(
            "a private function that says the type of a property", .all,
            "private func more() -> Int { 1 }\nlet a = more()",
            "private func more() -> String { \"\" }\nlet a = more()",
            other: "func use() { print(a) }"),
        Edit(
            "a body of a test, with lines", .alone,
            "import Testing\n@Suite struct T {\n @Test func one() { #expect(1 + 1 == 2) }\n @Test func two() {}\n}",
            "import Testing\n@Suite struct T {\n @Test func one() {\n\n  #expect(1 + 2 == 3); #expect(true) }\n @Test func two() {}\n}",
            other: "import Testing\n@Test func three() throws { try #require(2 == 2) }\nlet t = 1"),
        Edit(
            "a test more", .alone,
            "import Testing\nstruct Tried {\n @Test func one() { #expect(1 + 1 == 2) }\n}",
            "import Testing\nstruct Tried {\n @Test(arguments: [1]) func more(a: Int) { #expect(a == 1) }\n @Test func one() { #expect(1 + 1 == 2) }\n}\n@Test func zero() {}",
            other: "import Testing\n@Suite struct U { @Test func one2() { #expect(3 == 3) } }\n@Test func four() {}"),
        Edit(
            "a test more of a type that another source names", .all,
            "import Testing\nstruct T {\n}", "import Testing\nstruct T {\n @Test func more() {}\n}",
            other: "extension T {}"),
        Edit(
            "a method more of a final class", .alone,
            "import XCTest\nfinal class Tried: XCTestCase {\n override func setUp() {}\n}\n"
                + "func make() -> XCTestCase { fatalError() }",
            "import XCTest\nfinal class Tried: XCTestCase {\n func testMore() {}\n override func setUp() {}\n}\n"
                + "func make() -> XCTestCase { fatalError() }",
            other: "import XCTest\nfunc use() { make().setUp() }"),
        Edit(
            "a method more of a class of another XCTestCase", .all,
            "final class T: XCTestCase {\n}\nfunc make() -> T { T() }",
            "final class T: XCTestCase {\n func testMe() -> String { \"\" }\n}\nfunc make() -> T { T() }",
            other: """
                protocol XCTestCase { associatedtype A = Int; func testMe() -> A }
                extension XCTestCase where A == Int { func testMe() -> Int { 1 } }
                func ask<T: XCTestCase>(_ t: T) -> T.A? { nil }
                let answer = ask(make())
                """),
        Edit(
            "a method more that says what a protocol's type is", .all,
            "protocol P { associatedtype A = Int; func testMe() -> A }\nextension P where A == Int { func testMe() -> Int { 1 } }\nstruct S: P {\n}\nfunc make() -> S { S() }",
            "protocol P { associatedtype A = Int; func testMe() -> A }\nextension P where A == Int { func testMe() -> Int { 1 } }\nstruct S: P {\n func testMe() -> String { \"\" }\n}\nfunc make() -> S { S() }",
            other: "func ask<T: P>(_ t: T) -> T.A? { nil }\nlet answer = ask(make())"),
        Edit(
            "a type behind a case that is named like a keyword", .all,
            "enum Step {\n case run\n case `init`\n struct Info { var line = 1 }\n}",
            "enum Step {\n case run\n case `init`\n struct Info { var line = \"1\" }\n}",
            other: "func use() { print(Step.Info().line) }"),
        Edit(
            "a type behind a semicolon", .all,
            "struct S { var a: Int; struct Inner { var z = 1 } }",
            "struct S { var a: Int; struct Inner { var z = \"1\" } }",
            other: "func use() { print(S.Inner().z) }"),
        Edit(
            "lines of a type with an attribute that others initialise", .all,
            "@propertyWrapper struct W {\n    var a = [2].last!\n    var wrappedValue: Int { 1 }\n}",
            "// remark\n@propertyWrapper struct W {\n    var a = [2].last!\n    var wrappedValue: Int { 1 }\n}",
            other: "extension W { init(z: Int) { a = z } }"),
        Edit(
            "a transparent body behind a condition", .all,
            "#if compiler(>=6)\n@_transparent\n#endif\npublic func f(_ x: Int) -> Int {\n    x + 1\n}",
            "#if compiler(>=6)\n@_transparent\n#endif\npublic func f(_ x: Int) -> Int {\n    x + 2\n}",
            other: "func use() -> Int { f(1) }"),
        Edit(
            "a private method of a struct that conforms to something", .alone,
            "struct S: Equatable {\n}", "struct S: Equatable {\n private func more() {}\n}", other: "let s = S()"),
        Edit(
            "a type with a value for a parameter", .all,
            "struct S<\n let N: Int\n> {\n var a = 1\n}", "struct S<\n let N: Int\n> {\n var a = \"1\"; var b = 2\n}",
            other: "func use(_ s: S<3>) { print(s.a) }"),
        Edit(
            "a function among other conditions", .all,
            "func more(_ x: Int) -> Int { 1 }\n#if X\n#endif", "#if X\nfunc more(_ x: Int) -> Int { 1 }\n#endif",
            other: "func more<T>(_ x: T) -> String { \"\" }\nlet a = more(1)"),
        Edit(
            "a private witness of a private protocol", .all, hiddenWitness("Int"), hiddenWitness("String"),
            other: "func use() { print(a) }"),
        Edit(
            "a function with an interpolation's name", .all,
            "let a = pick(\"\\(1, more: 2)\")\nprivate extension DefaultStringInterpolation {\n}",
            "let a = pick(\"\\(1, more: 2)\")\nprivate extension DefaultStringInterpolation {\n"
                + " mutating func appendInterpolation(_ i: Int, more: Int) {}\n}",
            other: """
                struct Text: ExpressibleByStringInterpolation {
                    struct StringInterpolation: StringInterpolationProtocol {
                        init(literalCapacity: Int, interpolationCount: Int) {}
                        mutating func appendLiteral(_ text: String) {}
                        mutating func appendInterpolation(_ i: Int, more: Int) {}
                    }
                    init(stringLiteral: String) {}
                    init(stringInterpolation: StringInterpolation) {}
                }
                func pick(_ text: String) -> Int { 1 }
                func pick(_ text: Text) -> String { "" }
                func use() { print(a) }
                """),
        Edit(
            "lines of a struct whose conformance begins a line", .both,
            "struct S: Equatable,\n  @unchecked Sendable {\n    var a = [2].last!\n    var b: Int?\n}",
            "// remark\nstruct S: Equatable,\n  @unchecked Sendable {\n    var a = [2].last!\n    var b: Int?\n}",
            other: "extension S { init(z: Int) { b = z } }"),
        Edit(
            "lines of a value that goes on", .both, "struct S {\n var b: Int?\n var a: Int =\n  prefix(#line)\n}",
            "struct S {\n var b: Int?\n var a: Int = // x\n\n  prefix(#line)\n}",
            other: "func prefix(_ x: Int) -> Int { x }\nextension S { init(z: Int) { b = z } }"),
        Edit(
            "lines of a subscript's default arguments", .alone,
            "public struct S { public subscript(i: Int = [1].first!) -> Int { i } }",
            "// remark\npublic struct S { public subscript(i: Int = [1].first!) -> Int { i } }"),
        Edit(
            "lines of a case's default arguments", .alone, "public enum E { case a(Int = [1].first!), b }",
            "// remark\npublic enum E { case a(Int = [1].first!), b }"),
        Edit(
            "the line as a value", .alone, "public struct S { public static let q = #line }",
            "// remark\npublic struct S { public static let q = #line }"),
        Edit(
            "a blank in a default argument", .alone, "public func f(_ a: [Int] = [1, \n 2]) {}",
            "public func f(_ a: [Int] = [1,\n 2]) {}"),
        Edit(
            "an actor's initialiser that delegates", .all,
            "public actor A { var x: Int; public init(x: Int) { self.x = x }\n public init() { self.x = 1 } }",
            "public actor A { var x: Int; public init(x: Int) { self.x = x }\n public init() { self.init(x: 1) } }",
            other: "func use() -> A { A() }"),
        Edit(
            "an operator of another alphabet", .all, "struct N {}\nfunc × <T>(l: T, r: T) -> Int { 1 }",
            "struct N {}\nfunc × <T>(l: T, r: T) -> Int { 1 }\nfunc × (l: N, r: N) -> Int { 2 }",
            other: "infix operator ×\nprotocol P { static func × (l: Self, r: Self) -> Int }\nextension N: P {}"),
        Edit(
            "a body beside an opaque type in angles", .all, "func use() -> Int { print(op()); return 1 }",
            "func use() -> Int { print(op()); return 2 }\nfunc more() {}",
            other: "func op() -> Dictionary<Int, (some Equatable)> { [1: 2] }"),
        Edit(
            "what stands behind an opaque type", .all, "func f() -> some Equatable { 1 }",
            "func f() -> some Equatable { \"\" }", other: "func use() { print(f()) }"),
    ]

    private func lay(_ edit: Edit, isNew: Bool, in demo: RealWorkspace) throws {
        let box = "public struct Box { public var value: Int; public init(value: Int) { self.value = value } }\n"
        try demo.layBase([
            "Box.swift": box + (isNew ? edit.new : edit.old),
            "two words.swift": "public func describe(_ box: Box) -> String { \"\" }\n\(edit.other)",
        ])
    }

    @Test(arguments: edits + overlooked) func everyObjectIsThatOfACleanCompile(edit: Edit) throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder / "edited"), clean = try RealWorkspace(in: folder / "clean")
            let box = "objects/Box.swift.o", other = "objects/two%20words.swift.o"
            // With used parts, compilers always leave their records behind.
            try lay(edit, isNew: false, in: demo)
            try demo.compileBase(.interfaces)
            #expect(demo.timeOfBase("state/module.priors") == nil)
            let before = demo.timeOfBase(other)
            try lay(edit, isNew: true, in: demo)
            try demo.compileBase(.interfaces)
            #expect((demo.timeOfBase(other) == before) == edit.expectation.leavesOthers)
            // A whole compile of what is edited leaves its state.
            #expect((demo.timeOfBase("state/module.priors") == nil) == edit.expectation.isPartial)
            // Removed before the action runs, and written by the compiler alone.
            #expect((demo.timeOfBase("Base.swiftinterface") == nil) == edit.expectation.leavesModule)
            try lay(edit, isNew: true, in: clean)
            try clean.compileBase(.interfaces)
            // What the driver makes of an edit that moves lines is its own affair: the result stays on this machine.
            if edit.expectation.isPartial { try demo.expectBase([box, other, "Base.swiftmodule"], asIn: clean) }
        }
    }
}
