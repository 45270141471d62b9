import SwiftText

/// Whether some function of a source has types of its own. (With such a type in its body, a function that returns `some
/// P` tells clients what that stands for: measured with Swift 6.3.1, whose emission of modules looks into these bodies
/// alone.)
enum LocalTypes {
    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let modifiers: Set<String> = ["func", "var", "let", "subscript", "override", "final"]
    private static let others: Set<String> = ["func", "var", "let", "init", "subscript", "case", "deinit"]
    static let directives: Set<String> = [
        "#if", "#else", "#elseif", "#endif", "#available", "#unavailable", "#selector", "#keyPath", "#line", "#file",
        "#fileID",
        "#filePath", "#function", "#column", "#dsohandle", "#sourceLocation", "#warning", "#error", "#isolation",
    ]

    /// True where there is one, and where that cannot be said.
    static func mayBe(in bytes: [UInt8]) -> Bool {
        let source = SwiftTokens(bytes)
        guard source.isWhole else { return true }
        /// For each open brace: does it hold code?
        var braces: [Bool] = []
        var isType = false
        for (index, token) in source.tokens.enumerated() {
            let next = index + 1 < source.tokens.count ? source.tokens[index + 1] : nil
            if token.is("{") {
                braces.append(!isType)
                isType = false
            } else if token.is("}") {
                if braces.popLast() == nil { return true }
            } else if token.kind == .directive, !directives.contains(source.text(token)) {
                // A macro may make one.
                return true
            } else if token.kind == .word, index == 0 || !source.tokens[index - 1].is(".") {
                let word = source.text(token)
                guard let next, next.kind == .word else {
                    if others.contains(word) { isType = false }
                    continue
                }
                if types.contains(word) && !(word == "class" && modifiers.contains(source.text(next))) {
                    if braces.contains(true) { return true }
                    isType = true
                } else if word == "typealias", braces.contains(true) {
                    return true
                } else if others.contains(word) || word == "import" {
                    isType = false
                }
            }
        }
        return !braces.isEmpty
    }
}
