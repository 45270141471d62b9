import SwiftText

/// Names of the generic parameters of a module's declarations, hidden ones too. They are printed as types are:
/// `var v: Item?` may hold a parameter of the type around it, or a module's `Item`.
struct GenericNames {
    /// Path -> those of the types of that path.
    private var ofTypes: [String: Set<String>] = [:]
    /// Those that a declaration has, of whatever kind.
    private(set) var all: Set<String> = []

    init() {}

    init(_ declarations: [Declaration]) { collect(declarations, in: "") }

    private mutating func collect(_ declarations: [Declaration], in path: String) {
        for declaration in declarations {
            let inner = path.isEmpty ? declaration.name : "\(path).\(declaration.name)"
            let names = declaration.keyword == "extension" ? [] : GenericNames.names(in: declaration.text)
            all.formUnion(names)
            if declaration.isType, !names.isEmpty { ofTypes[inner, default: []].formUnion(names) }
            collect(declaration.members, in: inner)
        }
    }

    /// Those that the text of a declaration lists.
    static func names(in text: String) -> [String] {
        guard text.contains("<") else { return [] }
        let source = SwiftTokens(text)
        guard let start = DeclarationParser.keyword(of: source)?.next else { return [] }
        // Of `func < <T>(…)` the list is the later one; what begins in the parameters is none.
        let end = source.tokens[start...].firstIndex { $0.is("(") || $0.is(":") } ?? source.tokens.count
        return (start..<end).flatMap { GenericParameters.names(in: source, at: $0) }
    }

    /// Those that what stands at a path may mean, and which of them two types around it have.
    func around(_ path: String) -> (names: Set<String>, shadowing: Set<String>) {
        var names: Set<String> = [], shadowing: Set<String> = [], prefix = ""
        for name in path.split(separator: ".") {
            prefix += prefix.isEmpty ? String(name) : ".\(name)"
            let own = ofTypes[prefix] ?? []
            shadowing.formUnion(names.intersection(own))
            names.formUnion(own)
        }
        return (names, shadowing)
    }
}
