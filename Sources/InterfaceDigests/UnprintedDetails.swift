import SwiftText

/// What an interface leaves out of declarations that it prints (measured with Swift 6.3.1):
///
/// - who may set a stored global or static property: `package(set)` is printed as `private(set)` is, and of several
///   variables in one declaration nothing is;
/// - attributes of a parameter that are property wrappers, unless these take a projected value;
/// - most of what a requirement's accessors say (`WrittenAccessors`).
///
/// The module read back says the first two, the sources the last one. All are found by the last two names of their
/// paths: a declaration gets what is said of any with these.
struct UnprintedDetails {
    private var texts: [String: [String]] = [:]
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
            let name = UnprintedDetails.bare(one.name)
            requirements.append(one.unprinted, name)
            if one.unprinted != nil, one.isConditional { conditional.insert(name) }
        }
        texts.merge(setters.said, uniquingKeysWith: +)
        texts.merge(requirements.said, uniquingKeysWith: +)
        if isWhole { written = Set(accessors.map { UnprintedDetails.bare($0.name) }) }
    }

    /// Nil where the interface says everything. `path`: of what the declaration stands in.
    func text(of declaration: Declaration, in path: String) -> String? {
        let said = names(of: declaration, in: path).flatMap { texts[$0] ?? [] }
        return said.isEmpty ? nil : said.joined(separator: " and ")
    }

    /// Why nobody knows what the accessors of a protocol's requirement say; nil where somebody does.
    func doubt(of requirement: Declaration, in path: String) -> String? {
        guard requirement.keyword == "var" || requirement.keyword == "subscript" else { return nil }
        let name = UnprintedDetails.key(requirement.name, in: path)
        if conditional.contains(name) { return "which accessors it has, conditions of compilation say" }
        guard let written, !written.contains(name) else { return nil }
        return "no source writes its accessors"
    }

    private func names(of declaration: Declaration, in path: String) -> [String] {
        if texts.isEmpty { return [] }
        switch declaration.keyword {
        // `var a: Int, b: Int` declares two: each is one of the words.
        case "var" where declaration.text.contains(","):
            return declaration.words.sorted().map { UnprintedDetails.key($0, in: path) }
        case "var", "func", "init", "subscript": return [UnprintedDetails.key(declaration.name, in: path)]
        default: return []
        }
    }

    private static func key(_ name: String, in path: String) -> String {
        bare("\(path.split(separator: ".").last ?? "").\(name)")
    }

    private static func bare(_ name: String) -> String { name.contains("`") ? name.filter { $0 != "`" } : name }

    /// Of declarations that share a name, what some of them say, and which of them.
    private struct Numbered {
        private var all: [String: [String?]] = [:]

        mutating func append(_ text: String?, _ name: String) { all[name, default: []].append(text) }

        var said: [String: [String]] {
            all.compactMapValues { texts in
                let said = texts.enumerated().compactMap { index, text in
                    text.map { index == 0 ? $0 : "\($0) (\(index + 1))" }
                }
                return said.isEmpty ? nil : said
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
                    UnprintedDetails.setter(of: one, isGlobal: path.isEmpty), UnprintedDetails.key(one.name, in: path))
            case "func", "init", "subscript":
                guard UnprintedDetails.hasParameterAttribute(one) else { continue }
                let number = types[path].map { $0 > 1 ? " (\($0))" : "" } ?? ""
                let place = path.isEmpty ? "" : " in \(path)\(number)"
                texts[UnprintedDetails.key(one.name, in: path), default: []].append(
                    one.text + place + (condition.isEmpty ? "" : " \(condition)"))
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

    /// An attribute before a parameter's name, and not in its type.
    private static func hasParameterAttribute(_ function: Declaration) -> Bool {
        guard function.text.contains("@") else { return false }
        let source = SwiftTokens(function.text)
        var depth = 0
        for index in source.tokens.indices.dropFirst(DeclarationParser.keyword(of: source)?.next ?? 0) {
            let token = source.tokens[index]
            if token.is("(") || token.is("[") || token.is("{") { depth += 1 }
            if token.is(")") || token.is("]") || token.is("}") { depth -= 1 }
            let isFirst = source.isSign("(", at: index - 1) || source.isSign(",", at: index - 1)
            if depth == 1, isFirst, token.kind == .attribute { return true }
        }
        return false
    }
}
