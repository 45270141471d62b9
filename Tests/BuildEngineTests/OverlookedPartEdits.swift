/// Edits that a compile of one source alone once left out of other objects: each made a wrong one.
extension PartialCompileFactTests {
    private static func picking(_ result: String, _ user: String) -> String {
        "protocol Q {}\nextension Q { fileprivate mutating func next() -> \(result)? { nil } }\n"
            + "func pick(_ x: [Int]) -> Int { 1 }\nfunc pick(_ x: [String]) -> String { \"\" }\n" + user
    }
    private static let local = "let a = { struct N: Q, Sequence, IteratorProtocol {}; return pick(Array(N())) }()"
    private static let nested =
        "@propertyWrapper struct W { private struct N: Q, Sequence, IteratorProtocol {}\n"
        + " static let a = pick(Array(N()))\n var wrappedValue: Int { 1 } }"
    private static let opened = "func open(_ x: Int) -> Int { x }\nfunc open(_ x: Double) -> Double { x }\n"

    static let overlooked: [Edit] = [
        Edit(
            "lines of a generic class", .objects, "class Cell<T> { init() {} }", "\nclass Cell<T> { init() {} }",
            other: "func use(_ c: Cell<Int>) { print(c) }"),
        Edit(
            "lines of a generic class that nobody names", .objects,
            "class Cell<T> {}\nfunc make() -> Cell<Int>? { nil }",
            "// remark\nclass Cell<T> {}\nfunc make() -> Cell<Int>? { nil }",
            other: "func use() { let cell = make(); print(cell as Any) }"),
        Edit(
            "lines of a generic actor", .objects, "actor Cell<T> { init() {} }", "\nactor Cell<T> { init() {} }",
            other: "func use(_ c: Cell<Int>) { print(c) }"),
        Edit(
            "lines of a class in a generic struct", .module, "struct S<T> { class Cell {} }",
            "\nstruct S<T> { class Cell {} }", other: "func use(_ c: S<Int>.Cell) { print(c) }"),
        Edit(
            "a value that goes on with the name of a modifier", .all,
            "let required = 1, infix = 2.5\nlet x = 3 +\n    required\nfunc foo() {}",
            "let required = 1, infix = 2.5\nlet x = 3 +\n    infix\nfunc foo() {}", other: "func use() { print(x) }"),
        Edit(
            "a property's value that goes on with the name of a modifier", .all,
            opened + "struct S {\n var a = 1 +\n  open(2)\n private func z() {}\n}",
            opened + "struct S {\n var a = 1 +\n  open(2.5)\n private func z() {}\n}",
            other: "func use() { print(S().a) }"),
        Edit(
            "an alias in a line of its own", .all,
            "struct infix { var a = 1 }\nstruct postfix { var a = \"1\" }\ntypealias T =\n  infix\n"
                + "private func foo() {}",
            "struct infix { var a = 1 }\nstruct postfix { var a = \"1\" }\ntypealias T =\n  postfix\n"
                + "private func foo() {}",
            other: "func use(_ t: T) { print(t.a) }"),
        Edit(
            "lines of stored properties behind a variable `actor`", .both,
            "let actor = 1\nlet q = 2 +\n  actor\nstruct S {\n var b: Int\n var a = [1].last!\n}",
            "let actor = 1\nlet q = 2 +\n  actor\nstruct S {\n\n\n var b: Int\n var a = [1].last!\n}",
            other: "extension S { init(z: Int) { b = z } }"),
        Edit(
            "one of two functions that share a test's name", .all,
            "final class K { func testA() {} }\nextension K { var one: Int { 1 } }\nfunc testA(_ x: Int) -> Int { x }",
            "final class K { func testA() {} }\nextension K { var one: Int { 1 } }\n"
                + "func testA(_ x: Int) -> String { \"\" }",
            other: "func use() { print(testA(1)) }"),
        Edit(
            "lines of stored properties that an extension by a module's name initialises", .all,
            "struct S {\n var b: Int\n var a = [1].last!\n}", "\nstruct S {\n var b: Int\n var a = [1].last!\n}",
            other: "extension Base::S { init(z: Int) { b = z } }"),
        Edit(
            "an initialiser that becomes one that delegates, in backticks", .all,
            "actor A { var x: Int; init(x: Int) { self.x = x }\n init() { self.x = 1 } }",
            "actor A { var x: Int; init(x: Int) { self.x = x }\n init() { `self`.init(x: 1) } }",
            other: "func use() -> A { A() }"),
        Edit(
            "an initialiser that delegates under another condition", .all,
            "actor A { var x: Int; init(x: Int) { self.x = x }\n init() {\n#if FOO\n  self.init(x: 1)\n#else\n"
                + "  self.x = 1\n#endif\n } }",
            "actor A { var x: Int; init(x: Int) { self.x = x }\n init() {\n#if !FOO\n  self.init(x: 1)\n#else\n"
                + "  self.x = 1\n#endif\n } }",
            other: "func use() -> A { A() }"),
        Edit(
            "a stored property before a form feed", .all, "struct S { var a = 1\n}",
            "struct S { var a = 1\n var b: (Int, Int)?\n\u{0C} func f() { print(1) }\n}",
            other: "func use(_ s: S) -> [S] { [s, s] }"),
        Edit(
            "a stored property before a modifier that few know", .all, "struct S { var a = 1\n}",
            "struct S { var a = 1\n var b: (Int, Int)?\n __consuming func f() { print(1) }\n}",
            other: "func use(_ s: S) -> [S] { [s, s] }"),
        Edit(
            "a private witness of a type in a closure", .all, picking("Int", local), picking("String", local),
            other: "func use() { print(a) }"),
        Edit(
            "a private witness of a type in a wrapper", .all, picking("Int", nested), picking("String", nested),
            other: "func use() { print(W.a) }"),
        Edit(
            "accessors behind an attribute in backticks", .all,
            "struct S { var a = 1\n var b: Int { @`inline`(never) get { a } } }",
            "struct S { var a = 1\n var b: Int { @`inline`(never) get { a } set {} } }",
            other: "func use() -> Any { \\S.b }"),
        Edit(
            "a type that a quotation mark seems to hide", .all,
            "#if compiler(>=99)\nlet a = \"\\(')\" /* ')\"\n#endif\nstruct S { var a = 1 }\n#if FOO\n// */\n#endif",
            "#if compiler(>=99)\nlet a = \"\\(')\" /* ')\"\n#endif\nstruct S { var a = \"1\" }\n#if FOO\n// */\n#endif",
            other: "func use(_ s: S) { print(s.a) }"),
    ]
}
