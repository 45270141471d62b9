/// Walks through a source's tokens once, with a stack of the braces that it is in.
struct OutlineReader {
    private enum Brace {
        /// The file itself, or a type's or extension's members. `isPublic`: members are public unless they say
        /// otherwise.
        case declarations(type: String?, isPublic: Bool)
        /// Code. Of the outermost of a declaration, what it is called, where it begins, and in which lines there was
        /// code.
        case code(name: String?, line: Int)
    }

    private enum Pending {
        case type(name: String?, isPublic: Bool)
        case body(name: String, line: Int)
    }

    private(set) var outline = SourceOutline()
    private let source: SwiftTokens
    private let flags: Set<String>
    private var at = 0
    private var line = 1, lineOffset = 0
    private var braces: [Brace] = [.declarations(type: nil, isPublic: false)]
    private var parentheses = 0
    /// What the next brace belongs to.
    private var pending: Pending?
    private var modifiers: Set<String> = []
    /// The last value that was declared, while a comma may name another one: its keyword and modifiers, and how many
    /// braces there were.
    private var lastValue: (keyword: String, modifiers: Set<String>, depth: Int)?
    /// Of each `#if` around: whether this branch is compiled, and whether an earlier one surely was.
    private var conditions: [(isActive: Bool, wasTaken: Bool)] = []
    private var codeLines: Set<Int> = []
    private var names: Set<[String]> = []

    init(_ source: SwiftTokens, flags: Set<String>) { (self.source, self.flags) = (source, flags) }

    private static let modifierWords: Set<String> = [
        "public", "open", "package", "internal", "private", "fileprivate", "static", "class", "final", "lazy", "weak",
        "unowned", "nonisolated",
        "override", "required", "convenience", "mutating", "nonmutating", "consuming", "borrowing", "indirect",
        "dynamic", "optional", "distributed",
    ]
    private static let members: Set<String> = [
        "func", "var", "let", "subscript", "init", "actor", "struct", "enum", "class", "protocol", "extension",
    ]

    private var token: SwiftToken? { at < source.tokens.count ? source.tokens[at] : nil }
    private func peek(_ offset: Int = 1) -> SwiftToken? {
        at + offset < source.tokens.count ? source.tokens[at + offset] : nil
    }
    private func word(_ token: SwiftToken?) -> String? { token.flatMap { $0.kind == .word ? source.text($0) : nil } }
    private var isInCode: Bool { if case .code? = braces.last { true } else { false } }

    mutating func read() {
        while let token {
            moveLine(to: token.start)
            switch token.kind {
            case .directive: directive(token)
            case .sign: sign(token)
            case .word where isInCode: codeLines.insert(line)
            case .word: declarationWord(source.text(token))
            case .attribute: if source.text(token) == "@TaskLocal" { modifiers.insert("@TaskLocal") }
            case .number, .string:
                if isInCode { codeLines.insert(line) }
                if token.kind == .string { addName(token) }
            }
            at += 1
        }
    }

    private mutating func moveLine(to offset: Int) {
        while lineOffset < offset {
            if source.bytes[lineOffset] == UInt8(ascii: "\n") { line += 1 }
            lineOffset += 1
        }
    }

    // MARK: Conditions

    private mutating func directive(_ token: SwiftToken) {
        switch source.text(token) {
        case "#if":
            let value = condition()
            conditions.append((value != false, value == true))
        case "#elseif":
            guard let last = conditions.popLast() else { return }
            let value = condition()
            conditions.append((!last.wasTaken && value != false, last.wasTaken || value == true))
        case "#else":
            guard let last = conditions.popLast() else { return }
            conditions.append((!last.wasTaken, true))
        case "#endif": _ = conditions.popLast()
        default: if isInCode { codeLines.insert(line) }
        }
    }

    /// Reads the rest of the line.
    private mutating func condition() -> Bool? {
        let start = at + 1
        while let next = peek(), !next.startsLine { at += 1 }
        return CompilationCondition.value(source.tokens[start..<at + 1], in: source, flags: flags)
    }

