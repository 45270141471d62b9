import SwiftText

/// Reads the tokens of a source, one after the other, for `SourceTypes`.
struct SourceTypesReading {
    private(set) var places: [SourceTypes.Place] = []
    private(set) var qualified: [SourceTypes.QualifiedName] = []
    private(set) var isolated: [String] = []

    private let source: SwiftTokens
    /// What opened each brace; nil: it is none of a type.
    private var braces: [String?] = []
    private var pending: String?
    private var isPrivate = false
    /// What is being declared, and whether its initial value has begun.
    private var keyword = "", isAssigned = false
    /// How many braces stood open before the function's.
    private var body: Int?

    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol"]
    /// The module read back prints them.
    private static let printed: Set<String> = ["@unchecked", "@preconcurrency", "@retroactive", "@unsafe"]
    private static let modifiers: Set<String> = ["func", "var", "let", "subscript", "override", "final"]
    private static let functions: Set<String> = ["func", "init", "deinit", "subscript"]
    private static let others: Set<String> = functions.union([
        "var", "let", "case", "typealias", "associatedtype", "import", "operator", "precedencegroup", "macro",
    ])

    init(_ source: SwiftTokens) { self.source = source }

    /// True where no brace is open.
    var isWhole: Bool { braces.isEmpty }

    /// False where a brace ends that never began.
    mutating func read(_ index: Int) -> Bool {
        let token = source.tokens[index]
        guard readMark(token) else { return false }
        guard token.kind == .word, index == 0 || !source.tokens[index - 1].is(".") else { return true }
        if let member = member(after: index) {
            if body == nil { qualified.append(.init(qualifier: name(token), name: name(member))) }
        } else if (3...15).contains(token.end - token.start) {
            readWord(source.text(token), index)
        }
        return true
    }

    private mutating func readMark(_ token: SwiftToken) -> Bool {
        if token.is("{") {
            let isBody = Self.functions.contains(keyword) || (keyword == "var" || keyword == "let") && !isAssigned
            // A closure in an initial value may give its type, whatever stands in it.
            if pending == nil, isBody, body == nil, !braces.contains(nil) { body = braces.count }
            braces.append(pending)
            (pending, isPrivate) = (nil, false)
        } else if token.is("}") {
            if braces.popLast() == nil { return false }
            if braces.count == body { body = nil }
            isPrivate = false
        } else if token.is(";") {
            isPrivate = false
        } else if token.is("=") {
            isAssigned = true
        }
        return true
    }

    private mutating func readWord(_ word: String, _ index: Int) {
        let next = index + 1 < source.tokens.count ? source.tokens[index + 1] : nil
        switch word {
        case "private", "fileprivate":
            // `private(set)` says nothing of the declaration itself.
            isPrivate = isPrivate || !(next?.is("(") ?? false)
        case "extension":
            (pending, keyword) = (element(extended(from: index + 1)), "extension")
            isPrivate = false
            readHead(from: index)
        case _ where Self.types.contains(word):
            guard let next, next.kind == .word, !(word == "class" && Self.modifiers.contains(source.text(next))),
                // `import struct Lower.Box` declares none.
                source.word(at: index - 1) != "import"
            else { return }
            let own = element(name(next))
            let path = braces.compactMap(\.self) + [own]
            places.append(.init(name: name(next), path: path.joined(separator: ".")))
            (pending, isPrivate, keyword) = (own, false, word)
            readHead(from: index)
        case _ where Self.others.contains(word):
            // A type's parameter may be a value.
            if pending != nil, word == "let", source.tokens[index - 1].is("<") || source.tokens[index - 1].is(",") {
                return
            }
            (pending, isPrivate, keyword, isAssigned) = (nil, false, word, false)
        default: break
        }
    }

    private mutating func readHead(from first: Int) {
        var isBehindColon = false, isIsolated = false
        for (at, token) in source.tokens[first...].enumerated() {
            if token.is("{") {
                let head = source.text(source.tokens[first].start, token.start)
                if isIsolated { isolated.append(head.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
                return
            }
            if token.is(":") { isBehindColon = true }
            guard isBehindColon else { continue }
            let isAttribute = token.kind == .attribute && !Self.printed.contains(source.text(token))
            isIsolated = isIsolated || isAttribute || source.word(at: first + at) == "nonisolated"
        }
    }

    /// `Box` after `Lower` in `Lower.Box` and `Lower::Box`.
    private func member(after index: Int) -> SwiftToken? {
        let isSelector = source.isSign(":", at: index + 1) && source.isSign(":", at: index + 2)
        let next = index + (isSelector ? 3 : 2)
        guard isSelector || source.isSign(".", at: index + 1), source.word(at: next) != nil else { return nil }
        return source.tokens[next]
    }

    private func name(_ token: SwiftToken) -> String { source.text(token).filter { $0 != "`" } }

    /// To symbols, `fileprivate` is the same.
    private func element(_ name: String) -> String { isPrivate ? "private \(name)" : name }

    /// What an extension extends, as written.
    private func extended(from first: Int) -> String {
        var text = ""
        for token in source.tokens[first...] {
            if token.is("{") || token.is(":") || token.kind == .word && source.text(token) == "where" { break }
            text += source.text(token)
        }
        return text
    }
}
