import SwiftText

/// The bodies of a source, by its braces: which of them an expression stands in.
struct SourceBodies {
    private struct Body {
        /// Where the braces are, in bytes.
        var start, end: Int
        /// The place that the compiler gave it.
        var place: TimingLines.Place
        /// The body around it.
        var outer: Int?
    }

    private let lineStarts: [Int]
    private let bodies: [Body]

    /// `places`: where the compiler says that bodies are declared. Nil for text that is not understood.
    init?(_ bytes: [UInt8], places: Set<TimingLines.Place>) {
        let text = SwiftTokens(bytes)
        guard text.isWhole, let closings = SourceBodies.closings(text.tokens) else { return nil }
        let lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        var found: [Int: Body] = [:]
        for place in places.sorted() {
            guard let start = SourceBodies.offset(of: place, lines), let first = text.tokens.index(from: start),
                let brace = SourceBodies.brace(from: first, text, closings)
            else { continue }
            // Of several that lead to one brace, it belongs to the last one.
            found[brace] = Body(
                start: text.tokens[brace].start, end: text.tokens[closings[brace]].start, place: place)
        }
        var bodies = found.values.sorted { $0.start < $1.start }, open: [Int] = []
        for index in bodies.indices {
            while let last = open.last, bodies[last].end < bodies[index].start { open.removeLast() }
            bodies[index].outer = open.last
            open.append(index)
        }
        (self.bodies, lineStarts) = (bodies, lines)
    }

    /// Of the innermost body around `place`; nil where it is in none.
    func owner(of place: TimingLines.Place) -> TimingLines.Place? {
        guard let offset = SourceBodies.offset(of: place, lineStarts) else { return nil }
        var low = 0, high = bodies.count
        while low < high {
            let middle = (low + high) / 2
            if bodies[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        var at = low > 0 ? low - 1 : nil
        while let index = at, bodies[index].end <= offset { at = bodies[index].outer }
        return at.map { bodies[$0].place }
    }

    private static func offset(of place: TimingLines.Place, _ lines: [Int]) -> Int? {
        guard place.line >= 1, place.line <= lines.count, place.column >= 1, place.column < 1 << 30 else { return nil }
        return lines[place.line - 1] + place.column - 1
    }

    /// For each opening bracket, the one that closes it; nil where they do not match.
    private static func closings(_ tokens: [SwiftToken]) -> [Int]? {
        var found = [Int](repeating: 0, count: tokens.count), open: [Int] = []
        for (index, token) in tokens.enumerated() {
            if token.is("{") || token.is("(") || token.is("[") {
                open.append(index)
            } else if token.is("}") || token.is(")") || token.is("]") {
                guard let start = open.popLast() else { return nil }
                found[start] = index
            }
        }
        return open.isEmpty ? found : nil
    }

    /// Words that begin the next declaration.
    private static let declarations: Set = [
        "func", "var", "let", "struct", "class", "enum", "extension", "protocol", "init", "deinit", "subscript",
        "import", "typealias", "case",
    ]

    /// The brace that opens the body of what is declared at `first`; nil where it has none, as a stored property.
    private static func brace(from first: Int, _ text: SwiftTokens, _ closings: [Int]) -> Int? {
        var at = first
        while at < text.tokens.count {
            let token = text.tokens[at]
            if token.is("{") { return at }
            if token.is(";") || token.is("}") || token.is(")") || token.is("]") { return nil }
            if at > first {
                if token.is("="), isAlone(token, in: text.bytes) { return nil }
                if token.kind == .word, declarations.contains(text.text(token)) { return nil }
            }
            at = token.is("(") || token.is("[") ? closings[at] + 1 : at + 1
        }
        return nil
    }

    /// A sign that is no part of a longer operator.
    private static func isAlone(_ token: SwiftToken, in bytes: [UInt8]) -> Bool {
        let signs = Array("=<>!+-*/%&|^~?.".utf8)
        let before = token.start > 0 ? bytes[token.start - 1] : 0,
            after = token.end < bytes.count ? bytes[token.end] : 0
        return !signs.contains(before) && !signs.contains(after)
    }
}

extension [SwiftToken] {
    /// The first that begins at this byte or after it.
    fileprivate func index(from start: Int) -> Int? {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return low < count ? low : nil
    }
}
