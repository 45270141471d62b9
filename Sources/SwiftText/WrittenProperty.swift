/// A property of a type whose value stands in the text as it is: a list of types, `[A.self, B.C.self]`, or a plain
/// text.
public struct WrittenProperty: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        /// The parts of each name, without `self`.
        case types([[String]])
        case text(String)
        /// It may be anything.
        case other
        /// It stands between `#if` and `#endif`.
        case conditional
    }

    /// As written: the names of the types and extensions around it, with dots between them.
    public var type: String
    public var name: String
    /// From 1.
    public var line: Int
    public var isStatic: Bool
    public var value: Value

    /// Every property with one of these names, in the text's order; nil where the text is not understood.
    ///
    /// These forms are read: `let p: T = V`, `var p: T { V }`, `var p: T { return V }` and `var p: T { get { V } }`.
    public static func all(named names: Set<String>, in source: SwiftTokens) -> [WrittenProperty]? {
        guard let brackets = BracketTable(source) else { return nil }
        var reader = WrittenPropertyReader(source: source, closing: brackets.closing, names: names)
        reader.read()
        return reader.found
    }
}

/// Walks through the members of types, and past all code.
private struct WrittenPropertyReader {
    let source: SwiftTokens
    /// Of an opening bracket: the index of the one that closes it.
    let closing: [Int]
    let names: Set<String>
    private(set) var found: [WrittenProperty] = []

    init(source: SwiftTokens, closing: [Int], names: Set<String>) {
        (self.source, self.closing, self.names) = (source, closing, names)
    }

    private var count: Int { source.tokens.count }

    private func word(_ index: Int) -> String? { source.word(at: index) }
    private func sign(_ index: Int, _ character: Unicode.Scalar) -> Bool { source.isSign(character, at: index) }

    mutating func read() {
        var at = 0, scopes: [(path: String, end: Int)] = [], conditions = 0, lines = LineCounter()
        while at < count {
            while let last = scopes.last, at >= last.end { scopes.removeLast() }
            let token = source.tokens[at]
            switch token.kind {
            case .directive:
                if source.text(token) == "#if" { conditions += 1 }
                if source.text(token) == "#endif" { conditions -= 1 }
            case .word:
                if let (name, open) = head(at) {
                    scopes.append((scopes.last.map { "\($0.path).\(name)" } ?? name, closing[open]))
                    at = open
                } else if ["var", "let"].contains(source.text(token)), let name = word(at + 1), names.contains(name),
                    let scope = scopes.last
                {
                    let isStatic = self.isStatic(at)
                    found.append(
                        WrittenProperty(
                            type: scope.path, name: name, line: lines.line(at: token.start, in: source.bytes),
                            isStatic: isStatic, value: conditions > 0 ? .conditional : value(from: at + 2)))
                    at += 1
                }
            case .sign: if closing[at] >= 0 { at = closing[at] }
            default: break
            }
            at += 1
        }
    }

    private static let keywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "extension"]
    /// What makes `class` a modifier.
    private static let members: Set<String> = [
        "func", "var", "let", "subscript", "override", "final", "public", "open", "package", "internal", "private",
        "fileprivate",
    ]

    /// The name of the type or extension that begins here, and its brace.
    private func head(_ index: Int) -> (name: String, brace: Int)? {
        guard !sign(index - 1, "."), Self.keywords.contains(source.text(source.tokens[index])),
            let first = word(index + 1), !Self.members.contains(first)
        else { return nil }
        var name = first, at = index + 2
        while sign(at, "."), let next = word(at + 1) {
            name += ".\(next)"
            at += 2
        }
        while at < count, !sign(at, "{") {
            if sign(at, "}") || sign(at, ";") { return nil }
            at = max(closing[at], at) + 1
        }
        return at < count ? (name, at) : nil
    }

    private func isStatic(_ index: Int) -> Bool {
        var at = index - 1
        while let before = word(at),
            Self.members.contains(before) || ["static", "class", "nonisolated"].contains(before)
        {
            if before == "static" || before == "class" { return true }
            at -= 1
        }
        return false
    }

    /// `start`: behind the name.
    private func value(from start: Int) -> WrittenProperty.Value {
        var at = start
        if sign(at, ":") {
            at += 1
            // A type on the line of its property: what begins a line is another declaration.
            while at < count, !sign(at, "="), !sign(at, "{") {
                if source.tokens[at].startsLine || sign(at, ";") || sign(at, "}") { return .other }
                at = max(closing[at], at) + 1
            }
        }
        if sign(at, "=") {
            guard let (value, end) = literal(at + 1), endsDeclaration(end) else { return .other }
            return value
        }
        guard sign(at, "{") else { return .other }
        var end = closing[at]
        at += 1
        if word(at) == "get", sign(at + 1, "{") {
            guard closing[at + 1] + 1 == end else { return .other }
            end = closing[at + 1]
            at += 2
        }
        if word(at) == "return" { at += 1 }
        guard let (value, last) = literal(at), last == end else { return .other }
        return value
    }

    private func endsDeclaration(_ index: Int) -> Bool {
        guard index < count else { return true }
        if sign(index, "}") || sign(index, ";") { return true }
        // What continues an expression is a sign.
        return source.tokens[index].startsLine && source.tokens[index].kind != .sign
    }

    private func literal(_ index: Int) -> (WrittenProperty.Value, end: Int)? {
        guard index < count else { return nil }
        if source.tokens[index].kind == .string {
            let text = source.text(source.tokens[index])
            guard text.hasPrefix("\""), !text.hasPrefix("\"\"\""), !text.contains("\\") else { return nil }
            return (.text(String(text.dropFirst().dropLast())), index + 1)
        }
        guard sign(index, "[") else { return nil }
        let end = closing[index]
        var at = index + 1, types: [[String]] = []
        while at < end {
            var parts: [String] = []
            while let part = word(at) {
                parts.append(part)
                at += 1
                guard sign(at, ".") else { break }
                at += 1
            }
            guard parts.count > 1, parts.last == "self", at == end || sign(at, ",") else { return nil }
            types.append(parts.dropLast())
            at += 1
        }
        return (.types(types), end + 1)
    }
}

/// Counts lines on a way that only leads on.
private struct LineCounter {
    private var line = 1, offset = 0

    mutating func line(at wanted: Int, in bytes: [UInt8]) -> Int {
        while offset < wanted {
            if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
            offset += 1
        }
        return line
    }
}
