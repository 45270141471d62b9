import SwiftText
import Testing

@Suite struct SourceOutlineTests {
    private func outline(_ text: String) -> SourceOutline { SourceOutline(Array(text.utf8)) }

    @Test func importsOfEveryFormAreFound() {
        let found = outline(
            """
            // import Commented
            import A
            @testable import B; import struct C.D
            @_spi(Inner) public import E
            import func F.`init`
            import `G`
            let text = "import Quoted"
            /* import Nested /* import Deeper */ */ import H
            enum Words { case `import`; func take(import: Int) { let x = value.import } }
            """
        ).imports
        #expect(found.map(\.module) == ["A", "B", "C", "E", "F", "G", "H"])
        #expect(found.map(\.line) == [2, 3, 3, 4, 5, 6, 8])
        #expect(!found.contains { !$0.isActive })
    }

    @Test func stringsThatMayNameTypesAreFound() {
        let found = outline(
            #"""
            let a = "Menu", b = "menu", c = "Menu.Item", d = "menu.title", e = "a Menu", f = "Menu.Item", g = "Menu."
            let h = "Menu.\(name)", i = #"Menu.Raw"#, j = "\(x)", k = "", l = "1.Two", m = "A..B", n = ".A"
            #if os(Windows)
            let o = "Menu.Other"
            #endif
            let p = """
                Menu.Long
                """
            func f() { NSClassFromString("lower"); NSClassFromString("Menu.Item"); print("Menu.Inner.Deep") }
            """#
        ).names
        #expect(
            found.map(\.text) == [
                "Menu", "Menu.Item", "Menu.", "Menu.Raw", "Menu.Other", "lower", "Menu.Item", "Menu.Inner.Deep",
            ])
        #expect(found.filter { !$0.isActive }.map(\.text) == ["Menu.Other"])
        #expect(found.filter(\.isLookup).map(\.text) == ["lower", "Menu.Item"])
        #expect(found.map(\.line) == [1, 1, 1, 2, 4, 9, 9, 9])
    }

    @Test func importsThatLinuxNeverCompilesAreNotActive() {
        let found = outline(
            """
            #if os(macOS) || os(iOS)
            import A
            #elseif os(Linux)
            import B
            #else
            import C
            #endif
            #if canImport(Darwin)
            import D
            #elseif canImport(Other)
            import E
            #else
            import F
            #endif
            #if !os(Windows) && swift(>=6)
            import G
            #if os(Windows)
            import H
            #endif
            #else
            import I
            #endif
            #if swift(>=6.2)
            import J
            #endif
            """
        ).imports
        #expect(found.filter(\.isActive).map(\.module) == ["B", "E", "F", "G", "I", "J"])
        #expect(found.filter { !$0.isActive }.map(\.module) == ["A", "C", "D", "H"])
    }

    @Test func flagsAreThoseOfTheTarget() {
        let text = "#if ONE && !TWO\nimport A\n#else\nimport B\n#endif\n#if DEBUG\nimport C\n#endif"
        func active(_ flags: Set<String>) -> [String] {
            SourceOutline(Array(text.utf8), flags: flags).imports.filter(\.isActive).map(\.module)
        }
        #expect(active([]) == ["B", "C"])
        #expect(active(["ONE"]) == ["A", "C"])
        #expect(active(["ONE", "TWO"]) == ["B", "C"])
    }

    @Test func longBodiesAreCountedInLinesOfCode() {
        func body(_ lines: Int) -> String {
            (0..<lines).map { "    print(\($0))  // said\n\n    // nothing" }.joined(separator: "\n")
        }
        let found = outline(
            """
            protocol P { func required(); var x: Int { get } }
            struct S {
                func short() {
            \(body(10))
                }
                func long(_ closure: () -> Void = { }) -> [Int: String] {
            \(body(11))
                }
                var computed: Int {
                    get {
            \(body(9))
                    }
                    set { if newValue > 0 { print(1) } }
                }
                init() {
            \(body(12))
                }
            }
            """
        ).longBodies
        #expect(found.map(\.name) == ["long", "computed", "init"])
        #expect(found.map(\.lines) == [11, 11, 12])
        #expect(found.first?.line == 35)
    }

    @Test func valuesThatAllSeeAreFound() {
        let found = outline(
            """
            public let one = Client()
            let hidden = Client()
            public var two: Int = 2
            public var computed: Int { 2 }
            public final class Client {
                public static let shared = Client(name: "x")
                public static let other: any Service = try! Real.Server(1)
                static let own = Client()
                public static var observed: Int { didSet {} }
                public static var now: Int { 3 }
                public let member = Client()
                @TaskLocal public static var local: Int = 1
                public static let selfMade = Self()
                public static let implied: Client = .init()
            }
            public extension Client { static let third = Client.init() }
            extension Client { static let fourth = Client(); public struct Inner {}; class func f() {} }
            actor A {}
            """)
        #expect(
            found.globals.map(\.name) == ["one", "two", "shared", "other", "observed", "selfMade", "implied", "third"])
        #expect(
            found.globals.map(\.type) == ["Client", "Int", "Client", "Server", "Int", "Client", "Client", "Client"])
        #expect(found.globals.filter(\.isMutable).map(\.name) == ["two", "observed"])
        #expect(found.referenceTypes == ["Client", "A"])
    }

    @Test func valuesBehindACommaAndThoseThatOthersOnlyRead() {
        let found = outline(
            """
            public enum Tools {
                public static let a = 1, shared = Client(), table: [String: Int] = [:]
                public private(set) static var count = 0
                public internal(set) static var it = Client()
                static let own = 1, other = Client()
                public static let pair = Pair<Int, Client>(1), last = f(1, 2)
                case one, two
                public static func f<A, B>(_ a: A, b: B) {}
            }
            public class Client: P, Q {}
            """)
        #expect(found.globals.map(\.name) == ["a", "shared", "table", "count", "it", "pair", "last"])
        #expect(found.globals.filter(\.isMutable).isEmpty)
        #expect(found.globals.filter { $0.type == "Client" }.map(\.name) == ["shared", "it"])
    }

    @Test func valuesThatCallsMakeAreFound() {
        let found = outline(
            """
            public let a = makeLogger(), b = 1
            public let c = Logger.standard(of: 1)
            public let d = { Logger() }()
            public let e: any Logging = {
                let logger = Logger(level: 2)
                logger.open()
                return logger
            }()
            public let f = { print(1); return make() }()
            public let g = { Logger() }
            public let h = value
            func makeLogger() -> Log.Logger { Logger() }
            func generic<T>(_ t: [T], f: () -> Int) async throws(E) -> any Logging where T: P {}
            func none() { let x = { () -> Int in 1 } }
            func small() -> (Int, Int)
            func bits() -> [Bits] { [] }
            """)
        #expect(found.globals.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h"])
        #expect(found.globals.map(\.maker) == ["makeLogger", nil, "standard", nil, nil, "make", nil, nil])
        #expect(found.globals.map(\.type) == [nil, nil, nil, "Logger", "Logger", nil, nil, nil])
        #expect(
            found.makers == [.init(name: "makeLogger", type: "Logger"), .init(name: "generic", type: "Logging")])
    }

    /// Whatever the text: no crash, no endless walk.
    @Test func brokenTextIsRead() {
        let text =
            "import struct\n@testable import\n#if\n#elseif os(\n}}}{{ class func let var x: = { public static let"
        let bytes = Array(text.utf8)
        for start in bytes.indices {
            _ = SourceOutline(Array(bytes[start...]))
            _ = SourceOutline(Array(bytes[..<start]))
        }
    }
}
