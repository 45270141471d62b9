/// Names in the interface of a module, as the compiler writes it as text.
public struct WrittenInterface: Sendable {
    /// Of what the protocols require: words and operators.
    public private(set) var requirements: Set<String> = []
    public private(set) var macros: Set<String> = []
    /// Protocols and classes.
    public private(set) var ancestors: Set<String> = []
    /// Outside of others.
    public private(set) var types: Set<String> = []
    /// Those of `types` whose name does not stand alone where a type is meant: what is generic has arguments, a
    /// protocol an `any`.
    public private(set) var neverAlone: Set<String> = []
    /// Of types, wherever they stand.
    public private(set) var genericParameters: Set<String> = []

    private static let typeWords: Set<String> = ["struct", "class", "enum", "actor", "protocol"]

    /// Nil where the text is not understood.
    public init?(_ bytes: [UInt8]) {
        let source = SwiftTokens(bytes)
        guard source.isWhole, let closing = BracketTable(source)?.closing else { return nil }
        var at = 0, endOfOuter = -1
        while at < source.tokens.count {
            defer { at += 1 }
            // `import struct M.S` declares none.
            let isName = !source.isSign(".", at: at - 1) && source.word(at: at - 1) != "import"
            if isName, let name = source.word(at: at + 1) {
                if source.word(at: at) == "macro" { macros.insert(name) }
                if ["protocol", "class"].contains(source.word(at: at)) { ancestors.insert(name) }
                if let word = source.word(at: at), WrittenInterface.typeWords.contains(word) {
                    let parameters = GenericParameters.names(in: source, at: at + 2)
                    genericParameters.formUnion(parameters)
                    if at > endOfOuter { types.insert(name) }
                    if at > endOfOuter, !parameters.isEmpty || word == "protocol" { neverAlone.insert(name) }
                }
            }
            if at > endOfOuter, source.isSign("{", at: at) { endOfOuter = closing[at] }
            guard source.word(at: at) == "protocol", !source.isSign(".", at: at - 1) else { continue }
            while at < source.tokens.count, !source.isSign("{", at: at) { at += 1 }
            guard at < source.tokens.count else { break }
            for index in at..<closing[at] {
                requirements.formUnion(WrittenInterface.declared(at: index, source))
            }
            at = closing[at]
        }
    }

    private static func declared(at index: Int, _ source: SwiftTokens) -> [String] {
        switch source.word(at: index) {
        case "var", "let": return source.word(at: index + 1).map { [$0] } ?? []
        case "func":
            if let name = source.word(at: index + 1) { return [name] }
            // An operator: up to its parameters, of which the generic ones begin with a sign of operators too.
            let signs = source.tokens[(index + 1)...].prefix { $0.kind == .sign && !$0.is("(") }
            let name = signs.map(source.text).joined()
            return name.hasSuffix("<") && name.utf8.count > 1 ? [name, String(name.dropLast())] : [name]
        default: return []
        }
    }
}
