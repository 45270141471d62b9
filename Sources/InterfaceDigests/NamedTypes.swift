import SwiftText

/// The words of the types that a property, a case or an alias names.
struct NamedTypes {
    let all: Set<String>
    /// Those that begin a path.
    private let outermost: Set<String>

    /// Nil for another declaration.
    init?(_ text: String) {
        let source = SwiftTokens(text)
        guard let declared = DeclarationParser.keyword(of: source),
            ["var", "let", "case", "typealias"].contains(declared.keyword)
        else { return nil }
        let start = source.word(at: declared.next) == nil ? declared.next : declared.next + 1
        let end = source.tokens[start...].firstIndex { $0.is("{") || source.text($0) == "in" } ?? source.tokens.count
        var all: Set<String> = [], outermost: Set<String> = []
        for index in start..<end {
            guard let word = source.word(at: index) else { continue }
            all.insert(word)
            if source.isSign(".", at: index + 1), !source.isSign(".", at: index - 1) { outermost.insert(word) }
        }
        (self.all, self.outermost) = (all, outermost)
    }

    /// True where an interface prints this and the module read back prints `resolved`, and both name the same: in an
    /// interface types have their modules and parameters have none, and an alias is printed by its own name.
    func says(_ resolved: NamedTypes) -> Bool {
        resolved.all.isSubset(of: all) && all.subtracting(resolved.all).isSubset(of: outermost)
    }
}
