/// The text of one source of a generated workspace.
///
/// It calls something of each module that it imports, calls another source of its own module, and holds public,
/// internal and private declarations until it is as long as it is to be.
public struct SourceText: Sendable {
    /// A comment, the only one of its kind, that an edit can change without moving a line.
    public static let comment = "// Revision 0."

    private let plan: WorkspacePlan
    private let target: WorkspacePlan.Target
    private let number: Int
    private var draws: Draws
    /// Names of the modules that it imports.
    private let imports: [String]
    private var lines: [String] = []

    /// The source `number` of a target.
    public static func text(_ number: Int, of target: WorkspacePlan.Target, in plan: WorkspacePlan) -> String {
        var text = SourceText(number, of: target, in: plan)
        text.write()
        return text.lines.joined(separator: "\n") + "\n"
    }

    private init(_ number: Int, of target: WorkspacePlan.Target, in plan: WorkspacePlan) {
        (self.plan, self.target, self.number) = (plan, target, number)
        var draws = target.seed
        _ = draws.next()
        draws = Draws(seed: Int(truncatingIfNeeded: draws.next()), purpose: number)
        // Each module is imported by one source at least.
        imports = target.dependencies.enumerated().filter { position, _ in
            let isOwed = position % target.lines.count == number
            return draws.chance(30) || isOwed
        }
        .map { plan.targets[$1].name }
        self.draws = draws
    }

    private var stem: String { target.name.prefix(1).lowercased() + target.name.dropFirst() }
    /// Others may use what is public in a library.
    private var access: String { target.kind == .library ? "public " : "" }

    private mutating func write() {
        if target.kind == .tests, number == 0 { lines.append("import Testing") }
        lines += imports.map { "import \($0)" }
        if !lines.isEmpty { lines.append("") }
        lines += [SourceText.comment, ""]
        if target.kind == .library, number == 0 { writeRecord() }
        writeEntry()
        if target.kind == .tests, number == 0 { writeTest() }
        if target.kind == .program, number == 0 { lines += ["", "print(\(entry(number))(1))"] }
        var block = 0
        while lines.count + 5 < target.lines[number] {
            writeBlock(block)
            block += 1
        }
    }

    private func entry(_ number: Int) -> String { "\(stem)Part\(number)" }

    /// The type that other modules use: the first source of a library has it.
    private mutating func writeRecord() {
        let factor = 3 + draws.below(90)
        lines += [
            "/// A record that other modules may make.", "public struct \(target.name)Record: Equatable, Sendable {",
            "    public var count: Int", "    let limit: Int", "    public init(count: Int) {",
            "        self.count = count", "        limit = \(factor)", "    }",
            "    public func total() -> Int { count &* limit }", "}", "",
        ]
    }

    /// Uses what is imported, and the source before.
    private mutating func writeEntry() {
        let start = "value &+ \(draws.below(1000))"
        var steps = imports.map { "    sum &+= \($0)Record(count: sum).total()" }
        if number > 0 { steps.append("    sum ^= \(entry(number - 1))(value)") }
        lines.append("func \(entry(number))(_ value: Int) -> Int {")
        lines += steps.isEmpty ? ["    \(start)"] : ["    var sum = \(start)"] + steps + ["    return sum"]
        lines.append("}")
    }

    private mutating func writeTest() {
        let name = plan.targets[target.dependencies[0]].name
        lines += [
            "", "@Test func recordsKeepTheirCount() {", "    #expect(\(name)Record(count: 7).count == 7)", "}",
        ]
    }

    private mutating func writeBlock(_ block: Int) {
        let name = "\(stem)File\(number)Block\(block)", type = "\(target.name)File\(number)Type\(block)"
        let a = 1 + draws.below(500), b = 1 + draws.below(500)
        switch draws.below(6) {
        case 0:
            lines += ["", "private func \(name)(_ value: Int) -> Int {", "    value &* \(a) &+ \(b)", "}"]
        case 1:
            let made = imports.first.map { "\($0)Record" } ?? "Int"
            let value = imports.isEmpty ? "value &+ \(a)" : "\(made)(count: value &+ \(a))"
            lines += ["", "\(access)func \(name)(_ value: Int) -> \(made) {", "    \(value)", "}"]
        case 2:
            lines += [
                "", "struct \(type) {", "    var first = \(a)", "    private var second = [\(b), \(a)]",
                "    func sum() -> Int { second.reduce(first) { $0 &+ $1 } }", "}",
            ]
        case 3:
            lines += [
                "", "\(access)enum \(type): String, CaseIterable, Sendable {", "    case small, large",
                "    \(access)var weight: Int { self == .small ? \(a) : \(b) }", "}",
            ]
        case 4:
            lines += [
                "", "func \(name)<Item: Comparable>(_ items: [Item]) -> Item? {",
                "    guard items.count > \(a % 9) else { return nil }",
                "    return items.filter { $0 != items[0] }.max()", "}",
            ]
        default:
            lines += [
                "", "fileprivate protocol \(type) {", "    var label: String { get }", "}",
                "extension \(type) {", "    func shown() -> String { \"\\(label) \(a)\" }", "}",
            ]
        }
    }
}
