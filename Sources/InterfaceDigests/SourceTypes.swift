import SwiftText

/// Which types a source declares, and which names it writes with what they are in: the compiler's text of a module says neither which
/// hidden types are private nor which module's `Box` a field holds, and both are in symbols of clients.
struct SourceTypes {
    struct Place: Hashable {
        /// The last name.
        var name: String
        /// `Left.private State`
        var path: String
    }

    /// `Lower.Box`
    struct QualifiedName: Hashable {
        var qualifier: String
        var name: String
    }

    private(set) var places: [Place] = []
    /// But for those in bodies of functions, by which no declaration gets its type: the module's bytes do not hold them.
    private(set) var qualified: [QualifiedName] = []

    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol"]
    private static let modifiers: Set<String> = ["func", "var", "let", "subscript", "override", "final"]
    private static let others: Set<String> = [
        "func", "var", "let", "init", "deinit", "subscript", "case", "typealias", "associatedtype", "import", "operator", "precedencegroup", "macro",
    ]

    /// Nil where its braces or strings do not end.
    init?(_ bytes: [UInt8]) {
        let source = SwiftTokens(bytes)
        guard source.isWhole else { return nil }
        /// What opened each brace; nil: it is none of a type.
        var braces: [String?] = []
        var pending: String?
        var isPrivate = false
        /// What is being declared, and whether its initial value has begun.
        var keyword = "", isAssigned = false
        /// How many braces stood open before the function's.
        var body: Int?
        for (index, token) in source.tokens.enumerated() {
            if token.is("{") {
                let isBody = ["func", "init", "deinit", "subscript"].contains(keyword) || (keyword == "var" || keyword == "let") && !isAssigned
                // A closure in an initial value may give its type, whatever stands in it.
                if pending == nil, isBody, body == nil, !braces.contains(nil) { body = braces.count }
                braces.append(pending)
                (pending, isPrivate) = (nil, false)
            } else if token.is("}") {
                if braces.popLast() == nil { return nil }
                if braces.count == body { body = nil }
                isPrivate = false
            } else if token.is(";") {
                isPrivate = false
            } else if token.is("=") {
                isAssigned = true
            }
            guard token.kind == .word, index == 0 || !source.tokens[index - 1].is(".") else { continue }
            let next = index + 1 < source.tokens.count ? source.tokens[index + 1] : nil
            if let next, next.is("."), index + 2 < source.tokens.count, source.tokens[index + 2].kind == .word {
                if body == nil { qualified.append(QualifiedName(qualifier: SourceTypes.name(token, source), name: SourceTypes.name(source.tokens[index + 2], source))) }
                continue
            }
            guard (3...15).contains(token.end - token.start) else { continue }
            switch source.text(token) {
            case "private", "fileprivate":
                // `private(set)` says nothing of the declaration itself.
                isPrivate = isPrivate || !(next?.is("(") ?? false)
            case "extension":
                (pending, keyword) = (SourceTypes.element(SourceTypes.extended(source, from: index + 1), isPrivate), "extension")
                isPrivate = false
            case let word where SourceTypes.types.contains(word):
                guard let next, next.kind == .word, !(word == "class" && SourceTypes.modifiers.contains(source.text(next))) else { continue }
                let name = SourceTypes.name(next, source), own = SourceTypes.element(name, isPrivate)
                let path = braces.compactMap(\.self) + [own]
                places.append(Place(name: name, path: path.joined(separator: ".")))
                (pending, isPrivate, keyword) = (own, false, word)
            case let word where SourceTypes.others.contains(word):
                // A type's parameter may be a value.
                if pending != nil, word == "let", source.tokens[index - 1].is("<") || source.tokens[index - 1].is(",") { continue }
                (pending, isPrivate, keyword, isAssigned) = (nil, false, word, false)
            default: break
            }
        }
        guard braces.isEmpty else { return nil }
    }

    private static func name(_ token: SwiftToken, _ source: SwiftTokens) -> String { source.text(token).filter { $0 != "`" } }

    /// To symbols, `fileprivate` is the same.
    private static func element(_ name: String, _ isPrivate: Bool) -> String { isPrivate ? "private \(name)" : name }

    /// What an extension extends, as written.
    private static func extended(_ source: SwiftTokens, from first: Int) -> String {
        var text = ""
        for token in source.tokens[first...] {
            if token.is("{") || token.is(":") || token.kind == .word && source.text(token) == "where" { break }
            text += source.text(token)
        }
        return text
    }
}
