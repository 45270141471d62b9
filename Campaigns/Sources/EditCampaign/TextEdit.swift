import Measuring

/// What people and tools do to a text, without understanding it. Most results compile.
struct TextEdit {
    private var lines: [String]
    private let number: Int

    /// `number`: for names that nothing else has.
    static func random(_ text: String, number: Int, _ numbers: inout SeededGenerator) -> String {
        guard numbers.chance(60) else { return inWords(text, &numbers) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var edit = TextEdit(lines, number)
        edit.change(&numbers)
        return edit.lines.joined(separator: "\n")
    }

    private init(_ lines: [String], _ number: Int) { (self.lines, self.number) = (lines, number) }

    // MARK: Lines

    private mutating func change(_ numbers: inout SeededGenerator) {
        let at = numbers.below(lines.count), starts = declarations
        switch numbers.below(12) {
        case 0...2: lines.insert(numbers.one("// remark", "", "/* two\nlines */", "    // {", "/// told"), at: at)
        case 3: lines.insert(lines[at], at: at)
        case 4: if numbers.chance(50) { lines.remove(at: at) } else { lines[at] = "// " + lines[at] }
        case 5...6 where starts.count > 1: move(numbers.below(starts.count), starts, &numbers)
        case 7 where !starts.isEmpty:
            let index = numbers.below(starts.count), end = index + 1 < starts.count ? starts[index + 1] : lines.count
            lines.insert("#endif", at: end)
            lines.insert(numbers.one("#if DEBUG", "#if NEVER", "#if compiler(>=6)"), at: starts[index])
        case 8 where at + 1 < lines.count:
            lines[at] += numbers.one(" ", "; ") + lines.remove(at: at + 1)
        default:
            let place = starts.isEmpty || numbers.chance(50) ? at : numbers.one(of: starts)
            lines.insert(numbers.one(of: TextEdit.added).replacing("§", with: "\(number)"), at: place)
        }
    }

    /// Where one begins that is in no other.
    private var declarations: [Int] {
        lines.indices.filter { index in
            lines[index].first.map { !$0.isWhitespace && !"})#".contains($0) } ?? false
        }
    }

    private mutating func move(_ index: Int, _ starts: [Int], _ numbers: inout SeededGenerator) {
        let end = index + 1 < starts.count ? starts[index + 1] : lines.count
        let block = Array(lines[starts[index]..<end])
        lines.removeSubrange(starts[index]..<end)
        lines.insert(contentsOf: block, at: numbers.one(of: declarations + [lines.count]))
    }

    private static let added = [
        "private func zz§() -> Int { 1 }", "func zz§() {}", "fileprivate static func zz§() {}",
        "func testZ§() -> Int { 1 }", "private func next() -> String? { nil }", "private func callAsFunction() {}",
        "private var zv§: Int { 1 }", "private typealias Zt§ = Int", "private struct Zs§ { var a = [1].first! }",
        "private func appendInterpolation(_ i: Int) {}", "private enum Ze§ { case `case`, `func` }",
        "private func h() -> Int { 3 }", "private func req() -> String { \"\" }", "func req() -> String { \"\" }",
        "public func unheard§(a: Int = [1].first!) {}", "private let zl§ = { 1 }()", "private protocol Zp§ {}",
        "extension Int { func zi§() {} }", "private extension Array { func za§() {} }", "var stored§ = 1",
        "public mutating func zm§() {}", "@inlinable public func zn§() -> Int { 1 }", "var zp§: Int { 1 }",
        "public static func zo§(_ a: Int = 2) -> Int { a }",
        "extension Array { @inlinable public var zq§: Int { 1 } }",
        "extension Sequence { func zr§() {} }",
        "var underestimatedCount: Int { 3 }", "var description: String { \"\" }",
        "public func makeIterator() -> AnyIterator<Int> { fatalError() }", "func hash(into h: inout Hasher) {}",
        "var projectedValue: String { \"\" }", "func encode(to e: any Encoder) throws {}",
    ]

    // MARK: Words

    private static func inWords(_ text: String, _ numbers: inout SeededGenerator) -> String {
        let words = text.matches(of: #/"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]/#).map(\.range)
        guard let word = words.randomElement(using: &numbers) else { return text }
        var text = text
        switch numbers.below(10) {
        case 0: text.insert(contentsOf: numbers.one(of: modifiers), at: word.lowerBound)
        case 1...3:
            text.insert(
                contentsOf: numbers.one("\n", "\n    ", " // y\n", "/* z */", "/* z\n */"), at: word.lowerBound)
        case 4...7:
            let literals = words.filter { isLiteral(text[$0]) }
            guard let literal = literals.randomElement(using: &numbers) else { return text }
            text.replaceSubrange(literal, with: changed(String(text[literal])))
        case 8: text.removeSubrange(word)
        default:
            let known = words.filter { alternatives[String(text[$0])] != nil }
            guard let range = known.randomElement(using: &numbers),
                let others = alternatives[String(text[range])]
            else { return text }
            text.replaceSubrange(range, with: numbers.one(of: others))
        }
        return text
    }

    private static func isLiteral(_ word: Substring) -> Bool {
        word.allSatisfy(\.isNumber) || word.first == "\"" && !word.contains("\\") || word == "true" || word == "nil"
    }

    private static func changed(_ literal: String) -> String {
        if let number = Int(literal) { return "\(number + 1)" }
        return literal.hasPrefix("\"") ? literal.dropLast() + "x\"" : literal == "true" ? "false" : "nil ?? nil"
    }

    private static let modifiers = [
        "private ", "fileprivate ", "static ", "mutating ", "public ", "final ", "@inline(never) ", "@inlinable ",
        "@_transparent ", "@discardableResult ", "; ", "nonisolated ", "lazy ", "override ", "@MainActor ",
        "#if DEBUG\n", "@available(*, deprecated)\n", "@Sendable ", "async ", "throws ", "\r\n", "package ",
    ]

    private static let alternatives: [String: [String]] = [
        "Int": ["String", "Double", "Int?", "Int8"], "String": ["Int"], "private": ["fileprivate", "", "internal"],
        "fileprivate": ["private", ""], "func": ["private func", "static func"],
        "struct": ["class", "final class", "enum"], "class": ["final class", "struct"], "let": ["var"],
        "var": ["let", "private var"], "public": ["", "package"], "first": ["last"], "last": ["first"],
        "get": ["get throws", "@inline(never) get"], "didSet": ["willSet"], "willSet": ["didSet"],
        "set": ["nonmutating set"], "some": ["any"],
    ]
}
