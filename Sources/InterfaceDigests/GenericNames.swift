import SwiftText

/// Names of the generic parameters of a module's declarations, hidden ones too. They are printed as types are:
/// `var v: Item?` may hold a parameter of the type around it, or a module's `Item`.
struct GenericNames {
    /// Path -> those of the types of that path.
    private var ofTypes: [String: Set<String>] = [:]
    /// Symbol -> those of the function, where it has any.
    private var ofFunctions: [String: Set<String>] = [:]

    /// Paths of types whose name does not stand alone: generic ones and protocols.
    private(set) var neverAlone: Set<String> = []

    init() {}

    /// `module`: the name of what the dump shows.
    init(_ dump: ModuleDump, module: String) {
        self.init(dump.declarations)
        let name = "\(module.utf8.count)\(module)"
        for function in dump.functions where GenericNames.mayBeOwn(function.symbol, name) {
            let names = GenericNames.names(of: dump.bytes[function.body].prefix { $0 != UInt8(ascii: "\n") })
            if !names.isEmpty { ofFunctions[function.symbol] = names }
        }
    }

    init(_ declarations: [Declaration]) { collect(declarations, in: "") }

    /// The toolchain's functions do not change. A symbol that repeats a word of a name has a zero for it.
    private static func mayBeOwn(_ symbol: String, _ name: String) -> Bool {
        symbol.contains(name) || !symbol.hasPrefix("$s")
            || zip(symbol.utf8, symbol.utf8.dropFirst()).contains {
                $0 == UInt8(ascii: "0") && ($1 | 0x20) >= UInt8(ascii: "a") && ($1 | 0x20) <= UInt8(ascii: "z")
            }
    }

    /// `sil … : $@convention(method) <Item><Result> (…) -> … {`
    private static func names(of line: ArraySlice<UInt8>) -> Set<String> {
        let source = SwiftTokens(Array(line))
        guard let start = source.tokens.firstIndex(where: { $0.kind == .attribute && source.text($0) == "@convention" })
        else { return [] }
        var at = start + 1, names: Set<String> = []
        while at < source.tokens.count, !source.tokens[at].is(")") { at += 1 }
        at += 1
        while source.isSign("<", at: at) {
            names.formUnion(GenericParameters.names(in: source, at: at).filter { !$0.hasPrefix("τ") })
            at = GenericParameters.end(in: source, at: at)
        }
        return names
    }

    private mutating func collect(_ declarations: [Declaration], in path: String) {
        for declaration in declarations {
            let inner = path.isEmpty ? declaration.name : "\(path).\(declaration.name)"
            let names = declaration.keyword == "extension" ? [] : GenericNames.names(in: declaration.text)
            if declaration.isType, !names.isEmpty { ofTypes[inner, default: []].formUnion(names) }
            if declaration.isType, !names.isEmpty || declaration.keyword == "protocol" { neverAlone.insert(inner) }
            collect(declaration.members, in: inner)
        }
    }

    /// Those of a function whose body is a part, in the order of `ABIParts.Kind.emitted`'s columns.
    func ofBody(_ part: ABIParts.Part) -> Set<String> {
        ofFunctions[part.text.split(separator: " ").first.map(String.init) ?? ""] ?? []
    }

    /// Those that the text of a declaration lists.
    static func names(in text: String) -> [String] {
        guard text.contains("<") else { return [] }
        let source = SwiftTokens(text)
        guard let (keyword, start) = DeclarationParser.keyword(of: source) else { return [] }
        return GenericParameters.names(in: source, at: endOfName(keyword, source, start))
    }

    private static func endOfName(_ keyword: String, _ source: SwiftTokens, _ start: Int) -> Int {
        var at = start
        if keyword == "init" || keyword == "subscript" {
            // `init?`
            if source.isSign("?", at: at) || source.isSign("!", at: at) { at += 1 }
            return at
        }
        if source.word(at: at) != nil { return at + 1 }
        // An operator: signs without a gap. In `func ==<T>(…)` the last one begins the list.
        while at < source.tokens.count, source.tokens[at].kind == .sign, !source.tokens[at].is("("),
            at == start || source.tokens[at].start == source.tokens[at - 1].end
        {
            at += 1
        }
        return source.word(at: at) != nil && at > start + 1 ? at - 1 : at
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
