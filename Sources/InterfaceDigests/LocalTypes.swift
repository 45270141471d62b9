import SwiftText

/// Whether some function of a source may have types of its own. (Where the compiler finds such a type in its body, a
/// function that returns `some P` tells clients what that stands for: measured with Swift 6.3.1, whose emission of
/// modules looks into these bodies alone.)
///
/// The compiler does not read a body to find out. It passes over the tokens, and each of these words will do, wherever
/// it stands: in `.struct`, `run(class: 3)` or `actor + 1`. In backticks, in a string and in its interpolations none
/// does.
enum LocalTypes {
    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    static let directives: Set<String> = [
        "#if", "#else", "#elseif", "#endif", "#available", "#unavailable", "#selector", "#keyPath", "#line", "#file",
        "#fileID",
        "#filePath", "#function", "#column", "#dsohandle", "#sourceLocation", "#warning", "#error", "#isolation",
    ]

    /// True where there is one, and where that cannot be said.
    static func mayBe(in bytes: [UInt8]) -> Bool {
        let source = SwiftTokens(bytes)
        guard source.isWhole else { return true }
        /// For each open bracket: what stands in it.
        var open: [Place] = []
        var heads = TypeHeads(source)
        var depthOfCode = 0
        for (index, token) in source.tokens.enumerated() {
            if token.is("{") {
                let isType = (open.last ?? .type) == .type && heads.takesBrace
                open.append(isType ? .type : .code)
                if !isType { depthOfCode += 1 }
                heads.forget()
            } else if token.is("(") || token.is("[") {
                open.append(.list)
            } else if token.is("}") || token.is(")") || token.is("]") {
                guard let closed = open.popLast(), (closed == .list) != token.is("}") else { return true }
                if closed == .code { depthOfCode -= 1 }
            } else if token.kind == .directive, !directives.contains(source.text(token)) {
                // A macro may make one.
                return true
            } else if token.kind == .word, depthOfCode > 0 {
                if types.contains(source.text(token)) { return true }
            } else if token.kind == .word, (open.last ?? .type) == .type {
                heads.read(index)
            }
        }
        return !open.isEmpty
    }

    private enum Place { case type, code, list }
}

/// Says of an opening brace whether it is that of a type. What it takes for another one counts as code, in which every
/// word counts: so it must be sure of types alone.
private struct TypeHeads {
    private(set) var takesBrace = false
    private var isFunction = false
    private let source: SwiftTokens

    private static let keywords: Set<String> = ["struct", "class", "enum", "protocol", "extension"]
    private static let functions: Set<String> = ["func", "init", "subscript", "deinit"]
    private static let members: Set<String> = functions.union([
        "var", "let", "case", "typealias", "associatedtype", "import", "operator", "precedencegroup", "macro",
    ])
    /// Words behind `class` that make it a modifier.
    private static let modified: Set<String> = ["func", "var", "let", "subscript", "override", "final"]
    private static let beforeActor: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "final", "distributed", "nonisolated",
    ]

    init(_ source: SwiftTokens) { self.source = source }

    mutating func forget() { (takesBrace, isFunction) = (false, false) }

    /// A word that stands in a type or in none, and not between round or square brackets.
    mutating func read(_ index: Int) {
        guard !source.isSign(".", at: index - 1) else { return }
        let word = source.text(source.tokens[index])
        if TypeHeads.members.contains(word) {
            (takesBrace, isFunction) = (false, TypeHeads.functions.contains(word))
        } else if TypeHeads.keywords.contains(word) || word == "actor" && mayBeginActor(index),
            let next = source.word(at: index + 1), !(word == "class" && TypeHeads.modified.contains(next))
        {
            (takesBrace, isFunction) = (true, false)
        }
    }

    /// `actor` may be a name as well: `func first() -> actor where Item: Named {`.
    private func mayBeginActor(_ index: Int) -> Bool {
        if isFunction { return false }
        guard index > 0, !source.tokens[index].startsLine else { return true }
        let before = source.tokens[index - 1]
        switch before.kind {
        case .word: return TypeHeads.beforeActor.contains(source.text(before))
        case .attribute: return true
        default: return before.is("}") || before.is("{") || before.is(";") || before.is(")")
        }
    }
}