    // MARK: Braces

    private mutating func sign(_ token: SwiftToken) {
        switch token.sign {
        case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses = max(0, parentheses - 1)
        case UInt8(ascii: "{"): openBrace()
        case UInt8(ascii: "}"): closeBrace()
        case UInt8(ascii: ";"): (modifiers, pending, lastValue) = ([], nil, nil)
        case UInt8(ascii: ","): anotherValue()
        default: break
        }
        let isBrace = token.is("{") || token.is("}")
        if isInCode, !isBrace { codeLines.insert(line) }
    }

    private mutating func openBrace() {
        modifiers = []
        if isInCode {
            codeLines.insert(line)
            braces.append(.code(name: nil, line: line))
            return
        }
        // A closure among arguments is no body, but code all the same.
        let owner = parentheses == 0 ? pending : nil
        if parentheses == 0 { pending = nil }
        switch owner {
        case .type(let name, let isPublic)?: braces.append(.declarations(type: name, isPublic: isPublic))
        case .body(let name, let start)?:
            codeLines = []
            braces.append(.code(name: name, line: start))
        case nil:
            braces.append(.code(name: nil, line: line))
        }
    }

    private mutating func closeBrace() {
        guard braces.count > 1, let brace = braces.popLast() else { return }
        if case .code(let name?, let start) = brace, codeLines.count > SourceOutline.shortBody {
            outline.longBodies.append(SourceOutline.Body(name: name, line: start, lines: codeLines.count))
        }
        modifiers = []
    }

    // MARK: Declarations

    private mutating func declarationWord(_ text: String) {
        if parentheses == 0, OutlineReader.members.contains(text) { lastValue = nil }
        // Who may set it, not who sees it: `private(set)`.
        if parentheses == 0, peek()?.is("(") == true, ["private", "fileprivate", "internal"].contains(text) {
            modifiers.insert("\(text)(set)")
            return
        }
        switch text {
        case "import" where word(peek()) != nil && parentheses == 0: addImport()
        case "struct", "enum", "protocol", "extension", "actor": openType(text)
        case "class":
            // `class func`, `class final var`: a modifier. A type's name follows otherwise.
            if let next = word(peek()),
                OutlineReader.members.contains(next) || OutlineReader.modifierWords.contains(next)
            {
                modifiers.insert(text)
            } else {
                openType(text)
            }
        case "func", "subscript", "init", "deinit": openBody(text)
        case "var", "let": value(text)
        case "case", "typealias", "associatedtype", "operator", "precedencegroup", "macro":
            (modifiers, pending, lastValue) = ([], nil, nil)
        default: if parentheses == 0, OutlineReader.modifierWords.contains(text) { modifiers.insert(text) }
        }
    }

    private mutating func addImport() {
        let start = line
        at += 1
        if let kind = word(token), ImportedNames.kinds.contains(kind), word(peek()) != nil, peek()?.startsLine == false
        {
            at += 1
        }
        guard let module = word(token) else { return }
        let name = module.hasPrefix("`") ? String(module.dropFirst().dropLast()) : module
        outline.imports.append(
            SourceOutline.Import(module: name, line: start, isActive: conditions.allSatisfy(\.isActive)))
        // The path's other parts are no declarations, whatever they are called.
        while let next = peek(), !next.startsLine, next.is(".") { at += 2 }
        modifiers = []
    }

    private mutating func addName(_ token: SwiftToken) {
        let isLookup =
            at > 1 && source.tokens[at - 1].is("(")
            && word(source.tokens[at - 2]).map(NameInText.lookups.contains) ?? false
        guard let name = NameInText(literal: source.bytes[token.start..<token.end], isLookup: isLookup),
            names.insert([name.text, isLookup ? "()" : ""]).inserted
        else { return }
        outline.names.append(
            SourceOutline.NamedText(
                text: name.text, line: line, isLookup: isLookup, isActive: conditions.allSatisfy(\.isActive)))
    }

