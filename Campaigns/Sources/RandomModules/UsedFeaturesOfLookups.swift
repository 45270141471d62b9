import Measuring

// MARK: What the compiler finds by itself

extension UsedFeature {
    private static func made(_ n: Int, _ members: String = "", inherits: String = "") -> [String] {
        [structure("S\(n)", fields: [], members, inherits: inherits), "public func s\(n)() -> S\(n) { S\(n)() }"]
    }

    static let ofLookups: [@Sendable (Int, inout SeededGenerator) -> UsedFeature] = [
        { n, random in
            let sign = random.one("<+>", "+++", "<->", "|*|", "+")
            let declared = sign == "+" ? [] : ["infix operator \(sign): AdditionPrecedence"]
            let own = "public static func \(sign) (a: S\(n), b: S\(n)) -> Int { 1 }"
            let generic = "public func \(sign) <T>(a: T, b: S\(n)) -> Int { 1 }"
            return UsedFeature(
                name: "operators",
                states: [
                    declared + made(n) + [generic], declared + made(n, own) + [generic],
                    declared + made(n) + ["public func \(sign) <T>(a: T, b: S\(n)) -> Int8 { 1 }"],
                ], client: ["func u\(n)() { eat(s\(n)() \(sign) s\(n)()) }"], isAlone: true)
        },
        { n, random in
            let one = field(&random), other = field(&random)
            func type(_ fields: [String]) -> [String] {
                let members = """
                    public static var a\(n): S\(n) { S\(n)() }
                    public static func <**> (a: S\(n), b: S\(n)) -> S\(n) { a }
                    """
                return ["infix operator <**>: AdditionPrecedence", structure("S\(n)", fields: fields, members)]
            }
            return UsedFeature(
                name: "operands", states: [type([one]), type([one, other]), type([other])],
                client: [
                    "func u\(n)() { let r = \(random.one("make() <**> make()", ".a\(n) <**> .a\(n)")); eat(r) }"
                ], isAlone: true)
        },
        { n, random in
            func type(_ group: String) -> [String] {
                [
                    "precedencegroup G\(n) { \(group) }", "infix operator <*>: G\(n)",
                    "public func <*> (a: Int, b: Int) -> Int { a }",
                ]
            }
            return UsedFeature(
                name: "precedence",
                states: [
                    type("associativity: left"), type("associativity: right"),
                    type("associativity: left\nhigherThan: MultiplicationPrecedence"),
                ], client: ["func u\(n)() { eat(1 <*> 2 <*> 3) }"], isAlone: true)
        },
        { n, random in
            func type(_ text: String) -> [String] { made(n) + [text] }
            return UsedFeature(
                name: "patterns",
                states: [
                    type("public func ~= <T>(p: S\(n), v: T) -> Bool { true }"),
                    type("public func ~= (p: S\(n), v: Int) -> Bool { true }"),
                    type("public func ~= <T: FixedWidthInteger>(p: S\(n), v: T) -> Bool { true }"),
                ], client: ["func u\(n)() { switch 3 { case s\(n)(): eat(1); default: eat(2) } }"])
        },
        { n, random in
            let own = "extension S\(n): Equatable { public static func == (a: S\(n), b: S\(n)) -> Bool { true } }"
            return UsedFeature(
                name: "equality",
                states: [
                    made(n, inherits: ": Equatable"), made(n) + [own],
                    made(n, inherits: ": Equatable") + ["public func == (a: S\(n), b: S\(n)) -> Bool { true }"],
                ], client: ["struct Mine\(n): Equatable { var s = s\(n)() }"])
        },
        { n, random in
            let coder = """
                extension KeyedEncodingContainer { public mutating func encode(_ v: S\(n), forKey key: Key) throws {} }
                extension KeyedDecodingContainer { public func decode(_ v: S\(n).Type, forKey key: Key) throws -> S\(n) { v.init() } }
                """
            return UsedFeature(
                name: "coding",
                states: [made(n, inherits: ": Codable"), made(n, inherits: ": Codable") + [coder]],
                client: ["struct Mine\(n): Codable { var s = s\(n)() }"])
        },
        { n, random in
            let hasher = "extension Hasher { public mutating func combine(_ v: S\(n)) {} }"
            return UsedFeature(
                name: "hashing",
                states: [made(n, inherits: ": Hashable"), made(n, inherits: ": Hashable") + [hasher]],
                client: ["struct Mine\(n): Hashable { var s = s\(n)() }"])
        },
        { n, random in
            let start = [
                "public protocol Q\(n) { func r\(n)() -> Int }", "public protocol P\(n): Q\(n) {}",
                "extension Q\(n) { public func r\(n)() -> Int { 1 } }",
            ]
            let deeper = "extension P\(n) { public func r\(n)() -> Int { 2 } }"
            return UsedFeature(
                name: "default witnesses", states: [start, start + [deeper]],
                client: [
                    random.one(
                        "struct Mine\(n): P\(n) {}", "enum Mine\(n): P\(n) { case a }", "extension Bool: P\(n) {}")
                ])
        },
        { n, random in
            func type(_ condition: String, _ more: String = "") -> [String] {
                ["extension RawRepresentable where \(condition) { public var description: String { \"\" } }", more]
            }
            return UsedFeature(
                name: "witnesses in protocols of others",
                states: [
                    type("RawValue == Int"), type("RawValue: FixedWidthInteger"),
                    type(
                        "RawValue == Int",
                        "extension RawRepresentable where RawValue == Int, Self: Error { public var description: String { \"\" } }"
                    ),
                ], client: ["enum Mine\(n): Int, CustomStringConvertible, Error { case a }"], isAlone: true)
        },
        { n, random in
            let literal = """
                public struct L\(n): ExpressibleByIntegerLiteral { public init(integerLiteral n: Int) {} }
                """
            return UsedFeature(
                name: "literals",
                states: [
                    [literal],
                    [literal, "extension L\(n) { public static func + (a: L\(n), b: Int) -> Double { 1 } }"],
                ], client: ["func u\(n)() { let d: Double = 1 + 2; eat(d) }"], isAlone: true)
        },
        { n, random in
            UsedFeature(
                name: "default types of literals",
                states: [
                    [], ["public typealias \(random.one("IntegerLiteralType = Int8", "FloatLiteralType = Float"))"],
                ],
                client: ["func u\(n)() { let (a, b) = (1, 2.5); eat(a, b) }"], isAlone: true)
        },
        { n, random in
            UsedFeature(
                name: "default arguments",
                states: [
                    ["public func d\(n)(_ n: Int = 1) {}"], ["public func d\(n)(_ n: Int = 2) {}"],
                    ["\n\npublic func d\(n)(_ n: Int = 1) {}"],
                ], client: ["func u\(n)() { d\(n)() }"])
        },
        { n, random in
            func type(_ fields: [String]) -> [String] {
                [
                    structure("M\(n)", fields: fields), "public func mk\(n)() -> M\(n) { M\(n)() }",
                    "public func d\(n)(_ n: Int = mk\(n)().shown) {}",
                ]
            }
            return UsedFeature(
                name: "types in default arguments", states: [type([]), type([field(&random)]), type(["Int8", "Int"])],
                client: ["func u\(n)() { d\(n)() }"])
        },
        { n, random in
            let attribute = random.one("@_alwaysEmitIntoClient", "@_transparent"), isGeneric = random.chance(50)
            let (sign, handedOn, value) = isGeneric ? ("<T>(_ t: T)", "t", "1") : ("()", "", "")
            func type(_ body: String, _ other: String) -> [String] {
                [
                    "\(attribute) public func a\(n)\(sign) -> Int { \(body) }",
                    "\(attribute) public func b\(n)\(sign) -> Int { \(other) }",
                ]
            }
            return UsedFeature(
                name: isGeneric ? "generic bodies" : "bodies",
                states: [
                    type("1", "2"), type("b\(n)(\(handedOn))", "2"), type("3", "2"), type("1", "4"),
                ], client: ["func u\(n)() { eat(a\(n)(\(value))) }"])
        },
        { n, random in
            let isGeneric = random.chance(50)
            let (sign, handedOn, value) = isGeneric ? ("<T>(_ t: T)", "t", "1") : ("()", "", "")
            func type(_ other: String) -> [String] {
                [
                    "@_alwaysEmitIntoClient public func a\(n)\(sign) -> Int { b\(n)(\(handedOn)) }",
                    "@_alwaysEmitIntoClient public func b\(n)\(sign) -> Int { \(other) }",
                ]
            }
            return UsedFeature(
                name: isGeneric ? "generic bodies of bodies" : "bodies of bodies", states: [type("1"), type("2")],
                client: ["func u\(n)() { eat(a\(n)(\(value))) }"])
        },
        { n, random in
            UsedFeature(
                name: "other letters",
                states: [
                    [
                        "public func größe\(n)() -> Int { 1 }",
                        "infix operator ⊕\npublic func ⊕ (a: Int, b: Int) -> Int { a }",
                    ],
                    [
                        "public func größe\(n)() -> Int8 { 1 }",
                        "infix operator ⊕\npublic func ⊕ (a: Int, b: Int) -> Int { a }",
                    ],
                    [
                        "public func größe\(n)() -> Int { 1 }",
                        "infix operator ⊕\npublic func ⊕ (a: Int, b: Int) -> Int8 { 1 }",
                    ],
                ], client: ["func u\(n)() { let (one, two) = (1, 2); eat(größe\(n)(), one⊕two) }"], isAlone: true)
        },
        { n, random in
            UsedFeature(
                name: "imports", states: [[], ["@_exported import Lid"], ["import Lid"]],
                client: ["func lidPick<T>(_ t: T) -> String { \"mine\" }", "func u\(n)() { eat(lidPick(3)) }"],
                isAlone: true)
        },
        { n, random in
            func type(_ text: String) -> [String] {
                [
                    "public protocol P\(n) {}", structure("S\(n)", fields: [], inherits: ": P\(n)"),
                    structure("T\(n)", fields: ["Int"], inherits: ": P\(n)"), text,
                    "public func take\(n)<T: P\(n)>(_ t: T) {}",
                ]
            }
            return UsedFeature(
                name: "implicit members",
                states: [
                    type("extension P\(n) where Self == S\(n) { public static var one\(n): S\(n) { S\(n)() } }"),
                    type("extension P\(n) where Self == T\(n) { public static var one\(n): T\(n) { T\(n)() } }"),
                ], client: ["func u\(n)() { take\(n)(.one\(n)) }"])
        },
        { n, random in
            let (sign, kind) = (random.one("+", "-", "==", "<", "&&", "??", "..<"), random.one("S\(n)", "any P\(n)"))
            func type(_ text: String) -> [String] {
                made(n, "public func count\(n)() -> Int { 1 }") + ["public protocol P\(n) {}", text]
            }
            let own = "extension S\(n) { public static func \(sign) (a: S\(n), b: \(kind)) -> Double { 1 } }"
            return UsedFeature(
                name: "operators of others",
                states: [
                    type(""), type(own),
                    type("extension P\(n) { public static func \(sign) (a: Self, b: Int) -> Bool { true } }"),
                ],
                client: [
                    """
                    func u\(n)(_ a: Int, _ b: Double, _ s: String, _ o: Int?) {
                        let d: Double = 1 + 2 * b - 3; let c = a < 3 && s == "a" + "b" || -a == (o ?? 4) - 1
                        eat(d, c); for i in 0..<a + 1 { eat(i) }
                    }
                    """
                ])
        },
        { n, random in
            func type(_ text: String) -> [String] { made(n, "public var m\(n): Int { 1 }") + [text] }
            return UsedFeature(
                name: "names elsewhere",
                states: [
                    type(""),
                    type(structure("O\(n)", fields: [], "public func m\(n)() {}; public var count: Int { 1 }")),
                    type("public protocol O\(n) { var m\(n): Int { get }; func eat() }"),
                    type("extension Array { public var m\(n): String { \"\" } }"),
                    type("extension Collection { public var m\(n): String { \"\" } }"),
                    type("extension S\(n) { public var more: Int { 1 }; public func eat() {} }"),
                    type("public protocol O\(n) {}\nextension S\(n): O\(n) {}"),
                    type(
                        "public protocol O\(n) {}\nextension S\(n): O\(n) {}\nextension O\(n) { public func m\(n)(_ n: Int...) {} }"
                    ),
                ], client: ["func u\(n)() { eat(s\(n)().m\(n), [s\(n)()].count) }"])
        },
        { n, random in
            let start = made(n, "public func count\(n)() -> Int { 1 }") + ["public protocol P\(n) {}"]
            let type = random.one("Int", "S\(n)", "Array", "FixedWidthInteger")
            let conforms = type == "FixedWidthInteger" ? [] : ["extension \(type): P\(n) {}"]
            let owner = conforms.isEmpty ? type : "P\(n)"
            return UsedFeature(
                name: "members of protocols that nobody names",
                states: [
                    start + conforms,
                    start + conforms + [
                        "extension \(owner) { public static func + (a: Self, b: Int) -> Double { 1 } }"
                    ],
                    start + conforms + ["extension \(owner) { public subscript(n: Int) -> String { \"\" } }"],
                    start + conforms + ["extension \(owner) { public func callAsFunction() -> Int { 1 } }"],
                    start + conforms + ["extension \(owner) { public var twice\(n): Int8 { 1 } }"],
                    start + conforms + ["extension \(owner) { public func description() {} }"],
                ],
                client: [
                    "extension Equatable { var twice\(n): Int { 1 } }", "extension S\(n): Equatable {}",
                    """
                    func u\(n)() { let d: Double = 1 + 2; let s = s\(n)(); eat(d, s.count\(n)()); eat(3.twice\(n), [1][0].twice\(n)) }
                    """,
                ], isAlone: true)
        },
    ]
}
