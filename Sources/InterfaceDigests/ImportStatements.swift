import SwiftText

/// The imports of a source, as far as what a client sees depends on them: each with what is written before it, and the
/// conditions that it stands under.
///
/// A client finds members and conformances of all that a module imports, whatever the access of the import. The module
/// itself does not tell which imports those are, so only their text can. It counts as tokens: a comment or a line break
/// beside an import changes nothing, and `#if` around it does, as far as the platform does not decide it.
struct ImportStatements {
    /// As `#if canImport ( Low ) : internal import Base`. Imports for other platforms are left out.
    private(set) var statements: [String] = []
    /// The names of modules that stand in imports under conditions, and that conditions of imports ask for. One that is
    /// asked for by parts (`A.B`) has its parts here.
    private(set) var conditionalModules: Set<String> = []
    private let source: SwiftTokens
    private let platform: String?

    /// Nil where the text cannot be cut as the compiler cuts it. `platform`: as `os(Linux)` asks for it, nil where
    /// nobody knows it.
    init?(_ bytes: [UInt8], platform: String? = nil) {
        (source, self.platform) = (SwiftTokens(bytes), platform)
        guard source.isWhole else { return nil }
        read()
    }

    /// An `#if` up to the clause that the reader is in.
    private struct Conditions {
        /// The clauses whose conditions may hold, as their text.
        var texts: [String] = []
        /// The last one does not count where one before it surely holds, or it surely does not.
        var isActive = true, isDecided = false

        var text: String { texts.joined(separator: " ") }
    }

    private mutating func read() {
        var open: [Conditions] = [], at = 0, directiveEnd = 0
        while at < source.tokens.count {
            let token = source.tokens[at]
            if token.kind == .directive {
                let line = lineOfTokens(from: at)
                directiveEnd = line.upperBound
                switch source.text(token) {
                case "#if": open.append(clause(line, after: Conditions()))
                case "#elseif", "#else": open.append(clause(line, after: open.popLast() ?? Conditions()))
                case "#endif": _ = open.popLast()
                default: break
                }
            } else if source.word(at: at) == "import", !isName(at) {
                let range = statement(at, notBefore: directiveEnd)
                if open.allSatisfy(\.isActive) { add(range, at, under: open.map(\.text).filter { !$0.isEmpty }) }
            }
            at += 1
        }
    }

    private mutating func add(_ range: Range<Int>, _ word: Int, under conditions: [String]) {
        statements.append((conditions + [text(range)]).joined(separator: " : "))
        for condition in conditions { conditionalModules.formUnion(ImportStatements.asked(by: condition)) }
        if !conditions.isEmpty { conditionalModules.formUnion(words(word + 1..<range.upperBound)) }
    }

    /// `line`: its directive and condition.
    private func clause(_ line: Range<Int>, after earlier: Conditions) -> Conditions {
        var next = earlier
        let value = value(of: line)
        next.isActive = !earlier.isDecided && value != false
        if value == true { next.isDecided = true }
        // What surely holds where the reader comes to it says no more than that nothing before it did.
        if value == nil {
            next.texts.append(text(line))
        } else if value == true, !earlier.texts.isEmpty {
            next.texts.append("#else")
        }
        return next
    }

    /// Nil where the platform does not decide it.
    private func value(of line: Range<Int>) -> Bool? {
        guard let platform else { return nil }
        if line.count == 1 { return true }
        // A condition may go on in the next line: behind an open bracket, and with an operator there.
        let tokens = source.tokens[line.dropFirst()]
        let isOpen = tokens.filter { $0.is("(") }.count != tokens.filter { $0.is(")") }.count
        let next = source.tokens.indices.contains(line.upperBound) ? source.tokens[line.upperBound] : nil
        if isOpen || next?.kind == .sign { return nil }
        return CompilationCondition.value(tokens, in: source, platform: platform)
    }

    private func words(_ range: Range<Int>) -> [String] {
        range.compactMap { source.word(at: $0) }.map { $0.filter { $0 != "`" } }.filter {
            !ImportedNames.kinds.contains($0)
        }
    }

    /// What stands behind `canImport`.
    private static func asked(by condition: String) -> [String] {
        let source = SwiftTokens(condition)
        var names: [String] = [], depth = 0
        for at in source.tokens.indices {
            if depth == 0 {
                if source.word(at: at) == "canImport" { depth = 1 }
            } else if source.tokens[at].is(")") {
                depth = 0
            } else if let word = source.word(at: at) {
                names.append(word.filter { $0 != "`" })
            }
        }
        return names
    }

    /// Behind a dot it is a member.
    private func isName(_ at: Int) -> Bool { at > 0 && source.tokens[at - 1].is(".") }

    private func text(_ range: Range<Int>) -> String {
        source.tokens[range].map(source.text).joined(separator: " ")
    }

    private func lineOfTokens(from start: Int) -> Range<Int> {
        var end = start + 1
        while end < source.tokens.count, !source.tokens[end].startsLine { end += 1 }
        return start..<end
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "nonisolated",
    ]

    /// From the first attribute or modifier before the word to the last name of the path.
    private func statement(_ word: Int, notBefore first: Int) -> Range<Int> {
        var start = word
        while start > first {
            if let modifier = source.word(at: start - 1) {
                let isAttribute = source.isSign("@", at: start - 2)
                guard isAttribute || Self.modifiers.contains(modifier) else { break }
                start -= isAttribute ? 2 : 1
            } else if source.tokens[start - 1].kind == .attribute {
                start -= 1
            } else if source.tokens[start - 1].is(")"), let open = opening(start - 1), open > 0,
                source.tokens[open - 1].kind == .attribute || source.word(at: open - 1) != nil
            {
                start = open
            } else {
                break
            }
        }
        var end = min(word + 2, source.tokens.count)
        if let kind = source.word(at: word + 1), ImportedNames.kinds.contains(kind) {
            end = min(end + 1, source.tokens.count)
        }
        // `A.B`, `A::B`
        while end + 1 < source.tokens.count, source.tokens[end].is(".") || source.tokens[end].is(":") {
            end += source.tokens[end].is(":") && source.tokens[end + 1].is(":") ? 3 : 2
        }
        return start..<min(end, source.tokens.count)
    }

    private func opening(_ close: Int) -> Int? {
        var depth = 0
        for index in stride(from: close, through: max(0, close - 40), by: -1) {
            if source.tokens[index].is(")") { depth += 1 }
            if source.tokens[index].is("(") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
