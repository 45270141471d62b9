import SwiftText
import Testing

@Suite struct TypeHeadTests {
    @Test func findsHeads() {
        let text = """
            // class Not: There {}
            public final class Cook<T: Hashable, U>: Base<T>, Kitchen.Menu, @unchecked Sendable where U: Other {
                class func make() -> Cook.Type { Cook.self }
                enum Dish { case a }
                class var shared = 1
            }
            actor Waiter
                : Menu {}
            extension Kitchen.Cook: Two {}
            protocol P: AnyObject, Q {}
            let x = "struct Text: Menu {}"
            struct `class`: Menu {}
            """
        #expect(
            TypeHead.all(in: Array(text.utf8)) == [
                .init(keyword: "class", name: "Cook", line: 2, inherited: ["Base", "Menu", "Sendable"]),
                .init(keyword: "enum", name: "Dish", line: 4, inherited: []),
                .init(keyword: "actor", name: "Waiter", line: 7, inherited: ["Menu"]),
                .init(keyword: "extension", name: "Kitchen.Cook", line: 9, inherited: ["Two"]),
                .init(keyword: "protocol", name: "P", line: 10, inherited: ["AnyObject", "Q"]),
                .init(keyword: "struct", name: "`class`", line: 12, inherited: ["Menu"]),
            ])
        #expect(TypeHead.all(in: Array("class".utf8)).isEmpty && TypeHead.all(in: Array("struct A<".utf8)).count == 1)
        #expect(
            TypeHead.all(in: Array("struct A: ".utf8)) == [.init(keyword: "struct", name: "A", line: 1, inherited: [])])
    }
}
