/// Names that stand for types, and for which.
extension SurfaceReader {
    /// `typealias Name<…> = Path.Name`
    mutating func readAlias(_ keyword: Int) {
        let name = word(keyword + 1), end = endOfDeclaration(from: keyword + 1, tokens.count)
        noteAlias(name, keyword + 2..<max(keyword + 2, end))
        guard let equals = (keyword + 2..<max(keyword + 2, end)).first(where: { tokens[$0].is("=") }) else {
            surface.openAliases.insert(name)
            return
        }
        // Of each path its beginning.
        for point in equals + 1..<max(equals + 1, end) where tokens[point].is(".") && !tokens[point - 2].is(".") {
            aliasesOfMembers.append((name, word(point - 1)))
        }
    }

    /// `range`: what it stands for, or more.
    mutating func noteAlias(_ name: String, _ range: Range<Int>) {
        surface.aliases[name, default: []].formUnion(range.map(word).filter { !$0.isEmpty })
    }
}
