import SwiftText

/// What an alias stands for, where that is protocols and classes alone: `Base.P & Base.Q`.
enum Composition {
    /// The paths of these, as printed. Nil for all else, and for an alias that has parameters or conditions.
    static func paths(ofAlias text: String) -> Set<String>? {
        let source = SwiftTokens(text)
        guard let found = DeclarationParser.keyword(of: source), found.keyword == "typealias",
            source.isSign("=", at: found.next + 1)
        else { return nil }
        var paths: Set<String> = [], at = found.next + 2
        while var path = source.word(at: at) {
            at += 1
            while source.isSign(".", at: at), let next = source.word(at: at + 1) {
                path += ".\(next)"
                at += 2
            }
            paths.insert(path)
            if at == source.tokens.count { return paths }
            guard source.isSign("&", at: at) else { return nil }
            at += 1
        }
        return nil
    }
}
