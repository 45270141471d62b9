/// What of a source says which modules it imports, and how.
///
/// An import reaches beyond its source. Members that the module's extensions add are there for all sources of the
/// target, and the objects of all of them name a module that one source exports again.
public enum ImportedNames {
    /// The text up to the end of the last import without comments and blanks, a token a line; empty where there is no
    /// import. Two sources with the same one import the same modules in the same way, under the same conditions. All
    /// of a source that is not understood.
    public static func text(of source: [UInt8]) -> [UInt8] {
        let scan = SwiftTokens(source)
        guard scan.isWhole else { return source }
        let tokens = scan.tokens
        guard let last = tokens.indices.last(where: { isImport($0, scan) }) else { return [] }
        let isOfOneDeclaration = scan.word(at: last + 1).map(kinds.contains) ?? false
        var end = min(last + (isOfOneDeclaration ? 3 : 2), tokens.count)
        // The path may begin in another line, and go on in the next one.
        while end < tokens.count, !tokens[end].startsLine || scan.isSign(".", at: end) || scan.isSign(".", at: end - 1)
        {
            end += 1
        }
        return Array(tokens[..<end].map { source[$0.start..<$0.end] }.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The words before what `import` may name alone, as in `import struct Base.Box`.
    public static let kinds: Set<String> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
    ]

    private static func isImport(_ index: Int, _ scan: SwiftTokens) -> Bool {
        let token = scan.tokens[index]
        return token.kind == .word && scan.bytes[token.start..<token.end].elementsEqual("import".utf8)
            && !scan.isSign(".", at: index - 1)
    }
}
