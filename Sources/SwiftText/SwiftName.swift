/// Names as Swift code spells them.
public enum SwiftName {
    /// With backticks where the name is no plain identifier: raw identifiers may hold blanks.
    public static func quoted(_ name: String) -> String {
        let isPlain = name.unicodeScalars.enumerated().allSatisfy { index, scalar in
            scalar == "_" || (index == 0 ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue)
        }
        return isPlain && !keywords.contains(name) ? name : "`\(name)`"
    }

    /// Words that may be the name of a type only between backticks.
    private static let keywords: Set<String> = [
        "Any", "Self", "Type", "Protocol", "associatedtype", "case", "class", "default", "deinit", "enum", "extension",
        "func", "import", "in",
        "init", "internal", "is", "let", "operator", "private", "protocol", "public", "repeat", "return", "self",
        "static", "struct", "super",
        "switch", "throw", "throws", "true", "false", "nil", "try", "typealias", "var", "where", "while", "as", "if",
        "else", "for", "do",
    ]

    /// A text as a literal.
    public static func literal(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case _ where scalar.value < 0x20: "\\u{\(String(scalar.value, radix: 16))}"
                default: String(scalar)
                }
            }.joined() + "\""
    }
}
