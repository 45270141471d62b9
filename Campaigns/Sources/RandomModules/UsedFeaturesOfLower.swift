import Measuring

// MARK: What a module adds to types of the one below it

/// A type's own module tells of such members with the type's layout, whatever their access; others do not.
extension UsedFeature {
    static let ofLower: [@Sendable (Int, inout SeededGenerator) -> UsedFeature] = [
        { n, random in
            func type(_ text: String) -> [String] {
                ["public func low\(n)() -> LowBox { LowBox() }", "extension LowBox { \(text) }"]
            }
            return UsedFeature(
                name: "calls of a lower type",
                states: [
                    type("public func callAsFunction(_ n: Int) -> Int { 1 }"),
                    type("public func callAsFunction(_ n: Int8) -> Int { 1 }"),
                    type("public func callAsFunction(_ n: Int, m: Int = 1) -> Int { 1 }"),
                ], client: ["func u\(n)() { eat(low\(n)()(1)) }"], isAlone: true)
        },
        { n, random in
            let name = random.one("buildFinalResult", "buildExpression")
            return UsedFeature(
                name: "a lower builder",
                states: [
                    [], ["extension LowBuilder { public static func \(name)(_ n: Int) -> Int { n } }"],
                ], client: ["import Low", "func u\(n)() { eat(lowBuilt { 1; 2 }) }"], isAlone: true)
        },
        { n, random in
            func type(_ result: String) -> [String] {
                [
                    "public protocol P\(n) {}",
                    structure("S\(n)", fields: [], inherits: ": P\(n)"), "public func s\(n)() -> S\(n) { S\(n)() }",
                    "extension P\(n) { public func m\(n)() -> \(result) { 1 } }",
                ]
            }
            return UsedFeature(
                name: "members by conformance", states: [type("Int"), type("Int8"), type("Double")],
                client: ["func u\(n)() { eat(s\(n)().m\(n)()) }"])
        },
        { n, random in
            func type(_ result: String, _ more: String = "") -> [String] {
                [
                    "public import Lid", structure("S\(n)", fields: [], more),
                    "extension LidBox { public func m\(n)() -> \(result) { fatalError() } }",
                ]
            }
            return UsedFeature(
                name: "members of what others return",
                states: [
                    type("S\(n)"), type("S\(n)", "private var f: \(field(&random))?"), type("Int8"),
                ], client: ["import Lid", "func u\(n)() { eat(lidBox().m\(n)()) }"])
        },
        { n, random in
            // What `P` refines leads to `Equatable`, or to `LidRoot`, and no line names that.
            let (below, above, lines) =
                random.chance(50)
                ? ("Equatable", "Comparable", [])
                : ("LidRoot", "LidP", ["public import Lid"])
            func type(_ text: String) -> [String] {
                lines + ["public protocol P\(n): \(above) { func w\(n)() -> Int }", text]
            }
            let first = "extension \(below) { public func w\(n)() -> Int { 1 } }"
            return UsedFeature(
                name: "witnesses by what others refine",
                states: [
                    type(first), type(first + "\nextension \(above) { public func w\(n)() -> Int { 2 } }"),
                    type("extension \(above) { public func w\(n)() -> Int { 1 } }"),
                ],
                client: [
                    """
                    struct Mine\(n): P\(n) { static func < (a: Self, b: Self) -> Bool { true } }
                    func u\(n)() { eat(Mine\(n)() as any P\(n)) }
                    """
                ])
        },
        { n, random in
            // That a literal makes one no line of the module says.
            let (above, lines) = random.one(of: [
                ("LidNil", []), ("LidNone", []), ("Own\(n)", ["public protocol Own\(n): LidNil {}"]),
                ("Own\(n)", ["public typealias Own\(n) = LidNone & Sendable"]),
            ])
            func type(_ heirs: String, _ text: String) -> [String] {
                ["public import Lid", "infix operator <~>"] + lines
                    + ["public struct L\(n)\(heirs) { public init() {} }", text]
            }
            let sign = "extension L\(n) { public static func <~> (a: L\(n), b: Int) -> Double { 1 } }"
            return UsedFeature(
                name: "literals of what others refine",
                states: [
                    type(": \(above)", ""), type(": \(above)", sign), type("", sign),
                    type("", "extension L\(n): \(above) {}"), type("", sign + "\nextension L\(n): \(above) {}"),
                ],
                client: [
                    "func <~> (a: Int?, b: Int) -> Double { 2 }", "func u\(n)() { let d: Double = nil <~> 2; eat(d) }",
                ], isAlone: true)
        },
        { n, random in
            let one = field(&random)
            func type(_ fields: String) -> [String] {
                [
                    """
                    public struct K\(n): Clock {
                        public struct Duration: DurationProtocol {
                            \(fields)
                            public static var zero: Self { fatalError() }
                            public static func + (a: Self, b: Self) -> Self { a }
                            public static func - (a: Self, b: Self) -> Self { a }
                            public static func / (a: Self, b: Int) -> Self { a }
                            public static func * (a: Self, b: Int) -> Self { a }
                            public static func / (a: Self, b: Self) -> Double { 1 }
                            public static func < (a: Self, b: Self) -> Bool { true }
                            public static func == (a: Self, b: Self) -> Bool { true }
                        }
                        public struct Instant: InstantProtocol {
                            public func advanced(by d: Duration) -> Self { self }
                            public func duration(to i: Self) -> Duration { fatalError() }
                            public static func < (a: Self, b: Self) -> Bool { true }
                        }
                        public init() {}
                        public var now: Instant { fatalError() }
                        public var minimumResolution: Duration { fatalError() }
                        public func sleep(until i: Instant, tolerance t: Duration?) async throws {}
                    }
                    """, "public func k\(n)() -> K\(n) { K\(n)() }",
                ]
            }
            return UsedFeature(
                name: "clock", states: [type(""), type("private var f: \(one)?"), type("var a = 1")],
                client: ["func u\(n)() { let d = k\(n)().measure {}; eat(d) }"], isAlone: true)
        },
    ]
}
