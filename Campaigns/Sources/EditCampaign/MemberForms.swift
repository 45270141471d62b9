extension DeclarationForm {
    /// What the compiler looks up although nobody writes its name, and protocols.
    static let members: [DeclarationForm] = [
        DeclarationForm(
            """
            protocol Pr§ {
                associatedtype A = Int
                func req() -> A
            }
            extension Pr§ where A == Int {
                func req() -> Int { 7 }
                private func more() -> Int { req() }
                func shown() -> Int { more() }
            }
            """,
            uses: [
                "struct Im§: Pr§ {}\nfunc useIm§() -> Int { Im§().shown() }",
                "func anyPr§(_ p: any Pr§) { print(p.req()) }",
            ]),
        DeclarationForm(
            """
            private protocol Hp§ {}
            extension Hp§ { fileprivate mutating func next() -> Int? { nil } }
            private struct Hn§: Hp§, Sequence, IteratorProtocol {}
            func pk§(_ x: [Int]) -> Int { 1 }
            func pk§(_ x: [String]) -> String { "" }
            let hv§ = pk§(Array(Hn§()))
            """, uses: ["func useHv§() { print(hv§) }"]),
        DeclarationForm(
            """
            @propertyWrapper struct Wr§<V> {
                private var s: V
                init(wrappedValue: V) { s = wrappedValue }
                var wrappedValue: V { get { s } set { s = newValue } }
                var projectedValue: Int { 1 }
            }
            """, uses: ["struct UseWr§ { @Wr§ var v = 3; func f() -> Int { v + $v } }"],
            stored: "Wr§(wrappedValue: 1)"),
        DeclarationForm(
            """
            @resultBuilder enum Bu§ {
                static func buildBlock(_ p: Int...) -> Int { p.reduce(0, +) }
                static func buildOptional(_ p: Int?) -> Int { p ?? 0 }
            }
            func bld§(@Bu§ _ f: () -> Int) -> Int { f() }
            """, uses: ["func useBu§() -> Int { bld§ { 1; 2; if true { 3 } } }"]),
        DeclarationForm(
            """
            infix operator <+>: AdditionPrecedence
            struct Sum§ { var a = 1 }
            extension Sum§ { static func <+> (a: Sum§, b: Sum§) -> Int { 1 } }
            """, uses: ["func useSum§() -> Int { Sum§() <+> Sum§() }"], stored: "Sum§()"),
        DeclarationForm(
            """
            @dynamicMemberLookup struct Dy§ {
                private func look(_ s: String) -> Int { s.count }
                subscript(dynamicMember m: String) -> Int { look(m) }
                func callAsFunction(_ i: Int) -> Int { i }
            }
            let dy§ = Dy§().abc
            """, uses: ["func useDy§() -> Int { Dy§().xyz + dy§ + Dy§()(3) }"], stored: "Dy§()"),
        DeclarationForm(
            """
            @MainActor class Ma§ {
                var t = 0 {
                    willSet { print(newValue) }
                    didSet { print(oldValue) }
                }
                func go(_ f: @Sendable () -> Void = { print([1].first!) }) { f() }
            }
            """, uses: ["@MainActor func useMa§() { let m = Ma§(); m.t += 1; m.go() }"]),
        DeclarationForm(
            """
            extension Int {
                private var dbl: Int { self * 2 }
                fileprivate func tr§() -> Int { dbl }
                func open§() -> Int { tr§() }
            }
            private extension String {
                func q§() -> Int { count }
            }
            func qq§() -> Int { "a".q§() }
            """, uses: ["func useQq§() -> Int { qq§() + 3.open§() }"]),
    ]

    /// Values, documentation, and what is written in an unusual way.
    static let others: [DeclarationForm] = [
        DeclarationForm(
            """
            nonisolated(unsafe) var gl§ = 1
            let cl§ = { @Sendable (a: Int) -> Int in
                let b = a + 1
                return [b].first!
            }
            let tup§ = (1, "two"), other§ = [1, 2].map { $0 * 2 }
            var comp§: Int {
                get { gl§ }
                set { gl§ = newValue }
            }
            """, uses: ["func useGl§() -> Int { gl§ += 1; comp§ += 1; return cl§(2) + tup§.0 + other§[0] }"]),
        DeclarationForm(
            """
            /// documented
            public func doc§() {}
            /** more
             of it */
            struct Dc§ {
                /// field
                var f = 1
                // plain
                func g() {}
            }
            """, uses: ["func useDoc§() { doc§(); Dc§().g() }"], stored: "Dc§()"),
        DeclarationForm(
            ##"""
            let raw§ = #"a\#(1 + 2)"b"# + """
                line {
                  \("x" + "}")
                """
            struct Kp§ { var v = 1; private(set) var w = 2 }
            """##,
            uses: ["func useKp§() -> Int { Kp§()[keyPath: \\.v] + Kp§()[keyPath: \\.w] + raw§.count }"],
            stored: "Kp§()"),
        DeclarationForm(
            """
            @available(*, deprecated) func old§() {}
            @discardableResult @inline(never) func dr§() -> Int { 1 }
            final class XCTestCase§ {}
            struct Ts§ {
                func testOne() -> Int { 1 }
                func testTwo() {}
            }
            """, uses: ["func useUn§() { dr§() }"], stored: "Ts§()"),
    ]
}
