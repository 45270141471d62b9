import SwiftText

/// Hidden types and aliases that visible declarations name. The compiler checks no access of what an accessor throws
/// (`public var x: Int { get throws(Hidden) }`), nor of what an associated type is inferred to be from that, or from a
/// public member in an extension of a hidden protocol (`public typealias E = M.Hidden`). So clients have values of such
/// types.
///
/// An interface names each type with its module: a name counts if it stands behind a point, and what it lies in is
/// named beside it.
struct PrintedHiddenNames {
    /// Of aliases.
    private(set) var parts: [ABIParts.Part] = []
    private(set) var aliases: [Declaration] = []
    /// Paths.
    let types: Set<String>

    /// `declarations`: all of the module. `printed`: what its interface prints. `hidden`: last names of hidden types ->
    /// their paths.
    init(_ declarations: [Declaration], printed: [ABIParts.Part], hidden: [String: [String]]) {
        let visible = Set(printed.filter { $0.kind == .visible }.map(\.name))
        let hiddenAliases = PrintedHiddenNames.aliases(in: declarations, "").filter { !visible.contains($0.path) }
        let names = Set(hidden.keys).union(hiddenAliases.map(\.declaration.name))
        var types: Set<String> = [], open: [(named: Set<String>, words: Set<String>)] = []
        for part in printed where part.kind == .visible && !PrintedHiddenNames.isStorage(part.text) {
            let named = PrintedHiddenNames.qualified(in: part.text).intersection(names)
            if !named.isEmpty { open.append((named, Declaration.words(in: part.text))) }
        }
        var seen: Set<String> = []
        while let (named, words) = open.popLast() {
            func isNamed(_ path: String) -> Bool {
                path.split(separator: ".").allSatisfy { words.contains($0.filter { $0 != "`" }) }
            }
            for name in named { types.formUnion((hidden[name] ?? []).filter(isNamed)) }
            for (path, alias) in hiddenAliases where named.contains(alias.name) && isNamed(path) {
                guard seen.insert("\(path) \(alias.text)").inserted else { continue }
                parts.append(.init(.hidden, path, "\(alias.text) in an interface"))
                aliases.append(alias)
                // One alias may stand for another one, which is printed without its module.
                open.append((alias.words, alias.words))
            }
        }
        parts.sort { ($0.name, $0.text) < ($1.name, $1.text) }
        self.types = types
    }

    /// What the module read back says of storage has every alias resolved.
    private static func isStorage(_ text: String) -> Bool {
        let source = SwiftTokens(text)
        guard let keyword = DeclarationParser.keyword(of: source)?.keyword else { return false }
        return (keyword == "var" || keyword == "let")
            && !source.tokens.indices.contains { source.word(at: $0) == "throws" }
    }

    private static func aliases(in declarations: [Declaration], _ path: String) -> [(
        path: String, declaration: Declaration
    )] {
        declarations.flatMap { one in
            let inner = path.isEmpty ? one.name : "\(path).\(one.name)"
            return (one.keyword == "typealias" ? [(inner, one)] : []) + aliases(in: one.members, inner)
        }
    }

    /// Words behind a point.
    private static func qualified(in text: String) -> Set<String> {
        guard text.contains(".") else { return [] }
        let source = SwiftTokens(text)
        return Set(source.tokens.indices.filter { source.isSign(".", at: $0 - 1) }.compactMap { source.word(at: $0) })
    }
}
