import SwiftText

/// The cases of an enum that clients cannot name, as far as its layout goes: those with payloads come first, in their
/// order; a case's name is in no layout and no symbol. Labels are in the code that copies a payload (it names the
/// places by them), and an object holds a digest of that.
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

    /// `indirect case (deep: Deep, Int)` for `indirect case b(deep: Deep, Int)`.
    private static func nameless(_ text: String) -> String {
        let source = SwiftTokens(text)
        let tokens = source.tokens
        guard let keyword = tokens.firstIndex(where: { $0.kind == .word && source.text($0) == "case" }),
            keyword + 1 < tokens.count
        else { return text }
        let head = source.text(0, tokens[keyword].end)
        // A raw value is no part of the layout.
        guard keyword + 2 < tokens.count, tokens[keyword + 2].is("(") else { return head }
        return "\(head) \(source.text(tokens[keyword + 2].start, source.bytes.count))"
    }
}
