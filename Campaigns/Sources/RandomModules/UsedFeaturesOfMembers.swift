import Measuring

// MARK: Members that nobody names

extension UsedFeature {
    private static func made(_ n: Int, _ members: String, inherits: String = "") -> [String] {
        [structure("S\(n)", fields: [], members, inherits: inherits), "public func s\(n)() -> S\(n) { S\(n)() }"]
    }

    static let ofMembers: [@Sendable (Int, inout SeededGenerator) -> UsedFeature] = [
        { n, random in
            UsedFeature(
                name: "initializers",
                states: [
                    made(n, "public init(_ n: Int) {}"), made(n, "public init(_ n: Int8) {}"),
                    made(n, "public init(_ n: Int, m: Int = 3) {}"),
                    made(n, "public init(_ n: Int) {}; public init<T: FixedWidthInteger>(_ n: T) {}"),
                ], client: ["func u\(n)() { eat(S\(n)(1)) }"])
        },
        { n, random in
            UsedFeature(
                name: "subscripts",
                states: [
                    made(n, "public subscript(_ n: Int) -> Int { 1 }"),
                    made(n, "public subscript(_ n: Int8) -> Int { 1 }"),
                    made(n, "public subscript(_ n: Int, m: Int = 3) -> String { \"\" }"),
                ], client: ["func u\(n)() { eat(s\(n)()[1]) }"])
        },
        { n, random in
            UsedFeature(
                name: "members by name",
                states: [
                    made(n, "public var m\(n): Int { 1 }; public func other\(n)() {}"),
                    made(n, "public var m\(n): Int8 { 1 }; public func other\(n)() {}"),
                    made(n, "public var m\(n): Int { 1 }; public func other\(n)(_ n: Int) {}"),
                    made(n, "public var m\(n): Int { 1 }; public func another\(n)() {}"),
                ], client: ["func u\(n)() { eat(s\(n)().m\(n)) }"])
        },
        { n, random in
            UsedFeature(
                name: "overloads",
                states: [
                    ["public func f\(n)<T>(_ t: T) -> Int { 1 }"],
                    ["public func f\(n)<T>(_ t: T) -> Int { 1 }", "public func f\(n)(_ t: Int) -> Int { 1 }"],
                    [
                        "public func f\(n)<T>(_ t: T) -> Int { 1 }",
                        "public func f\(n)<T: FixedWidthInteger>(_ t: T) -> Int { 1 }",
                    ],
                ], client: ["func u\(n)() { eat(f\(n)(4)) }"])
        },
        { n, random in
            UsedFeature(
                name: "calls",
                states: [
                    made(n, "public func callAsFunction(_ n: Int) -> Int { 1 }"),
                    made(n, "public func callAsFunction(_ n: Int8) -> Int { 1 }"),
                    made(n, "public func callAsFunction(_ n: Int, m: Int = 2) -> Int8 { 1 }"),
                ], client: ["func u\(n)() { eat(s\(n)()(1)) }"])
        },
        { n, random in
            func type(_ subscripts: String) -> [String] {
                [
                    "@dynamicMemberLookup " + structure("S\(n)", fields: [], subscripts),
                    "public func s\(n)() -> S\(n) { S\(n)() }",
                ]
            }
            let text = "public subscript(dynamicMember name: String) -> Int { 1 }"
            return UsedFeature(
                name: "dynamic members",
                states: [
                    type(text), type("public subscript(dynamicMember name: String) -> Int8 { 1 }"),
                    type(text + "; public subscript(dynamicMember name: StaticString) -> Int { 1 }"),
                ], client: ["func u\(n)() { eat(s\(n)().whatever) }"])
        },
        { n, random in
            func type(_ more: String, _ value: String = "public var wrappedValue: V") -> [String] {
                ["@propertyWrapper public struct W\(n)<V> { \(value); \(more) }"]
            }
            let make = "public init(wrappedValue: V) { self.wrappedValue = wrappedValue }"
            return UsedFeature(
                name: "wrappers",
                states: [
                    type(make), type(make + "; public var projectedValue: Int { 1 }"),
                    type("public init(wrappedValue: V, n: Int = 4) { self.wrappedValue = wrappedValue }"),
                    type(
                        "private var held: V; public init(wrappedValue: V) { held = wrappedValue }",
                        "public var wrappedValue: V { get { held } set { held = newValue } }"),
                ], client: ["struct Mine\(n) { @W\(n) var x = 3; func f() { eat(x) } }"])
        },
        { n, random in
            func type(_ functions: String) -> [String] {
                [
                    "@resultBuilder public enum B\(n) { \(functions) }",
                    "public func built\(n)(@B\(n) _ f: () -> Int) -> Int { f() }",
                ]
            }
            let block = "public static func buildBlock(_ n: Int...) -> Int { 1 }"
            return UsedFeature(
                name: "builders",
                states: [
                    type(block), type(block + "; public static func buildExpression(_ n: Int) -> Int { n }"),
                    type(block + "; public static func buildFinalResult(_ n: Int) -> Int { n }"),
                    type("public static func buildBlock(_ a: Int, _ b: Int) -> Int { 1 }"),
                ], client: ["func u\(n)() { eat(built\(n) { 1; 2 }) }"])
        },
        { n, random in
            let text = "public mutating func appendInterpolation(_ s: S\(n)) {}"
            return UsedFeature(
                name: "interpolations",
                states: [
                    made(n, ""), made(n, "") + ["extension DefaultStringInterpolation { \(text) }"],
                ], client: ["func u\(n)() { eat(\"\\(s\(n)())\") }"])
        },
        { n, random in
            func type(_ conformance: String) -> [String] {
                made(n, "public var description: String { \"\" }") + [conformance]
            }
            return UsedFeature(
                name: "conformances",
                states: [
                    type(""), type("extension S\(n): CustomStringConvertible {}"),
                    type("extension S\(n): Sendable {}"),
                ],
                client: [
                    "func show\(n)<T: CustomStringConvertible>(_ t: T) -> Int8 { 1 }",
                    "func show\(n)<T>(_ t: T) -> Int { 1 }",
                    "func send\(n)<T: Sendable>(_ t: T) -> Int8 { 1 }", "func send\(n)<T>(_ t: T) -> Int { 1 }",
                    "func u\(n)() { eat(show\(n)(s\(n)()), send\(n)(s\(n)())) }",
                ])
        },
        { n, random in
            func type(_ condition: String) -> [String] {
                [
                    "public struct W\(n)<T> { public init() {} }", "public func w\(n)() -> W\(n)<Int> { W\(n)() }",
                    "extension W\(n) { public func m\(n)() -> Int { 1 } }",
                    "extension W\(n) where \(condition) { public func m\(n)() -> String { \"\" } }",
                ]
            }
            return UsedFeature(
                name: "conditions", states: [type("T == Int"), type("T == Int8"), type("T: FixedWidthInteger")],
                client: ["func u\(n)() { eat(w\(n)().m\(n)()) }"])
        },
        { n, random in
            let functions = [
                "public protocol P\(n) {}", "public func f\(n)<T: P\(n)>(_ t: T) -> Int8 { 1 }",
                "public func f\(n)<T>(_ t: T) -> Int { 1 }",
            ]
            return UsedFeature(
                name: "conformances of the library's types",
                states: [
                    functions, functions + ["extension Array: P\(n) {}"],
                    functions + ["extension Array: P\(n) where Element == String {}"],
                ], client: ["func u\(n)() { eat(f\(n)([1])) }"])
        },
    ]
}
