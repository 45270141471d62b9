import SwiftText

/// What an interface leaves out of declarations that it prints (measured with Swift 6.3.1):
///
/// - who may set a stored global or static property: `package(set)` is printed as `private(set)` is, and of several
///   variables in one declaration nothing is;
/// - attributes of a parameter that are property wrappers, unless these take a projected value;
/// - most of what a requirement's accessors say (`WrittenAccessors`).
///
/// The module read back says the first two, the sources the last one. Neither path need be as long as that in the
/// interface, which may begin with a module: a declaration gets what is said of any whose path ends as its own.
struct UnprintedDetails {
    /// By the last two names of the path.
    private var texts: [String: [(path: String, text: String)]] = [:]
    /// Those of which conditions of compilation say what holds.
    private var conditional: Set<String> = []
    /// Requirements with accessors that sources write; nil where not all sources are understood.
    private var written: Set<String>?

    init() {}

    /// `declarations`: all of the module. `accessors`: of the sources, in their order. `isWhole`: of all of them.
    init(_ declarations: [Declaration], accessors: [WrittenAccessors], isWhole: Bool = true) {
        var setters = Numbered(), requirements = Numbered()
        var types: [String: Int] = [:]
        add(declarations, in: "", &setters, &types)
        for one in accessors {
            let path = UnprintedDetails.bare(one.name)
            requirements.append(one.unprinted, path)
            if one.unprinted != nil, one.isConditional { conditional.insert(path) }
        }
        for (path, text) in setters.said + requirements.said { add(text, path) }
        if isWhole { written = Set(accessors.map { UnprintedDetails.bare($0.name) }) }
    }

    private mutating func add(_ text: String, _ path: String) {
        texts[UnprintedDetails.lastTwo(path), default: []].append((path, text))
    }

    /// Nil where the interface says everything. `path`: of what the declaration stands in.
    func text(of declaration: Declaration, in path: String) -> String? {
        let said = paths(of: declaration, in: path).flatMap { path in
            (texts[UnprintedDetails.lastTwo(path)] ?? []).filter { ".\(path)".hasSuffix(".\($0.path)") }.map(\.text)
        }
        return said.isEmpty ? nil : said.joined(separator: " and ")
    }

    /// Why nobody knows what the accessors of a protocol's requirement say; nil where somebody does.
    func doubt(of requirement: Declaration, in path: String) -> String? {
        guard requirement.keyword == "var" || requirement.keyword == "subscript" else { return nil }
        let name = UnprintedDetails.lastTwo(UnprintedDetails.join(requirement.name, in: path))
        if conditional.contains(name) { return "which accessors it has, conditions of compilation say" }
        guard let written, !written.contains(name) else { return nil }
        return "no source writes its accessors"
    }

    private func paths(of declaration: Declaration, in path: String) -> [String] {
        if texts.isEmpty { return [] }
        switch declaration.keyword {
        // `var a: Int, b: Int` declares two: each is one of the words.
        case "var" where declaration.text.contains(","):
            return declaration.words.sorted().map { UnprintedDetails.join($0, in: path) }
        case "var", "func", "init", "subscript": return [UnprintedDetails.join(declaration.name, in: path)]
        default: return []
        }
    }

    private static func join(_ name: String, in path: String) -> String {
        bare(path.isEmpty ? name : "\(path).\(name)")
    }

    private static func lastTwo(_ path: String) -> String {
        path.split(separator: ".").suffix(2).joined(separator: ".")
    }

    private static func bare(_ name: String) -> String { name.contains("`") ? name.filter { $0 != "`" } : name }

    /// Of declarations that share a path, what some of them say, and which of them.
    private struct Numbered {
        private var all: [String: [String?]] = [:]

        mutating func append(_ text: String?, _ path: String) { all[path, default: []].append(text) }

        var said: [(path: String, text: String)] {
            all.sorted { $0.key < $1.key }.flatMap { path, texts in
                texts.enumerated().compactMap { index, text in
                    text.map { (path, index == 0 ? $0 : "\($0) (\(index + 1))") }
                }
            }
        }
    }

    // MARK: What the module says

    /// `types`: how many types of a path there were. Private ones may share theirs.
    private mutating func add(
        _ declarations: [Declaration], in path: String, under condition: String = "", _ setters: inout Numbered,
        _ types: inout [String: Int]
    ) {
        for one in declarations {
            switch one.keyword {
            case "var":
                setters.append(
                    UnprintedDetails.setter(of: one, isGlobal: path.isEmpty), UnprintedDetails.join(one.name, in: path))
            case "func", "init", "subscript":
                guard UnprintedDetails.hasParameterAttribute(one) else { continue }
                let number = types[path].map { $0 > 1 ? " (\($0))" : "" } ?? ""
                let place = path.isEmpty ? "" : " in \(path)\(number)"
                add(
                    one.text + place + (condition.isEmpty ? "" : " \(condition)"),
                    UnprintedDetails.join(one.name, in: path))
            default:
                guard one.hasMembers else { continue }
                let inner = path.isEmpty ? one.name : "\(path).\(one.name)"
                if one.isType { types[inner, default: 0] += 1 }
                add(one.members, in: inner, under: one.condition, &setters, &types)
            }
        }
    }

    /// `private(set)`
    private static func setter(of variable: Declaration, isGlobal: Bool) -> String? {
        guard variable.text.contains("(set)"), variable.text.contains("@_hasStorage") else { return nil }
        let source = SwiftTokens(variable.text)
        let end = DeclarationParser.keyword(of: source)?.next ?? 0
        let modifiers = source.tokens[..<end]
        // What the interface leaves out of other properties stands in their `stored` lines.
        guard isGlobal || modifiers.contains(where: { ["static", "class"].contains(source.text($0)) }) else {
            return nil
        }
        let access = modifiers.indices.first { source.isSign("(", at: $0 + 1) && source.word(at: $0 + 2) == "set" }
        return access.map { "\(source.text(source.tokens[$0]))(set)" }
    }

    /// An attribute before a parameter's name, and not in its type, that interfaces need not print.
    private static func hasParameterAttribute(_ function: Declaration) -> Bool {
        guard function.text.contains("@") else { return false }
        let source = SwiftTokens(function.text)
        var depth = 0, isBeforeType = false
        for token in source.tokens.dropFirst(DeclarationParser.keyword(of: source)?.next ?? 0) {
            if token.is("(") || token.is("[") || token.is("{") { depth += 1 }
            if token.is(")") || token.is("]") || token.is("}") { depth -= 1 }
            guard depth == 1 else { continue }
            if token.is("(") || token.is(",") { isBeforeType = true }
            if token.is(":") { isBeforeType = false }
            if isBeforeType, token.kind == .attribute, !UnderscoredAttributes.compared.contains(source.text(token)) {
                return true
            }
        }
        return false
    }
}
