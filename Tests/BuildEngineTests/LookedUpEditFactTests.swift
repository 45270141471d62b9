import BuildEngine
import Disk
import Targets
import TestKinds
import Testing

/// Members that come, by the names that the earlier compile looked up, with the real compiler: where nobody looked a
/// name up, the edited source alone is compiled, and every object is that of a clean compile.
@Suite(.enabled(if: TestKind.compiler.isAsked)) struct LookedUpEditFactTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        var name: String
        /// Edited sources alone are compiled.
        var isAlone: Bool
        var old, new, other: String
        /// Where the other source is edited too.
        var newOther: String?
        var third: String
        var testDescription: String { name }

        init(
            _ name: String, alone: Bool, _ old: String, _ new: String, other: String = "", newOther: String? = nil,
            third: String = ""
        ) {
            (self.name, isAlone, self.old, self.new, self.other) = (name, alone, old, new, other)
            (self.newOther, self.third) = (newOther, third)
        }
    }

    private static let iterator = "struct T: P, Sequence, IteratorProtocol { mutating func next() -> Int? { nil } }"
    private static let wrapper = "@propertyWrapper struct W { var wrappedValue: Int { 1 } }\n"

    static let edits: [Edit] = [
        Edit(
            "a method in an extension", alone: true, "extension Box {\n}",
            "extension Box {\n public mutating func unheardOf(_ a: Int = 1) -> Int { a }\n}",
            other: "extension Box: CustomStringConvertible { public var description: String { \"\" } }"),
        Edit(
            "an extension with what is inlinable", alone: true, "",
            "extension Box { @inlinable public func unheardOf() -> Int { value }\n static func unheardToo() {} }",
            other: "extension Box: CustomStringConvertible { public var description: String { \"\" } }"),
        Edit(
            "a function that is inlinable", alone: true, "", "@inlinable public func unheardOf<T>(_ t: T) -> T { t }",
            other: "func use() -> Int { 1 }"),
        Edit(
            "a computed property", alone: true, "struct S: Equatable {\n var a = 1\n}",
            "struct S: Equatable {\n var a = 1\n var unheardOf: Int { a }\n static var other: Int { 2 }\n}",
            other: "func use(_ s: S) -> Bool { s == S(a: 2) }"),
        Edit(
            "a method of a type that conforms", alone: true, "enum E: Int, CaseIterable {\n case a\n}",
            "enum E: Int, CaseIterable {\n case a\n func unheardOf() {}\n}",
            other: "func use() -> Int { E.allCases.map(\\.rawValue)[0] }"),
        Edit(
            "a method of all that conforms", alone: true, "protocol P {}\nextension P {\n}",
            "protocol P {}\nextension P {\n func unheardOf() {}\n}", other: iterator),
        Edit(
            "a method in an extension of a class", alone: true, "class C { func f() {} }",
            "class C { func f() {} }\nextension C { func unheardOf() {} }", other: "class D: C { override func f() {} }"
        ),
        Edit(
            "a witness that nobody names, of all that conforms", alone: false, "protocol P {}\nextension P {\n}",
            "protocol P {}\nextension P {\n func makeIterator() -> AnyIterator<Int> { fatalError() }\n}",
            other: iterator),
        Edit(
            "a witness of a conformance elsewhere", alone: false, "extension Box {\n}",
            "extension Box {\n public mutating func _lock() {}\n}",
            other: "extension Box: TextOutputStream { public mutating func write(_ s: String) {} }"),
        Edit(
            "a property that is a witness", alone: false, "extension Box {\n}",
            "extension Box {\n public var underestimatedCount: Int { 7 }\n}",
            other: "extension Box: Sequence, IteratorProtocol { public mutating func next() -> Int? { nil } }"),
        Edit(
            "what encodes", alone: false, "struct S: Codable { var a = 1 }\nextension S {\n}",
            "struct S: Codable { var a = 1 }\nextension S {\n func encode(to e: any Encoder) throws {}\n}",
            other: "func use<T: Encodable>(_ t: T) {}\nfunc go() { use(S()) }"),
        Edit(
            "a projection of a wrapper", alone: false, wrapper + "extension W {\n}",
            wrapper + "extension W {\n var projectedValue: Int { 1 }\n}", other: "struct U { @W() var v }"),
        Edit(
            "a method that another source names", alone: false, "extension Box {\n}",
            "extension Box {\n func named(_ a: Int) -> Int { a }\n}",
            other: "extension Box { func named<T>(_ a: T) -> T { a } }\nlet a = Box(value: 1).named(2)"),
        Edit(
            "a method that goes", alone: false, "extension Box {\n func unheardOf() {}\n}", "extension Box {\n}",
            other: "func use(_ b: Box) -> Int { b.value }"),
        Edit(
            "a method of a class", alone: false, "class C {\n func z() {}\n}",
            "class C {\n func unheardOf() {}\n func z() {}\n}",
            other: "class L: C { func f() {} }\nfunc use() { L().z() }"),
        Edit(
            "a requirement", alone: false, "protocol P {\n}",
            "protocol P {\n func unheardOf()\n}\nextension P { func unheardOf() {} }",
            other: "struct T: P {}"),
        Edit(
            "a method, and a body in another source that calls it", alone: true, "extension Box {\n}",
            "extension Box {\n func unheardOf() -> Int { 2 }\n}", other: "func use(_ b: Box) -> Int { 1 }",
            newOther: "func use(_ b: Box) -> Int { b.unheardOf() }",
            third: "func third() -> Int { use(Box(value: 1)) }"),
        Edit(
            "a function that says the type of a property in another edited source", alone: false,
            "func more() -> Int { 1 }", "func more() -> String { \"\" }",
            other: "let a = more()\nfunc f() -> Int { 1 }",
            newOther: "let a = more()\nfunc f() -> Int { 2 }", third: "func third() { print(a) }"),
        Edit(
            "a call without a name", alone: false, "struct S {\n}", "struct S {\n func callAsFunction() {}\n}",
            other: "func use(_ s: S) {}"),
    ]

    private func lay(_ edit: Edit, isNew: Bool, in demo: RealWorkspace) throws {
        let box = "public struct Box { public var value: Int; public init(value: Int) { self.value = value } }\n"
        let other = isNew ? edit.newOther ?? edit.other : edit.other
        try demo.layBase([
            "Box.swift": box + (isNew ? edit.new : edit.old), "third.swift": edit.third,
            "two words.swift": "public func describe(_ box: Box) -> String { \"\" }\n\(other)",
        ])
    }

    @Test(arguments: edits) func everyObjectIsThatOfACleanCompile(edit: Edit) throws {
        try withTemporaryFolder { folder in
            let demo = try RealWorkspace(in: folder / "edited"), clean = try RealWorkspace(in: folder / "clean")
            let box = "objects/Box.swift.o", other = "objects/two%20words.swift.o", third = "objects/third.swift.o"
            func times() -> [Int64?] { ([third] + (edit.newOther == nil ? [other] : [])).map(demo.timeOfBase) }
            try lay(edit, isNew: false, in: demo)
            try demo.compileBase(.usedParts)
            let before = times()
            try lay(edit, isNew: true, in: demo)
            try demo.compileBase(.usedParts)
            #expect((times() == before) == edit.isAlone)
            try lay(edit, isNew: true, in: clean)
            try clean.compileBase(.usedParts)
            if edit.isAlone { try demo.expectBase([box, other, third], asIn: clean) }
        }
    }
}
