import SwiftText

/// The cases of an enum that clients cannot name, as far as its layout goes: those with payloads come first, in their
/// order; a case's name and its payload's labels are in no layout and no symbol.
struct HiddenCases {
    let texts: [String]

    init(_ declaration: Declaration) {
        var carrying: [String] = [], plain: [String] = []
        for member in declaration.members where member.keyword == "case" {
            let text = HiddenCases.nameless(member.text)
            if text.hasSuffix(")") { carrying.append(text) } else { plain.append(text) }
        }
        texts = carrying + plain
    }

    /// `indirect case (Deep, Int)` for `indirect case b(deep: Deep, Int)`.
    private static func nameless(_ text: String) -> String {
        let source = SwiftTokens(text)
        let tokens = source.tokens
        guard let keyword = tokens.firstIndex(where: { $0.kind == .word && source.text($0) == "case" }),
            keyword + 1 < tokens.count
        else { return text }
        var result = source.text(0, tokens[keyword].end), depth = 0, start = tokens[keyword + 1].end
        // A raw value is no part of the layout.
        guard keyword + 2 < tokens.count, tokens[keyword + 2].is("(") else { return result }
        result += " "
        for index in (keyword + 2)..<tokens.count {
            let token = tokens[index]
            if token.is("(") || token.is("[") || token.is("<") { depth += 1 }
            if depth == 1, token.is("(") || token.is(",") {
                let label = index + 1,
                    isNamed = label + 1 < tokens.count && tokens[label].kind == .word && tokens[label + 1].is(":")
                if isNamed {
                    result += source.text(start, token.end)
                    start = label + 2 < tokens.count ? tokens[label + 2].start : tokens[label + 1].end
                }
            }
            if token.is(")") || token.is("]") || token.is(">") && !tokens[index - 1].is("-") { depth -= 1 }
        }
        return result + source.text(start, source.bytes.count)
    }
}
