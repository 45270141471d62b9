import SwiftText

/// What of a declaration's text in an interface counts for clients.
enum ClientText {
    static func of(_ declaration: Declaration) -> String {
        withoutSilentAttributes(withoutBodies(declaration), isFinal: declaration.isClass && isFinal(declaration))
    }

    private static func isFinal(_ declaration: Declaration) -> Bool {
        declaration.keyword == "actor" || declaration.text.split(whereSeparator: \.isWhitespace).contains("final")
    }

    /// Attributes that change nothing for a client that compiles without optimisation, and that no note about the
    /// declaration prints.
    private static func withoutSilentAttributes(_ text: String, isFinal: Bool) -> String {
        guard text.contains("@_") else { return text }
        let source = SwiftTokens(text)
        var result = "", start = 0, index = 0
        while index < source.tokens.count {
            let token = source.tokens[index]
            var end = index + 1
            if token.kind == .attribute, end < source.tokens.count, source.tokens[end].is("(") {
                var depth = 0
                repeat {
                    if source.tokens[end].is("(") { depth += 1 }
                    if source.tokens[end].is(")") { depth -= 1 }
                    end += 1
                } while depth > 0 && end < source.tokens.count
            }
            if token.kind == .attribute, end < source.tokens.count,
                isSilent(
                    source.text(token), whole: source.text(token.start, source.tokens[end - 1].end), isFinal: isFinal)
            {
                result += source.text(start, token.start)
                start = source.tokens[end].start
            }
            index = end
        }
        return result + source.text(start, source.bytes.count)
    }

    private static func isSilent(_ name: String, whole: String, isFinal: Bool) -> Bool {
        switch name {
        // Whether a hidden initialiser is among them says only what subclasses inherit.
        case "@_hasMissingDesignatedInitializers": isFinal
        // Clients see no initial value, but where it is printed itself.
        case "@_hasInitialValue": true
        // An exported specialisation is called by clients even without optimisation.
        case "@_specialize": whole.contains("exported: false") && !whole.contains("target") && !whole.contains("spi")
        default: false
        }
    }

    /// `case a, b(Int)` as two.
    static func cases(_ text: String) -> [(name: String, text: String)] {
        let source = SwiftTokens(text)
        let tokens = source.tokens
        guard let keyword = tokens.firstIndex(where: { $0.kind == .word && source.text($0) == "case" }),
            keyword + 1 < tokens.count
        else {
            return [("case", text)]
        }
        let head = source.text(0, tokens[keyword].end)
        var found: [(String, String)] = [], depth = 0, first = keyword + 1
        func add(upTo end: Int) {
            guard first < end else { return }
            found.append(
                (source.text(tokens[first]), "\(head) \(source.text(tokens[first].start, tokens[end - 1].end))"))
        }
        for index in (keyword + 1)..<tokens.count {
            if tokens[index].is("(") || tokens[index].is("[") { depth += 1 }
            if tokens[index].is(")") || tokens[index].is("]") { depth -= 1 }
            guard depth == 0, tokens[index].is(",") else { continue }
            add(upTo: index)
            first = index + 1
        }
        add(upTo: tokens.count)
        return found
    }

    /// The declaration's text with nothing between the braces of functions and accessors: what clients take over of
    /// bodies is compared as SIL, and without optimisation they take over no merely inlinable one.
    private static func withoutBodies(_ declaration: Declaration) -> String {
        let isAccessed =
            declaration.keyword == "var" || declaration.keyword == "let" || declaration.keyword == "subscript"
        guard
            isAccessed || declaration.keyword == "func" || declaration.keyword == "init"
                || declaration.keyword == "deinit",
            declaration.text.contains("{")
        else { return declaration.text }
        let source = SwiftTokens(declaration.text)
        let kept = isAccessed ? 1 : 0
        var text = "", depth = 0, brackets = 0, start = 0
        for token in source.tokens {
            if depth == 0, token.is("(") || token.is("[") { brackets += 1 }
            if depth == 0, token.is(")") || token.is("]") { brackets -= 1 }
            // Closures in default arguments count.
            if brackets > 0 { continue }
            if token.is("{") {
                if depth == kept { text += source.text(start, token.end) }
                depth += 1
            } else if token.is("}") {
                depth -= 1
                if depth == kept { start = token.start }
            }
        }
        return depth == 0 ? text + source.text(start, source.bytes.count) : declaration.text
    }
}