    private mutating func openType(_ keyword: String) {
        guard parentheses == 0, let name = word(peek()), !OutlineReader.isSelector(source.tokens, at) else { return }
        if keyword != "extension", braces.count == 1 { outline.types.append(name) }
        if keyword == "class" || keyword == "actor" { outline.referenceTypes.append(name) }
        let isPublic = keyword == "extension" && !modifiers.isDisjoint(with: ["public", "open", "package"])
        pending = .type(name: name, isPublic: isPublic)
        modifiers = []
        at += 1
    }

    /// A name behind a dot: `.init`, `.actor`.
    private static func isSelector(_ tokens: [SwiftToken], _ at: Int) -> Bool { at > 0 && tokens[at - 1].is(".") }

    private mutating func openBody(_ keyword: String) {
        guard parentheses == 0, !OutlineReader.isSelector(source.tokens, at) else { return }
        let name = keyword == "func" ? peek().map(source.text) ?? keyword : keyword
        pending = .body(name: name, line: line)
        modifiers = []
        guard keyword == "func", peek()?.kind == .word else { return }
        at += 1
        if let type = MadeValue.returnType(ofFunctionNamed: at, in: source) {
            outline.makers.append(SourceOutline.Maker(name: source.text(source.tokens[at]), type: type))
        }
    }

    private mutating func value(_ keyword: String) {
        guard parentheses == 0, let name = word(peek()) else { return }
        let start = line
        pending = .body(name: name, line: start)
        lastValue = (keyword, modifiers, braces.count)
        defer { modifiers = [] }
        at += 1
        guard let global = globalValue(name, keyword, start) else { return }
        outline.globals.append(global)
    }

    /// `let a = 1, b = 2`.
    private mutating func anotherValue() {
        guard let last = lastValue, last.depth == braces.count, parentheses == 0, !isInCode else { return }
        modifiers = last.modifiers
        value(last.keyword)
    }

    /// Looks ahead from the name; nil where the value is computed, belongs to instances, or is not seen outside.
    private func globalValue(_ name: String, _ keyword: String, _ start: Int) -> SourceOutline.GlobalValue? {
        guard case .declarations(let type, let isPublic)? = braces.last, conditions.allSatisfy(\.isActive) else {
            return nil
        }
        let isHidden = !modifiers.isDisjoint(with: ["private", "fileprivate", "internal"])
        guard !isHidden, isPublic || !modifiers.isDisjoint(with: ["public", "open", "package"]),
            !modifiers.contains("@TaskLocal"),
            type == nil || !modifiers.isDisjoint(with: ["static", "class"])
        else { return nil }
        var next = at + 1, depth = 0, annotation: String?
        func token() -> SwiftToken? { next < source.tokens.count ? source.tokens[next] : nil }
        if token()?.is(":") == true {
            next += 1
            while let current = token(),
                depth > 0 || !(current.is("=") || current.is("{") || current.startsLine && next > at + 2)
            {
                if current.is("<") || current.is("[") || current.is("(") { depth += 1 }
                if current.is(">") || current.is("]") || current.is(")") { depth -= 1 }
                if depth == 0, current.kind == .word, !["any", "some"].contains(source.text(current)) {
                    annotation = source.text(current)
                }
                next += 1
            }
        }
        let isMutable =
            keyword == "var" && modifiers.isDisjoint(with: ["private(set)", "fileprivate(set)", "internal(set)"])
        guard token()?.is("=") == true else {
            // Without a value: computed, unless it is observed.
            guard isMutable, token()?.is("{") == true,
                let first = word(next + 1 < source.tokens.count ? source.tokens[next + 1] : nil),
                ["willSet", "didSet"].contains(first)
            else { return nil }
            return SourceOutline.GlobalValue(name: name, line: start, isMutable: true, type: annotation)
        }
        next += 1
        let made = MadeValue(source, at: next), known = made.type == "Self" ? type : made.type
        return SourceOutline.GlobalValue(
            name: name, line: start, isMutable: isMutable, type: known ?? annotation, maker: made.function)
    }
}
